import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { startHouse } from "../../src/house/simulated-house.ts";
import { makeTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { integrate } from "./fixtures/integrate.ts";
import { connectOfficialClient } from "./fixtures/official-client.ts";
import { initializeParams, startPeer } from "./fixtures/stdio-peer.ts";

const program = join(import.meta.dirname, "fixtures", "serving-program.ts");
const sources = join(import.meta.dirname, "..", "..", "src");
const command = { command: process.execPath, args: [program] };

/** Calls for every server that is written here, and what it needs to run. */
const servers = {
  "a program that serves its tools, which print": {
    args: [program],
    start: async () => ({ env: {}, close: async () => {} }),
    calls: [
      { name: "echo", arguments: { text: "hello\nworld" } },
      { name: "weather", arguments: { city: "Ulm" } },
      { name: "fail", arguments: {} },
      { name: "no_such_tool", arguments: {} },
    ],
    prints: ["echo was asked to say hello\nworld\nand this is half a line"],
  },
  "switchboard serve-mcp": {
    args: [join(sources, "cli", "main.ts"), "serve-mcp"],
    start: async () => ({
      env: { HOME: makeTemporaryFolder() },
      close: async () => {},
    }),
    calls: [
      { name: "calculate", arguments: { expression: "2 + 3" } },
      { name: "calculate", arguments: { expression: "2 +" } },
    ],
    prints: [],
  },
  "zwave-mcp-server": {
    args: [join(sources, "house", "zwave-mcp-server.ts")],
    start: async () => {
      const house = await startHouse();
      return { env: { MQTT_BROKER_URL: house.brokerUrl }, close: () => house.close() };
    },
    calls: [
      { name: "list_zwave_devices", arguments: {} },
      { name: "get_device_sensor_data", arguments: { deviceName: "nowhere" } },
    ],
    prints: ["list_zwave_devices: "],
  },
};

for (const [name, { args, start, calls, prints }] of Object.entries(servers)) {
  test(`[MCP-9] under load, ${name} writes nothing but messages to stdout`, async (t) => {
    const { env, close } = await start();
    t.after(close);
    const peer = startPeer(t, args, env);
    await peer.initialize();
    const asked = Array.from({ length: 200 }, (_, index) =>
      peer.request(index + 1, "tools/call", calls[index % calls.length]),
    );
    peer.write("this is no message\n");
    const answers = await Promise.all(asked);
    peer.end();
    assert.deepEqual(await peer.exit, { code: 0, signal: null });
    assert.deepEqual(
      answers.filter(({ result }) => result === undefined),
      [],
    );
    for (const line of peer.lines)
      assert.equal((JSON.parse(line) as { jsonrpc: unknown }).jsonrpc, "2.0", line);
    const stderr = await peer.stderr;
    for (const words of ["this is no message", ...prints]) assert.ok(stderr.includes(words), words);
  });
}

test("what was asked before stdin ended is answered, and then the program ends", async (t) => {
  const peer = startPeer(t, [program]);
  await peer.initialize();
  const slow = peer.request(1, "tools/call", { name: "wait", arguments: { ms: 300 } });
  peer.end();
  assert.deepEqual((await slow).result, { content: [{ type: "text", text: "waited 300 ms" }] });
  assert.deepEqual(await peer.exit, { code: 0, signal: null });
});

test("a subscription, which is never answered, does not keep the program alive when stdin ends", async (t) => {
  const peer = startPeer(t, [program]);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "peer", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  void peer.request(1, "subscriptions/listen", { notifications: { toolsListChanged: true }, _meta: meta });
  await peer.message(({ method }) => method === "notifications/subscriptions/acknowledged");
  peer.end();
  assert.deepEqual(await peer.exit, { code: 0, signal: null });
});

test("a client that stops reading ends the program, and its calls with it", async (t) => {
  const peer = startPeer(t, [program]);
  await peer.initialize();
  peer.stopReading();
  void peer.request(1, "tools/call", { name: "wait", arguments: { ms: 60_000 } });
  void peer.request(2, "tools/call", { name: "echo", arguments: { text: "hi" } });
  assert.equal((await peer.exit).code, 0);
  assert.match(await peer.stderr, /wait was aborted[\s\S]*The program is done/);
});

test("notifications/cancelled aborts the call, which gets no answer", async (t) => {
  const peer = startPeer(t, [program]);
  await peer.initialize();
  void peer.request(1, "tools/call", { name: "wait", arguments: { ms: 60_000 } });
  // Requests start in the order in which they come: once this one is answered, the first is running.
  await peer.request(2, "tools/call", { name: "weather", arguments: { city: "Ulm" } });
  peer.notify("notifications/cancelled", { requestId: 1, reason: "enough" });
  peer.end();
  assert.equal((await peer.exit).code, 0);
  assert.match(await peer.stderr, /wait was aborted/);
  assert.ok(!peer.lines.some((line) => line.includes('"id":1,') || line.endsWith('"id":1}')));
});

test("a byte order mark before the first message does no harm", async (t) => {
  const peer = startPeer(t, [program]);
  peer.write("\u{FEFF}");
  assert.ok((await peer.initialize()).result);
});

test("a request that is too long is refused, and the next one is served", async (t) => {
  const peer = startPeer(t, [program]);
  await peer.initialize();
  const text = "x".repeat(10_000_001);
  const { error } = await peer.request(1, "tools/call", { name: "echo", arguments: { text } });
  assert.match(error?.message ?? "", /10000000 are the limit/);
  const { result } = await peer.request(2, "tools/call", { name: "echo", arguments: { text: "short" } });
  assert.deepEqual(result, { content: [{ type: "text", text: "short" }] });
});

test("arguments are repaired and checked as for any model's call", async (t) => {
  const peer = startPeer(t, [program]);
  await peer.initialize();
  const repaired = await peer.request(1, "tools/call", { name: "wait", arguments: { ms: "1" } });
  assert.deepEqual(repaired.result?.["content"], [{ type: "text", text: "waited 1 ms" }]);
  const refused = await peer.request(2, "tools/call", { name: "weather" });
  assert.equal(refused.result?.["isError"], true);
  assert.match(JSON.stringify(refused.result), /city: is required/);
});

test("tools that are added in one go are told of once, and not before the client is ready", async (t) => {
  const peer = startPeer(t, [program]);
  const addTools = (...names: string[]) => ({ name: "add_tools", arguments: { names } });
  await peer.request(0, "initialize", initializeParams);
  await peer.request(1, "tools/call", addTools("early"));
  peer.notify("notifications/initialized");
  await peer.request(2, "tools/call", addTools("a", "b", "c"));
  await peer.message(({ method }) => method === "notifications/tools/list_changed");
  const { result = {} } = await peer.request(3, "tools/list");
  const names = (result["tools"] as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names.slice(-4), ["early", "a", "b", "c"]);
  assert.equal(peer.lines.filter((line) => line.includes("list_changed")).length, 1);
});

for (const era of ["legacy", "modern"] as const) {
  test(`a client of the ${era} era finds the tools, calls them and hears of new ones`, async (t) => {
    const transport = new StdioClientTransport({ ...command, stderr: "ignore" });
    const { client, changed } = await connectOfficialClient(t, transport, era);
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "weather"));
    const { structuredContent } = await client.callTool({ name: "weather", arguments: { city: "Ulm" } });
    assert.deepEqual(structuredContent, { city: "Ulm", degrees: 21 });
    await client.callTool({ name: "add_tools", arguments: { names: ["later"] } });
    await changed;
    assert.ok((await client.listTools()).tools.some(({ name }) => name === "later"));
  });
}

test("the SDK of the old era works with it", async (t) => {
  const client = new OldClient({ name: "test", version: "1" });
  t.after(() => client.close());
  await client.connect(new OldTransport({ ...command, stderr: "ignore" }));
  const { content } = await client.callTool({ name: "fail", arguments: {} });
  assert.deepEqual(content, [{ type: "text", text: "Error: The lamp is broken" }]);
});

test("another Switchboard works with it, and keeps sentences and annotations", async (t) => {
  const other = integrate(t, { other: command });
  const { tools } = other;
  await other.integration.settled();
  const weather = tools.find("weather") as { annotations?: unknown; sentences?: unknown } | undefined;
  assert.deepEqual(weather?.annotations, { title: "Weather", readOnlyHint: true });
  assert.deepEqual(weather?.sentences, ["what is the weather in {city}"]);
  const result = await other.call("weather", { city: "Ulm" });
  assert.equal(result.text, '{"city":"Ulm","degrees":21}');
  await other.call("add_tools", { names: ["later"] });
  await other.event("mcp.tools.changed");
  assert.ok(tools.find("later"));
});
