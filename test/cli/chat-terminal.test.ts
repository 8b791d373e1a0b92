import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { toScreen } from "../../scripts/picture/terminal-screen.ts";
import { startFakeOllama, type FakeOllamaOptions } from "../../src/testing.ts";
import { createPlace, keys, open, sideBySide } from "./support.ts";

const server = join(import.meta.dirname, "fixtures", "lamp-server.ts");
const zwave = { mcpServers: { zwave: { command: process.execPath, args: [server] } } };
const switchLamp = (name: string) => ({
  calls: [{ name: "control_zwave_device", arguments: { deviceName: name, action: "on" } }],
});

async function openChat(
  t: TestContext,
  turns: NonNullable<FakeOllamaOptions["turns"]>,
  options: {
    readonly args?: readonly string[];
    readonly columns?: number;
    readonly files?: Record<string, object>;
  } = {},
) {
  const ollama = await startFakeOllama({ turns });
  t.after(() => ollama.close());
  const place = createPlace(t, options.files);
  const screen = open(t, place, options.args ?? [], { ...options, env: { OLLAMA_HOST: ollama.url } });
  await screen.shows("› ");
  const say = (text: string) => screen.type(`${text}${keys.enter}`);
  return { ollama, place, screen, say };
}

/** What is to be seen on a terminal after all this was written. */
function showLines(raw: string, columns: number): string[] {
  return toScreen(raw, columns).map((line) => line.map(({ character }) => character).join(""));
}

suite("a conversation in a terminal", sideBySide, () => {
  test("a conversation streams, and shows thinking, each call with its arguments, time and result, and repairs", async (t) => {
    const { ollama, screen, say } = await openChat(t, [
      [{ thinking: "Numbers." }, { calls: [{ name: "Calculate", arguments: { expression: "6*7" } }] }],
      ["It is ", "42."],
      "You asked about 42.",
    ]);
    say("six times seven");
    await screen.shows("Numbers.");
    await screen.shows('→ Calculate  expression: "6*7"');
    await screen.shows('↻ "Calculate" → "calculate"');
    await screen.shows(/✓ calculate \d+ms {2}42/);
    await screen.shows("It is 42.");
    assert.ok(screen.raw.includes("\x1b[2mNumbers."), "thinking is dimmed");
    await screen.shows("› ");
    say("what did I ask?");
    await screen.shows("You asked about 42.");
    // The whole history goes along.
    assert.equal(ollama.requests.at(-1)?.body.messages?.length, 5);
    await screen.shows("› ");
    say("/bye");
    assert.equal(await screen.ended, 0);
  });

  test("Ctrl-C stops the turn, and the conversation goes on; keys that come meanwhile stand in the next line", async (t) => {
    const never = new Promise(() => {});
    const { ollama, screen, say } = await openChat(t, [["Once upon a time", { wait: never }], "Hello."]);
    say("a story");
    await screen.shows("Once upon a time");
    screen.type("he");
    screen.type(keys.ctrlC);
    await screen.shows("stopped");
    await screen.shows("› ");
    say("hi");
    await screen.shows("Hello.");
    assert.equal(ollama.requests.at(-1)?.body.messages?.at(-1)?.["content"], "hi");
    await screen.shows("› ");
    screen.type(keys.ctrlD);
    assert.equal(await screen.ended, 0);
  });

  test("who stops a turn and then leaves has left in good order", async (t) => {
    const { screen, say } = await openChat(t, [["Once", { wait: new Promise(() => {}) }]]);
    say("a story");
    await screen.shows("Once");
    screen.type(keys.ctrlC);
    await screen.shows("stopped");
    await screen.shows("› ");
    say("/bye");
    assert.equal(await screen.ended, 0);
  });

  test("what is typed while the model answers is not shown in its answer, and is the next line", async (t) => {
    let goOn = () => {};
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    const { ollama, screen, say } = await openChat(t, [["Once ", { wait: pause }, "upon a time."], "Fine."]);
    say("a story");
    await screen.shows("Once ");
    say("next question");
    goOn();
    await screen.shows("upon a time.");
    await screen.shows("Fine.");
    assert.equal(ollama.requests.at(-1)?.body.messages?.at(-1)?.["content"], "next question");
  });

  test("Ctrl-C twice ends the program: in a turn that does not stop, and at an empty line", async (t) => {
    const never = new Promise(() => {});
    const inTurn = await openChat(t, [["Once", { wait: never }]]);
    inTurn.say("a story");
    await inTurn.screen.shows("Once");
    inTurn.screen.type(keys.ctrlC + keys.ctrlC);
    assert.equal(await inTurn.screen.ended, 130);

    const atPrompt = await openChat(t, []);
    atPrompt.screen.type("half a question");
    await atPrompt.screen.shows("half a question");
    atPrompt.screen.type(keys.ctrlC);
    atPrompt.screen.type(keys.ctrlC);
    await atPrompt.screen.shows("Ctrl-C again");
    atPrompt.screen.type(keys.ctrlC);
    assert.equal(await atPrompt.screen.ended, 130);
  });

  test("Ctrl-C that comes in one piece with the line stops its turn", async (t) => {
    const { screen, say } = await openChat(t, [[{ wait: new Promise(() => {}) }], "Hello."]);
    screen.type(`a story${keys.enter}${keys.ctrlC}`);
    await screen.shows("stopped");
    await screen.shows("› ");
    say("/history");
    await screen.shows("user: a story");
    screen.type(`another${keys.enter}${keys.ctrlC}${keys.ctrlC}`);
    assert.equal(await screen.ended, 130);
  });

  test("what is told after a question that was longer than a line, and not answered, stays", async (t) => {
    const columns = 30;
    const { screen, say } = await openChat(t, [[switchLamp("Lamp")]], {
      args: ["-c", "c.json"],
      columns,
      files: { "c.json": zwave },
    });
    say("switch it on");
    await screen.shows("[n]o › ");
    screen.type(`o${keys.ctrlC}`);
    await screen.shows("stopped");
    await screen.shows("› ");
    assert.deepEqual(showLines(screen.raw, columns).slice(-2), ["stopped", "› "]);
  });

  test("a tool that changes something is asked about: once, no and always", async (t) => {
    const { ollama, screen, say } = await openChat(
      t,
      [
        [switchLamp("One")],
        "One is on.",
        [switchLamp("Two")],
        "It stays off.",
        [switchLamp("Three")],
        "Three is on.",
        [switchLamp("Four")],
        "Four is on.",
      ],
      { args: ["-c", "c.json"], files: { "c.json": zwave } },
    );
    say("turn on one");
    await screen.shows('control_zwave_device wants to run: deviceName: "One", action: "on"');
    await screen.shows("[o]nce, [a]lways in this session, [n]o › ");
    say("o");
    await screen.shows(/✓ control_zwave_device/);
    await screen.shows("One is on.");
    say("turn on two");
    await screen.shows("[n]o › ");
    say("");
    await screen.shows(
      '⊘ control_zwave_device 0ms  Error: The user does not want "control_zwave_device" to run',
    );
    await screen.shows("It stays off.");
    assert.match(
      String(ollama.requests.at(-1)?.body.messages?.at(-1)?.["content"]),
      /The user does not want/,
    );
    say("turn on three");
    await screen.shows("[n]o › ");
    say("a");
    await screen.shows("Three is on.");
    const asked = screen.text.split("wants to run").length;
    say("turn on four");
    await screen.shows("Four is on.");
    assert.equal(screen.text.split("wants to run").length, asked);
  });

  test("what was typed before a question was there does not answer it, and Ctrl-C at the question stops the turn", async (t) => {
    const { screen } = await openChat(t, [[switchLamp("One")], "Next."], {
      args: ["-c", "c.json"],
      files: { "c.json": zwave },
    });
    screen.type(`turn on one${keys.enter}a${keys.enter}`);
    await screen.shows("[n]o › ");
    screen.type(keys.ctrlC);
    await screen.shows("stopped");
    // The line that was entered early is the next turn.
    await screen.shows("Next.");
    assert.doesNotMatch(screen.text, /✓ control_zwave_device/);
  });

  test("lines fit the terminal's width, also after it has changed", async (t) => {
    const long = "x".repeat(300);
    const echo = { calls: [{ name: "echo", arguments: { text: long } }] };
    const { screen, say } = await openChat(t, [[echo], "One.", [echo], "Two."], { columns: 60 });
    const lineWidths = () =>
      screen.text
        .split(/\r?\n/)
        .filter((line) => line.includes("xxx"))
        .map((line) => line.length);
    say("first");
    await screen.shows("One.");
    assert.deepEqual(lineWidths(), [60, 60]);
    await screen.shows("› ");
    screen.resize(40, 20);
    // Drawn again: the program has seen the new width.
    await screen.shows("› ");
    say("second");
    await screen.shows("Two.");
    assert.deepEqual(lineWidths(), [60, 60, 40, 40]);
  });

  test("no escape of a model or a tool reaches the terminal, also in pieces", async (t) => {
    const { screen, say } = await openChat(t, [
      [{ thinking: "\x1b]0;title\x07" }, { calls: [{ name: "echo", arguments: { text: "\x1b[2Jgone" } }] }],
      ["a\x1b", "[41mred"],
    ]);
    say("x");
    await screen.shows("a␛[41mred");
    for (const escape of ["\x1b]0;", "\x1b[2J", "\x1b[41m"]) assert.ok(!screen.raw.includes(escape));
  });

  test("NO_COLOR means no colours", async (t) => {
    const ollama = await startFakeOllama({ turns: [[{ thinking: "Hm." }, "Hello."]] });
    t.after(() => ollama.close());
    const screen = open(t, createPlace(t), ["ask", "hi"], {
      env: { OLLAMA_HOST: ollama.url, NO_COLOR: "1" },
    });
    assert.equal(await screen.ended, 0);
    assert.equal(screen.raw, screen.text);
  });

  test("slash commands: help, tools, model, servers, history, save, and one that is misspelt", async (t) => {
    const call = { calls: [{ name: "echo", arguments: { text: "x" } }] };
    const { place, screen, say } = await openChat(t, [[call], "Hello."]);
    say("hi");
    await screen.shows("Hello.");
    say("/help");
    await screen.shows(/\/save +\/save FILE/);
    say("/tools");
    await screen.shows(/calculate +Works out/);
    say("/model operator");
    await screen.shows("· operator (as set)");
    say("/model");
    await screen.shows("· operator (as set)");
    say("/servers");
    await screen.shows("No MCP server is configured");
    say("/history");
    await screen.shows('assistant: → echo  text: "x"');
    await screen.shows("tool: x");
    await screen.shows("assistant: Hello.");
    say("/save talk.json");
    await screen.shows("Saved 4 messages");
    const saved = JSON.parse(readFileSync(join(place.folder, "talk.json"), "utf8")) as {
      messages: unknown[];
    };
    assert.partialDeepStrictEqual(saved.messages[0], { role: "user", content: "hi" });
    say("/hlep");
    await screen.shows("Did you mean /help?");
    say("/save /nowhere/talk.json");
    await screen.shows("✗ ");
    say("/bye");
    assert.equal(await screen.ended, 0);
  });

  test("a model that fails is told, and the conversation goes on", async (t) => {
    const { screen, say } = await openChat(t, [[{ error: "out of memory" }], "Better."]);
    say("hi");
    await screen.shows("out of memory");
    await screen.shows("› ");
    say("again");
    await screen.shows("Better.");
  });

  test("a project's servers are shown, and started when the person trusts them, once", async (t) => {
    const ollama = await startFakeOllama({ turns: [] });
    t.after(() => ollama.close());
    const place = createPlace(t, { ".mcp.json": zwave });
    const env = { OLLAMA_HOST: ollama.url };

    const wary = open(t, place, [], { env });
    await wary.shows(".mcp.json is new or has changed. It wants:");
    await wary.shows("server zwave: ");
    await wary.shows("[y]es, [n]o › ");
    wary.type(`n${keys.enter}`);
    await wary.shows("is not trusted yet; left out of it:");
    await wary.shows(/· 6 tools ·/);

    const trusting = open(t, place, [], { env });
    await trusting.shows("[y]es, [n]o › ");
    trusting.type(`y${keys.enter}`);
    await trusting.shows("1 MCP server");

    const again = open(t, place, [], { env });
    await again.shows("1 MCP server");
    assert.doesNotMatch(again.text, /new or has changed/);
  });

  test("a server that fails while somebody types is told of above the line, which stays as it was", async (t) => {
    const bad = {
      command: process.execPath,
      args: ["-e", 'setInterval(() => fs.existsSync("go") && process.exit(3), 10)'],
      attempts: 2,
      retryDelayMs: 1,
    };
    const columns = 60;
    const { place, screen } = await openChat(t, [], {
      args: ["-c", "c.json"],
      columns,
      files: { "c.json": { mcpServers: { bad } } },
    });
    // Three rows of it.
    const typed = `${"half a question ".repeat(10)}END`;
    screen.type(typed);
    await screen.shows("END");
    place.write("go", "");
    await screen.shows("MCP connection failed after 2 attempts");
    await screen.shows("Continuing with local tools only");
    await screen.shows(`› ${typed}`);
    const shown = showLines(screen.raw, columns).join("");
    assert.equal(shown.split("half a question").length - 1, 10);
    assert.match(shown, /failed after 2 attempts.*local tools only.*› half a question/);
  });

  test("half a line that stood there before a question does not answer it, and stands in the next line", async (t) => {
    const { screen } = await openChat(t, [[switchLamp("One")], "It stays off."], {
      args: ["-c", "c.json"],
      files: { "c.json": zwave },
    });
    screen.type(`turn on one${keys.enter}a`);
    await screen.shows("[n]o › ");
    screen.type(keys.enter);
    await screen.shows("⊘ control_zwave_device");
    await screen.shows("It stays off.");
    await screen.shows("› a");
  });

  test("Ctrl-C at the question whether a project is trusted ends the program, and nothing is trusted", async (t) => {
    const place = createPlace(t, { ".mcp.json": zwave });
    const screen = open(t, place, []);
    await screen.shows("[y]es, [n]o › ");
    screen.type(keys.ctrlC);
    assert.equal(await screen.ended, 130);
    assert.equal(
      existsSync(join(place.env["XDG_STATE_HOME"] ?? "", "switchboard", "trusted-files.json")),
      false,
    );
  });

  test("Ctrl-C stops a turn that waits for a server which never answers", async (t) => {
    const mute = { command: process.execPath, args: ["-e", "process.stdin.resume()"] };
    const { screen, say } = await openChat(t, [], {
      args: ["-c", "c.json"],
      files: { "c.json": { mcpServers: { mute } } },
    });
    say("hi");
    await screen.shows(/hi[\r\n]+/);
    screen.type(keys.ctrlC);
    await screen.shows("stopped");
    await screen.shows("› ");
  });

  test("the end of the input at a question means no, and ends the conversation in good order", async (t) => {
    const { ollama, screen } = await openChat(t, [[switchLamp("One")], "It stays off."], {
      args: ["-c", "c.json"],
      files: { "c.json": zwave },
    });
    screen.type(`turn on one${keys.enter}half a line`);
    await screen.shows("[n]o › ");
    screen.type(keys.ctrlD);
    await screen.shows("It stays off.");
    assert.equal(await screen.ended, 0);
    assert.match(
      String(ollama.requests.at(-1)?.body.messages?.at(-1)?.["content"]),
      /The user does not want/,
    );
  });
});
