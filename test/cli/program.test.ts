import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { loadConfig } from "../../src/config/load-config.ts";
import { startFakeOllama } from "../../src/testing.ts";
import { createPlace, open, program, run, sideBySide, sourceProgram } from "./support.ts";

suite("the program", sideBySide, () => {
  test("--version gives the package's, and --help the commands, examples and exit codes", async (t) => {
    const place = createPlace(t);
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8"),
    ) as {
      version: string;
    };
    assert.deepEqual(await run(place, ["--version"]), { exitCode: 0, stdout: `${version}\n`, stderr: "" });
    const help = await run(place, ["--help"]);
    assert.equal(help.exitCode, 0);
    for (const command of [
      "chat",
      "ask",
      "tools",
      "mcp",
      "models",
      "doctor",
      "init",
      "demo",
      "serve-mcp",
      "completion",
    ]) {
      assert.match(help.stdout, new RegExp(`^  ${command} `, "m"));
    }
    assert.match(help.stdout, /Examples:[\s\S]*Exit codes:/);
    const own = await run(place, ["mcp", "--help"]);
    assert.match(own.stdout, /^ {2}-m, --model <model> [^]*add \[options\] <name>/m);
  });

  test("--version loads nothing but what it says", (t) => {
    const place = createPlace(t);
    const hooks = `import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) {
      if (url.startsWith("file:")) process.stderr.write(url.split("/").at(-1) + "\\n");
      return next(url, context);
    } });`;
    const { stderr } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(hooks)}`, sourceProgram, "--version"],
      { cwd: place.folder, env: place.env, encoding: "utf8" },
    );
    assert.deepEqual(stderr.trim().split("\n"), ["main.ts", "package-version.ts", "package.json"]);
  });

  test("a command that is misspelt is exit code 2 with the one that was meant", async (t) => {
    const { exitCode, stderr } = await run(createPlace(t), ["modles", "--json"]);
    assert.equal(exitCode, 2);
    assert.partialDeepStrictEqual(JSON.parse(stderr), {
      error: { code: "usage", message: 'There is no command "modles". Did you mean models?' },
    });
    const sub = await run(createPlace(t), ["mcp", "lst"]);
    assert.deepEqual(
      [sub.exitCode, sub.stderr],
      [2, '✗ There is no command "mcp lst". Did you mean list?\n'],
    );
    const pull = await run(createPlace(t), ["modles", "pull", "x"]);
    assert.match(pull.stderr, /no command "modles"\. Did you mean models\?/);
    const question = await run(createPlace(t), ["what", "is", "2+2"]);
    assert.equal(question.exitCode, 2);
    assert.match(question.stderr, /A question is asked with: switchboard ask/);
  });

  test("a reader who leaves early is no error", { skip: process.platform === "win32" }, (t) => {
    const place = createPlace(t);
    const line = `"${process.execPath}" "${program}" --help | head -1`;
    const output = execFileSync("sh", ["-c", line], {
      cwd: place.folder,
      env: place.env,
      stdio: "pipe",
      encoding: "utf8",
    });
    assert.match(output, /^Usage: switchboard/);
  });

  test("init writes a config with comments that is valid and trusted, and does not write over one", async (t) => {
    const place = createPlace(t);
    assert.equal((await run(place, ["init"])).exitCode, 0);
    const file = join(place.folder, "switchboard.config.jsonc");
    const { warnings, settings } = loadConfig({ cwd: place.folder, file, variables: place.env });
    assert.deepEqual([warnings, settings.model, settings.approval.default], [[], undefined, "ask"]);
    assert.equal((await run(place, ["tools"])).stderr, "");
    const again = await run(place, ["init"]);
    assert.equal(again.exitCode, 2);
    assert.match(again.stderr, /is there already; --force/);
    // What is commented out is right as well.
    const live = readFileSync(file, "utf8").replaceAll(/^( *)\/\/ (?=["{}]| )/gm, "$1");
    writeFileSync(file, live.replaceAll(/^( *"model": .*)$/gm, "$1"));
    const whole = loadConfig({ cwd: place.folder, file, variables: { ...place.env, SEARCH_TOKEN: "x" } });
    assert.deepEqual(Object.keys(whole.settings.mcpServers), ["files", "search"]);
    assert.equal(whole.settings.model, "ollama:qwen3:0.6b");
  });

  test("models shows what Ollama has and can do, and which keys are set, never the keys", async (t) => {
    const ollama = await startFakeOllama({
      models: ["qwen3:0.6b", { name: "gemma:2b", capabilities: ["completion"] }],
    });
    t.after(() => ollama.close());
    const env = { OLLAMA_HOST: ollama.url, OPENAI_API_KEY: "sk-secret" };
    const { stdout, stderr } = await run(createPlace(t), ["models"], { env });
    assert.match(stdout, /qwen3:0\.6b +523 MB +completion, tools\n/);
    assert.match(stdout, /gemma:2b +\S+ \S+ +completion\n/);
    assert.match(stdout, /openai +key is set/);
    assert.match(stdout, /anthropic +no key \(ANTHROPIC_API_KEY\)/);
    assert.doesNotMatch(stdout + stderr, /sk-secret/);
  });

  test("[OLL-10] a model is pulled with a bar in a terminal, and with a line a step in a pipe", async (t) => {
    const ollama = await startFakeOllama({ models: [], library: ["qwen3:0.6b"] });
    t.after(() => ollama.close());
    const env = { OLLAMA_HOST: ollama.url };
    const screen = open(t, createPlace(t), ["models", "pull", "qwen3:0.6b"], { env, columns: 70 });
    assert.equal(await screen.ended, 0);
    assert.match(screen.text, /█+░* \d+ %/);
    assert.match(screen.text, /✓ qwen3:0\.6b is there/);
    const piped = await run(createPlace(t), ["models", "pull", "qwen3:0.6b"], { env });
    assert.match(piped.stderr, /^pulling manifest\n/);
    assert.doesNotMatch(piped.stderr, /█|\r/);
    const missing = await run(createPlace(t), ["models", "pull", "none"], { env });
    assert.notEqual(missing.exitCode, 0);
  });

  test("doctor says how everything is and what mends it, as text and as JSON", async (t) => {
    const place = createPlace(t, {
      ".mcp.json": { mcpServers: { bad: { command: "no-such-program-at-all" } } },
    });
    await run(place, ["mcp", "trust"]);
    const text = await run(place, ["doctor"], {
      env: { OPENAI_API_KEY: "sk-secret", MQTT_BROKER_URL: "mqtt://127.0.0.1:9" },
    });
    assert.equal(text.exitCode, 1);
    assert.match(text.stdout, /^✓ Node {2}\d+\.\d+/m);
    assert.match(text.stdout, /^! Ollama {2}does not answer at 127\.0\.0\.1:9\n {4}→ ollama serve/m);
    assert.match(text.stdout, /^✓ keys {2}set for openai$/m);
    assert.match(text.stdout, /^✗ MCP bad {2}.*\n(?: {4}.*\n)* {4}→ switchboard mcp test bad/m);
    assert.match(text.stdout, /^✗ MQTT {2}mqtt:\/\/127\.0\.0\.1:9 does not let us in/m);
    assert.doesNotMatch(text.stdout + text.stderr, /sk-secret/);

    const broken = createPlace(t, { "switchboard.config.jsonc": '{\n "limits": 1 }' });
    const json = await run(broken, ["doctor", "--json"]);
    const { checks } = JSON.parse(json.stdout) as { checks: { state: string; fact: string }[] };
    assert.deepEqual(
      checks.map(({ state }) => state),
      ["fine", "broken"],
    );
    assert.match(checks[1]?.fact ?? "", /switchboard\.config\.jsonc:2: limits: must be an object, got 1/);
  });

  test("a chat without a terminal takes each line as a turn, and ends with the last one's code", async (t) => {
    const ollama = await startFakeOllama({ turns: ["One.", "Two."] });
    t.after(() => ollama.close());
    const { exitCode, stdout } = await run(createPlace(t), [], {
      env: { OLLAMA_HOST: ollama.url },
      input: "a\n\nb\n",
    });
    assert.deepEqual([exitCode, stdout], [0, "One.\nTwo.\n"]);
    assert.equal(ollama.requests.at(-1)?.body.messages?.length, 3);
  });

  test("chat --json answers each line with a line of JSON, also where the model fails, and says nothing else", async (t) => {
    const ollama = await startFakeOllama({ turns: ["One.", [{ error: "out of memory" }], "Three."] });
    t.after(() => ollama.close());
    const { exitCode, stdout, stderr } = await run(createPlace(t), ["chat", "--json"], {
      env: { OLLAMA_HOST: ollama.url },
      input: "a\nb\n\nc\n/bye\nd\n",
    });
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    assert.equal(lines.length, 3);
    const model = { provider: "ollama", model: "qwen3:0.6b" };
    assert.partialDeepStrictEqual(lines[0], { text: "One.", endReason: "answer", ...model });
    assert.partialDeepStrictEqual(lines[1], { error: { code: "server_error", exitCode: 4 } });
    assert.partialDeepStrictEqual(lines[2], { text: "Three." });
    assert.deepEqual(JSON.parse(stderr), lines[1]);
    assert.equal(exitCode, 0, "as the last turn");
  });

  test("init does not put a file beside one that would then not count any more", async (t) => {
    const place = createPlace(t, { "switchboard.config.json": {} });
    const { exitCode, stderr } = await run(place, ["init"]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /switchboard\.config\.json is this project's config/);
  });

  test("a model is pulled from the server that a trusted project names", async (t) => {
    const ollama = await startFakeOllama({ models: [], library: ["qwen3:0.6b"] });
    t.after(() => ollama.close());
    const place = createPlace(t, {
      "switchboard.config.jsonc": { providers: { ollama: { host: ollama.url } } },
    });
    const env = { OLLAMA_HOST: "" };
    await run(place, ["mcp", "trust"], { env });
    const { exitCode, stderr } = await run(place, ["models", "pull", "qwen3:0.6b"], { env });
    assert.equal(exitCode, 0, stderr);
  });

  test("doctor goes on where something cannot even be looked at", async (t) => {
    const { exitCode, stdout } = await run(createPlace(t), ["doctor"], { env: { OLLAMA_HOST: ":::" } });
    assert.equal(exitCode, 1);
    assert.match(stdout, /^✗ Ollama {2}":::" is no address[^]*^✓ MQTT/m);
  });

  test("an answer that cannot be written is no success", { skip: !existsSync("/dev/full") }, (t) => {
    const place = createPlace(t);
    const line = `"${process.execPath}" "${program}" tools > /dev/full`;
    const { status } = spawnSync("sh", ["-c", line], { cwd: place.folder, env: place.env });
    assert.equal(status, 1);
  });

  test(
    "an answer is one also where nothing can be told beside it",
    { skip: !existsSync("/dev/full") },
    (t) => {
      const place = createPlace(t);
      const line = `"${process.execPath}" "${program}" ask -m operator "2+2" 2> /dev/full`;
      const { status, stdout } = spawnSync("sh", ["-c", line], {
        cwd: place.folder,
        env: place.env,
        input: "",
      });
      assert.deepEqual([status, String(stdout)], [0, "4\n"]);
    },
  );

  test(
    "a pipe or a huge file in the place of a config holds nobody up",
    { skip: process.platform === "win32" },
    async (t) => {
      const place = createPlace(t, { "huge.json": "", "switchboard.config.jsonc": { approval: {} } });
      place.write("../state/switchboard/any", "");
      execFileSync("sh", ["-c", "mkfifo .mcp.json ../state/switchboard/trusted-files.json"], {
        cwd: place.folder,
      });
      const piped = await run(place, ["tools"]);
      assert.match(piped.stderr, /^! .*\.mcp\.json: cannot be read: it is a pipe or a device, not a file$/m);
      assert.deepEqual([piped.exitCode, /calculate/.test(piped.stdout)], [0, true]);
      truncateSync(join(place.folder, "huge.json"), 1e12);
      const huge = await run(place, ["-c", "huge.json", "tools"]);
      assert.deepEqual([huge.exitCode, huge.stdout], [2, ""]);
      assert.match(huge.stderr, /huge\.json: cannot be read: it is larger than 4 MB$/m);
    },
  );

  test("what follows a lone -- is no option of ours", async (t) => {
    const { exitCode, stderr } = await run(createPlace(t), ["ask", "-m", "anthropic", "--", "--json"]);
    assert.equal(exitCode, 3);
    assert.match(stderr, /^✗ There is no key for anthropic/);
  });
});
