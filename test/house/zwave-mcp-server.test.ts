import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test, { type TestContext } from "node:test";
import { startHouse } from "../../src/house/simulated-house.ts";
import { openHouse } from "./support.ts";

const program = join(import.meta.dirname, "../../src/house/zwave-mcp-server.ts");

interface Answer {
  readonly jsonrpc: "2.0";
  readonly id: number;
  readonly result: {
    readonly isError?: boolean;
    readonly content: readonly { text: string }[];
    readonly tools: readonly {
      name: string;
      annotations: Record<string, unknown>;
      _meta: Record<string, unknown>;
    }[];
  };
}

const environment = (variables: Record<string, string>) => ({ PATH: process.env["PATH"], ...variables });

/** The server in a process of its own; every line that it writes to stdout is kept. */
async function startServer(t: TestContext, variables: Record<string, string>) {
  const child = spawn(process.execPath, [program], { env: environment(variables) });
  const exited = once(child, "exit");
  t.after(async () => {
    child.kill();
    await exited;
  });
  const lines: string[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => void (stderr += chunk.toString()));
  const send = (message: Record<string, unknown>) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let lastId = 0;
  const request = (method: string, params: Record<string, unknown>) => {
    const id = ++lastId;
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return answer;
  };
  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  send({ method: "notifications/initialized" });
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    (await request("tools/call", { name, arguments: args })).result;
  return { child, exited, lines, request, call, stderr: () => stderr };
}

test("[MCP-9] [VOX-6] under load every line that the Z-Wave server writes to stdout is JSON-RPC", async (t) => {
  const house = await openHouse(t);
  const server = await startServer(t, { MQTT_BROKER_URL: house.brokerUrl });
  const calls = Array.from({ length: 60 }, (_, index) => [
    server.call("control_zwave_device", { deviceName: "Switch One", action: index % 2 === 0 ? "on" : "off" }),
    server.call("get_device_sensor_data", { deviceName: "Climate Sensor" }),
    server.call("control_zwave_device", { deviceName: "no such thing", action: "on" }),
    server.call("list_zwave_devices"),
  ]);
  const results = await Promise.all(calls.flat());
  assert.equal(results.filter(({ isError }) => isError === true).length, 60);
  assert.equal(server.lines.length, 241);
  for (const line of server.lines) assert.equal((JSON.parse(line) as Answer).jsonrpc, "2.0");
  assert.match(server.stderr(), /zwave-mcp-server: Connected to the MQTT broker at mqtt:/);
});

test("[VOX-6] the Z-Wave server offers its tools with what they may do and how people ask for them", async (t) => {
  const house = await openHouse(t);
  const server = await startServer(t, { MQTT_BROKER_URL: house.brokerUrl });
  const { tools } = (await server.request("tools/list", {})).result;
  const lock = tools.find(({ name }) => name === "control_lock");
  assert.equal(lock?.annotations["destructiveHint"], true);
  assert.ok(Array.isArray(lock?.["_meta"]["switchboard/sentences"]));
  for (const name of [
    "list_zwave_devices",
    "control_zwave_device",
    "get_device_sensor_data",
    "verify_device",
  ])
    assert.ok(
      tools.some((tool) => tool.name === name),
      name,
    );
});

test("[VOX-6] without its broker the server starts, says so on stderr, and works when the broker comes", async (t) => {
  const gone = await startHouse();
  await gone.close();
  const server = await startServer(t, { MQTT_BROKER_URL: gone.brokerUrl });
  const { isError, content } = await server.call("list_zwave_devices");
  assert.equal(isError, true);
  assert.match(content[0]?.text ?? "", /MQTT broker at .* cannot be reached \(.*ECONNREFUSED/);
  assert.match(server.stderr(), /No connection to the MQTT broker at mqtt:.*ECONNREFUSED.*Next attempt in/);
  await openHouse(t, { port: Number(new URL(gone.brokerUrl).port) });
  for (;;) {
    const result = await server.call("control_zwave_device", { deviceName: "Switch One", action: "on" });
    if (result.isError === true) continue;
    assert.equal(result.content[0]?.text, "Switch One is on.");
    break;
  }
});

test("the server ends with its client", async (t) => {
  const house = await openHouse(t);
  const server = await startServer(t, { MQTT_BROKER_URL: house.brokerUrl });
  server.child.stdin.end();
  assert.deepEqual(await server.exited, [0, null]);
});

const starts: [
  title: string,
  args: string[],
  variables: Record<string, string>,
  status: number,
  words: RegExp,
][] = [
  ["help", ["--help"], {}, 0, /MQTT_BROKER_URL/],
  ["no broker", [], {}, 2, /MQTT_BROKER_URL is not set/],
  ["no address", [], { MQTT_BROKER_URL: "localhost" }, 2, /must be such as mqtt:\/\/localhost:1883/],
  ["an unknown option", ["--port"], {}, 2, /"--port" is no option/],
  [
    "a certificate that is not there",
    [],
    { MQTT_BROKER_URL: "mqtts://localhost", MQTT_CA: "/none.pem" },
    2,
    /MQTT_CA/,
  ],
];

for (const [title, args, variables, status, words] of starts) {
  test(`the server started with ${title} says what to do and ends with ${status}`, () => {
    const ended = spawnSync(process.execPath, [program, ...args], {
      env: environment(variables),
      encoding: "utf8",
    });
    assert.equal(ended.status, status);
    assert.match(status === 0 ? ended.stdout : ended.stderr, words);
    assert.equal(status === 0 ? ended.stderr : ended.stdout, "");
  });
}
