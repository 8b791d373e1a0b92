// The protocol's clients and transports have one property for each listener.
// oxlint-disable unicorn/prefer-add-event-listener
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { Client, ProtocolError, type ClientOptions } from "@modelcontextprotocol/client";
import { readChildEnvironment } from "../../src/config/child-environment.ts";
import { hasEnded, isRunning } from "./fixtures/is-running.ts";
import { StdioTransport, type StdioTransportOptions } from "../../src/mcp/stdio-transport.ts";

const faultyServer = join(import.meta.dirname, "fixtures", "faulty-server.ts");
const baseEnv = readChildEnvironment();

function faulty(args: readonly string[], options: StdioTransportOptions = {}): StdioTransport {
  return new StdioTransport(
    { command: process.execPath, args: [faultyServer, ...args] },
    { baseEnv, ...options },
  );
}

/** A server that is nothing but a few statements. */
function script(code: string, options: StdioTransportOptions = {}, env: Record<string, string> = {}) {
  return new StdioTransport({ command: process.execPath, args: ["-e", code], env }, { baseEnv, ...options });
}

async function connect(
  t: TestContext,
  transport: StdioTransport,
  options: ClientOptions = {},
): Promise<Client> {
  t.after(() => transport.close());
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(transport);
  return client;
}

const echo = (client: Client, text: string) => client.callTool({ name: "echo", arguments: { text } });
const says = (text: string) => ({ content: [{ type: "text", text }] });

function closing(transport: StdioTransport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  transport.onclose = resolve;
  return promise;
}

for (const mode of ["legacy", "auto"] as const) {
  for (const era of [[], ["--modern"]]) {
    test(`the official client lists and calls tools over it (${mode}, server ${era.join() || "of 2025"})`, async (t) => {
      const client = await connect(t, faulty(["none", ...era]), { versionNegotiation: { mode } });
      const isModern = mode === "auto" && era.length > 0;
      assert.equal(client.getNegotiatedProtocolVersion(), isModern ? "2026-07-28" : "2025-11-25");
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        ["echo", "add", "write", "idempotent"],
      );
      const texts = Array.from({ length: 32 }, (_, i) => `grüße ${i} 🏠`);
      const results = await Promise.all(texts.map((text) => echo(client, text)));
      assert.deepEqual(
        results.map((result) => result.content),
        texts.map((text) => says(text).content),
      );
    });
  }
}

test("[MCP-5] what a server says before it dies is there when the connection closes, with its exit code", async (t) => {
  const transport = faulty(["exits-at-once"]);
  await assert.rejects(connect(t, transport), /Connection closed/);
  assert.match(transport.stderr, /is the Z-Wave stick plugged in\?/);
  assert.deepEqual(transport.exit, { code: 3, signal: null });
});

test("[MCP-5] the signal that ended a server is kept", async (t) => {
  const transport = faulty(["none"]);
  await connect(t, transport);
  const closed = closing(transport);
  process.kill(transport.pid ?? 0, "SIGKILL");
  await closed;
  assert.deepEqual(transport.exit, { code: null, signal: "SIGKILL" });
});

test("[MCP-5] 50 MB on stderr block nothing, and only their end is kept", async (t) => {
  const transport = faulty(["floods-stderr"], { stderrBytes: 4_096 });
  const client = await connect(t, transport);
  assert.deepEqual(await echo(client, "still here"), says("still here"));
  await transport.close();
  assert.equal(Buffer.byteLength(transport.stderr), 4_096);
  assert.ok(transport.stderr.endsWith("that was all\n"));
});

test("[MCP-8] lines on stdout that are not JSON-RPC are reported as they are, and the calls go on", async (t) => {
  const garbage: string[] = [];
  const client = await connect(t, faulty(["prints-garbage"], { onGarbage: (line) => garbage.push(line) }));
  assert.deepEqual(await echo(client, "one"), says("one"));
  assert.deepEqual(await echo(client, "two"), says("two"));
  const printed = ["Debugger listening", '{"level":30,"msg":"not JSON-RPC"}', "[1, 2"];
  assert.deepEqual(garbage.slice(0, 7), [...printed, "done", ...printed]);
});

test("[MCP-8] of a long line of garbage only the start is reported", async () => {
  const garbage: string[] = [];
  const transport = script("console.log('x'.repeat(1e6))", { onGarbage: (line) => garbage.push(line) });
  const closed = closing(transport);
  await transport.start();
  await closed;
  assert.deepEqual(garbage, [`${"x".repeat(2_000)}…`]);
});

test("[MCP-8] a last line without an end is reported when the server has ended", async () => {
  const garbage: string[] = [];
  const transport = script("process.stdout.write('Usage: server')", {
    onGarbage: (line) => garbage.push(line),
  });
  const closed = closing(transport);
  await transport.start();
  await closed;
  assert.deepEqual(garbage, ["Usage: server"]);
});

test("[MCP-8] a listener that throws costs only its own line", async (t) => {
  const errors: string[] = [];
  const transport = faulty(["prints-garbage"], {
    onGarbage: () => {
      throw new Error("no log today");
    },
  });
  const client = await connect(t, transport);
  client.onerror = (error) => errors.push(error.message);
  assert.deepEqual(await echo(client, "one"), says("one"));
  assert.equal(errors[0], "no log today");
});

test("half a line waits, and the call it begins can be cut", async (t) => {
  const client = await connect(t, faulty(["half-line"]));
  await assert.rejects(
    client.callTool({ name: "echo", arguments: { text: "x" } }, { timeout: 50 }),
    /Request timed out/,
  );
});

test("[MCP-16] an answer of 30 MB fails its call and no other", async (t) => {
  const client = await connect(t, faulty(["huge-answer", "2"]));
  const texts = ["one", "two", "three"];
  const [one, two, three] = await Promise.allSettled(texts.map((text) => echo(client, text)));
  assert.deepEqual(one, { status: "fulfilled", value: says("one") });
  assert.deepEqual(three, { status: "fulfilled", value: says("three") });
  assert.ok(two?.status === "rejected" && two.reason instanceof ProtocolError);
  assert.match(
    two.reason.message,
    /^The server's answer is too large: \d{8} bytes, and at most 10485760 are read$/,
  );
});

test("[MCP-16] a line too long to be read that answers nothing is an error, and no more", async () => {
  const errors: Error[] = [];
  const long = script("console.log('x'.repeat(5000))", { maxLineBytes: 1_000 });
  long.onerror = (error) => errors.push(error);
  const closed = closing(long);
  await long.start();
  await closed;
  assert.match(errors[0]?.message ?? "", /sent a line of 5000 bytes, and at most 1000 are read: xxx/);
});

test("a crash ends the calls in flight, and the transport is closed once", async (t) => {
  const transport = faulty(["crashes-in-call", "2"]);
  let closes = 0;
  transport.onclose = () => (closes += 1);
  const client = await connect(t, transport);
  await echo(client, "one");
  await assert.rejects(echo(client, "two"), /Connection closed/);
  await assert.rejects(transport.send({ jsonrpc: "2.0", method: "late" }), /is not running/);
  await transport.close();
  assert.equal(closes, 1);
  assert.match(transport.stderr, /Segmentation fault in the driver/);
});

test("a server that closes its stdout can answer nothing more: the calls in flight end", async (t) => {
  const client = await connect(t, faulty(["closes-stdout"]));
  await assert.rejects(echo(client, "one"), /Connection closed/);
});

test("a server that closes its stdin is an error with its name, and the connection ends", async () => {
  const errors: string[] = [];
  const transport = script("require('fs').closeSync(0); console.log('closed'); setInterval(() => {}, 1e3)", {
    onGarbage: () => void transport.send({ jsonrpc: "2.0", method: "hello" }),
  });
  transport.onerror = (error) => errors.push(error.message);
  const closed = closing(transport);
  await transport.start();
  await closed;
  await transport.close();
  assert.match(errors[0] ?? "", /node" no longer reads its input: write EPIPE/);
});

test("a send to a server that does not read waits, and ends when the connection does", async () => {
  const transport = script("setInterval(() => {}, 1e3)");
  await transport.start();
  const params = { text: "x".repeat(1_000_000) };
  await transport.send({ jsonrpc: "2.0", method: "big", params });
  await new Promise(setImmediate);
  const second = transport.send({ jsonrpc: "2.0", method: "big", params });
  // One that did not wait would be through by now, and could not be rejected any more.
  const rejected = assert.rejects(second, /is not running/);
  await transport.close();
  await rejected;
});

test("what was sent before close() still arrives", async () => {
  const transport = script("process.stdin.on('data', (text) => process.stderr.write(text))");
  await transport.start();
  void transport.send({ jsonrpc: "2.0", method: "notifications/cancelled" });
  await transport.close();
  assert.equal(transport.stderr, '{"jsonrpc":"2.0","method":"notifications/cancelled"}\n');
});

test("[MCP-13] close() ends a server that ignores the end of its input and SIGTERM", async (t) => {
  const transport = faulty(["ignores-sigterm"]);
  const client = await connect(t, transport);
  const pid = transport.pid ?? 0;
  await client.close();
  assert.ok(!isRunning(pid));
  assert.deepEqual(transport.exit, { code: null, signal: "SIGKILL" });
  assert.match(transport.stderr, /SIGTERM ignored/);
});

test("[MCP-13] close() ends calls in flight at once, not when the server is gone", async (t) => {
  const transport = faulty(["only-progress"]);
  const client = await connect(t, transport);
  const isUnderWay = Promise.withResolvers<unknown>();
  const options = { onprogress: isUnderWay.resolve };
  const call = client.callTool({ name: "echo", arguments: { text: "x" } }, options);
  await isUnderWay.promise;
  const closed = client.close();
  await assert.rejects(call, /Connection closed/);
  assert.equal(transport.exit, undefined);
  await closed;
});

for (const how of ["close()", "a crash of the server"]) {
  test(`[MCP-13] ${how} ends the server's own children, even if they hold its pipes`, async (t) => {
    const transport = faulty(["leaves-grandchild"]);
    await connect(t, transport);
    const grandchild = Number(/grandchild (\d+)/.exec(transport.stderr)?.[1]);
    assert.ok(isRunning(grandchild));
    if (how === "close()") {
      await transport.close();
      assert.ok(!isRunning(grandchild));
    } else {
      const closed = closing(transport);
      process.kill(transport.pid ?? 0, "SIGKILL");
      await closed;
      assert.ok(await hasEnded(grandchild));
    }
  });
}

test("a crash is told at once, even if somebody who cannot be ended with the server holds its pipes", async (t) => {
  const transport = script(`
    const { pid } = require("child_process").spawn(
      process.execPath, ["-e", "setInterval(() => {}, 1e3)"], { detached: true, stdio: "inherit" });
    process.stderr.write(String(pid), () => process.exit(4));`);
  t.after(() => process.kill(Number(transport.stderr), "SIGKILL"));
  const closed = closing(transport);
  await transport.start();
  await closed;
  assert.deepEqual(transport.exit, { code: 4, signal: null });
  assert.ok(isRunning(Number(transport.stderr)));
});

test("[MCP-13] close() before the process has started, and twice, leaves nothing behind", async () => {
  const transport = script("setInterval(() => {}, 1e3)");
  const started = transport.start();
  const pid = transport.pid ?? 0;
  await Promise.all([started, transport.close(), transport.close()]);
  assert.ok(!isRunning(pid));
  await assert.rejects(transport.start(), /was started already/);
});

test("closing what was never started is quiet", async () => {
  const transport = script("");
  await transport.close();
  assert.equal(transport.pid, undefined);
  assert.equal(transport.exit, undefined);
});

test("a command that does not exist is an error with its name and what to do", async () => {
  const transport = new StdioTransport({ command: "no-such-server" }, { baseEnv });
  let closes = 0;
  transport.onclose = () => (closes += 1);
  await assert.rejects(transport.start(), {
    code: "server_not_started",
    message:
      'Cannot start "no-such-server": there is no such command (ENOENT). Install it, or give its full path',
  });
  await transport.close();
  assert.equal(closes, 0);
});

test("other reasons why a command cannot start are told apart", async () => {
  const missing = join(tmpdir(), "no", "such", "directory");
  const elsewhere = new StdioTransport({ command: process.execPath, cwd: missing }, { baseEnv });
  await assert.rejects(elsewhere.start(), {
    message: `Cannot start "${process.execPath}": its directory ${missing} does not exist`,
  });
  const noProgram = new StdioTransport({ command: faultyServer }, { baseEnv });
  await assert.rejects(noProgram.start(), /it may not be executed \(EACCES\)/);
  const badArgument = new StdioTransport({ command: process.execPath, args: ["a\0b"] }, { baseEnv });
  await assert.rejects(badArgument.start(), /Cannot start .* without null bytes/);
});

test("[MCP-18] a server sees the base environment, its own settings, and nothing else", async (t) => {
  process.env["SECRET_OF_THE_HOST"] = "x";
  t.after(() => delete process.env["SECRET_OF_THE_HOST"]);
  const seen: string[] = [];
  const code = "console.log(Object.keys(process.env).sort().join())";
  const options = { baseEnv: { PATH: "/bin" }, onGarbage: (line: string) => seen.push(line) };
  const transport = script(code, options, { TOKEN: "t" });
  const closed = closing(transport);
  await transport.start();
  await closed;
  assert.deepEqual(seen, ["PATH,TOKEN"]);
});

test("arguments reach the server as they are: no shell reads them", async () => {
  const seen: string[] = [];
  const args = ["$HOME", "`id`", "a b", "; exit 1", "*"];
  const server = {
    command: process.execPath,
    args: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", ...args],
  };
  const transport = new StdioTransport(server, { baseEnv, onGarbage: (line) => seen.push(line) });
  const closed = closing(transport);
  await transport.start();
  await closed;
  assert.deepEqual(JSON.parse(seen[0] ?? ""), args);
});

test("[MCP-12] a call that is given up is cancelled at the server", async (t) => {
  const transport = script(
    `
    require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      console.error(method);
      const serverInfo = { name: "x", version: "1" };
      const result = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
      if (method === "initialize") console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
      if (method === "tools/call") console.log("it has arrived");
      if (method === "notifications/cancelled") process.exit();
    });`,
    { onGarbage: () => controller.abort(new Error("enough")) },
  );
  const controller = new AbortController();
  const client = await connect(t, transport);
  const ended = Promise.withResolvers<void>();
  client.onclose = ended.resolve;
  await assert.rejects(client.callTool({ name: "any" }, { signal: controller.signal }), /enough/);
  await ended.promise;
  assert.match(transport.stderr, /tools\/call\nnotifications\/cancelled\n$/);
});
