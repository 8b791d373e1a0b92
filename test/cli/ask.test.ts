import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { startFakeAnthropic, startFakeOllama, type FakeOllamaOptions } from "../../src/testing.ts";
import { createPlace, run, type RunOptions, sideBySide } from "./support.ts";

const calculate = (expression: string) => ({ calls: [{ name: "Calculate", arguments: { expression } }] });

/** Asks with a fake Ollama that does these turns. */
async function ask(
  t: TestContext,
  turns: FakeOllamaOptions["turns"],
  args: readonly string[],
  options: RunOptions & { readonly files?: Readonly<Record<string, object>> } = {},
) {
  const ollama = await startFakeOllama({ ...(turns !== undefined && { turns }) });
  t.after(() => ollama.close());
  const place = createPlace(t, options.files);
  const env = { OLLAMA_HOST: ollama.url, ...options.env };
  const ended = await run(place, ["ask", ...args], { ...options, env });
  return { ...ended, requests: ollama.requests };
}

suite("a question", sideBySide, () => {
  test("the answer is on stdout, and the model's choice, thinking, calls, repairs and results are on stderr", async (t) => {
    const { exitCode, stdout, stderr } = await ask(
      t,
      [
        [{ thinking: "Numbers." }, "I calculate. ", calculate("6*7")],
        ["It is ", "42."],
      ],
      ["six", "times", "seven"],
    );
    assert.equal(stdout, "It is 42.\n");
    assert.equal(exitCode, 0);
    const [choice, thinking, call, repair, result] = stderr.split("\n");
    assert.match(choice ?? "", /^· ollama:qwen3:0\.6b \(Ollama at 127\.0\.0\.1:\d+ answers and has it\)$/);
    assert.equal(thinking, "Numbers.");
    assert.equal(call, '→ Calculate  expression: "6*7"');
    assert.equal(repair, '  ↻ "Calculate" → "calculate"');
    assert.match(result ?? "", /^ {2}✓ calculate \d+ms {2}42$/);
  });

  test("what comes on stdin is appended to the question, and is the question where there is no other", async (t) => {
    const both = await ask(t, ["Fine."], ["Sum this up"], { input: "a long text\n" });
    assert.equal(both.requests.at(-1)?.body.messages?.[0]?.["content"], "Sum this up\n\na long text\n");
    const alone = await ask(t, ["Fine."], [], { input: "a question" });
    assert.equal(alone.requests.at(-1)?.body.messages?.[0]?.["content"], "a question");
  });

  test("--json gives one object with the answer, its results and the model", async (t) => {
    const { stdout, stderr } = await ask(t, [[calculate("1+1")], "2."], ["--json", "x"]);
    assert.equal(stderr, "");
    assert.partialDeepStrictEqual(JSON.parse(stdout), {
      text: "2.",
      endReason: "answer",
      provider: "ollama",
      model: "qwen3:0.6b",
      results: [{ ok: true, name: "calculate", text: "2", args: { expression: "1+1" } }],
    });
  });

  test("--stream-json gives every event as a line, the answer last", async (t) => {
    const { stdout, stderr } = await ask(t, [[calculate("1+1")], "2."], ["--stream-json", "--json", "x"]);
    assert.equal(stderr, "");
    const types = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    assert.deepEqual(types, [
      "message.added",
      "tool.started",
      "tool.ended",
      "message.added",
      "text.delta",
      "message.added",
      "answer.given",
    ]);
  });

  test("no escape of a model, or of a tool's result, goes out raw", async (t) => {
    const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31m";
    const { stdout, stderr } = await ask(
      t,
      [
        [
          { thinking: evil },
          {
            calls: [
              { name: "echo", arguments: { text: evil } },
              { name: evil, arguments: {} },
            ],
          },
        ],
        ["a\u001b", "[31mb", evil],
      ],
      ["x"],
    );
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(stdout + stderr, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    assert.ok(stdout.startsWith("a␛[31mb␛]0;owned␇␛[2J"), stdout);
    assert.match(stderr, /✓ echo \d+ms {2}␛\]0;owned/);
  });

  test("exit code 2: no question, an unknown option, a config that is wrong", async (t) => {
    const nothing = await run(createPlace(t), ["ask"]);
    assert.deepEqual([nothing.exitCode, nothing.stdout], [2, ""]);
    assert.match(nothing.stderr, /There is no question/);

    const unknown = await run(createPlace(t), ["ask", "--jsno", "x"]);
    assert.equal(unknown.exitCode, 2);
    assert.match(unknown.stderr, /unknown option '--jsno'/);

    const config = await run(createPlace(t, { "switchboard.config.jsonc": '{\n"modle": 1\n}' }), [
      "ask",
      "--json",
      "x",
    ]);
    assert.equal(config.exitCode, 2);
    assert.partialDeepStrictEqual(JSON.parse(config.stderr), {
      error: { code: "invalid_config", exitCode: 2 },
    });
    assert.match(
      config.stderr,
      /switchboard\.config\.jsonc:2: modle: unknown key; did you mean \\"model\\"\?/,
    );
    assert.equal(config.stderr.trim().split("\n").length, 1);
  });

  test("exit code 3: there is no key, or the server refuses it", async (t) => {
    const none = await run(createPlace(t), ["ask", "-m", "anthropic", "x"]);
    assert.equal(none.exitCode, 3);
    assert.match(none.stderr, /Set ANTHROPIC_API_KEY/);

    const anthropic = await startFakeAnthropic({ turns: [[{ status: 401, error: "invalid x-api-key" }]] });
    t.after(() => anthropic.close());
    const place = createPlace(t, {
      "own.jsonc": { providers: { anthropic: { apiKey: "${KEY}", baseUrl: anthropic.url } } },
    });
    const refused = await run(place, ["-c", "own.jsonc", "ask", "-m", "anthropic:claude-haiku-4-5", "x"], {
      env: { KEY: "wrong" },
    });
    assert.equal(refused.exitCode, 3, refused.stderr);
    const gate = await ask(t, [[{ status: 403, error: "no" }]], ["x"]);
    assert.equal(gate.exitCode, 3, gate.stderr);
  });

  test("exit code 4: the model that was named cannot be reached", async (t) => {
    const { exitCode, stdout, stderr } = await run(createPlace(t), [
      "ask",
      "--json",
      "-m",
      "qwen3:0.6b",
      "x",
    ]);
    assert.deepEqual([exitCode, stdout], [4, ""]);
    assert.partialDeepStrictEqual(JSON.parse(stderr), { error: { code: "unreachable", exitCode: 4 } });
  });

  test("exit code 4: what listens there does not speak HTTP", async (t) => {
    const ssh = createServer((socket) => socket.on("error", () => {}).end("SSH-2.0-OpenSSH_9.2\r\n"));
    t.after(() => ssh.close());
    await once(ssh.listen(0, "127.0.0.1"), "listening");
    const { exitCode, stderr } = await run(createPlace(t), ["ask", "-m", "qwen3:0.6b", "x"], {
      env: { OLLAMA_HOST: `127.0.0.1:${(ssh.address() as AddressInfo).port}` },
    });
    assert.equal(exitCode, 4);
    assert.match(stderr, /^✗ .* does not answer in HTTP \(it begins with "SSH-2\.0.*Is the port right\?$/m);
  });

  test("exit codes 5, 6 and 7: a tool failed, was denied, or a limit was reached; what was put right counts no more", async (t) => {
    const failing = await ask(t, [[calculate("1/")], "It does not work."], ["x"]);
    assert.equal(failing.exitCode, 5);
    const mended = await ask(t, [[calculate("1/")], [calculate("1/1")], "1."], ["x"]);
    assert.equal(mended.exitCode, 0);

    const files = { "c.jsonc": { approval: { tools: { "calc*": "deny" } } } };
    const denied = await ask(t, [[calculate("1")], "I may not."], ["-c", "c.jsonc", "x"], { files });
    assert.equal(denied.exitCode, 6);
    assert.match(denied.stderr, /⊘ calculate .*The settings do not allow "calculate" to run/);
    assert.match(
      String(denied.requests.at(-1)?.body.messages?.at(-1)?.["content"]),
      /^Error: The settings do not allow/,
    );

    const limits = { "c.jsonc": { limits: { maxRounds: 1 } } };
    const endless = await ask(t, [[calculate("1")], "That is all."], ["-c", "c.jsonc", "x"], {
      files: limits,
    });
    assert.deepEqual([endless.exitCode, endless.stdout], [7, "That is all.\n"]);
  });

  test("exit code 130: Ctrl-C ends the question", async (t) => {
    const never = new Promise(() => {});
    const { exitCode, stdout } = await ask(t, [[{ thinking: "Hm." }, { wait: never }]], ["x"], {
      onOutput: (text, kill) => {
        if (text.includes("Hm.")) kill("SIGINT");
      },
    });
    assert.deepEqual([exitCode, stdout], [130, ""]);
  });

  test("a server's tool that changes something is denied where nobody can be asked, unless --allow names it", async (t) => {
    const server = join(import.meta.dirname, "fixtures", "lamp-server.ts");
    const files = { "c.jsonc": { mcpServers: { zwave: { command: process.execPath, args: [server] } } } };
    const args = { device_name: "Lamp", command: "on" };
    const turns = [[{ calls: [{ name: "control_zwave_device", arguments: args }] }], "Done."];
    const denied = await ask(t, turns, ["-c", "c.jsonc", "light"], { files });
    assert.equal(denied.exitCode, 6);
    assert.match(denied.stderr, /needs a person's approval, and there is nobody to ask/);
    const allowed = await ask(t, turns, ["-c", "c.jsonc", "--allow", "control_*", "light"], { files });
    assert.equal(allowed.exitCode, 0);
    assert.match(allowed.stderr, /↻ \{device_name: "Lamp"\} → \{deviceName: "Lamp"\}/);
    assert.match(allowed.stderr, /✓ control_zwave_device \d+ms {2}\{"deviceName":"Lamp","action":"on"\}/);
  });

  test("Ctrl-C ends a question that still waits for what comes on stdin", async (t) => {
    const hook = `process.on("newListener", (name) => name === "SIGINT" && process.stderr.write("listens"))`;
    const { exitCode } = await run(createPlace(t), ["ask", "x"], {
      keepsInputOpen: true,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` },
      onOutput: (text, kill) => {
        if (text === "listens") kill("SIGINT");
      },
    });
    assert.equal(exitCode, 130);
  });
});
