import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ToolExecutor } from "../../src/calls/executor.ts";
import type { CallEvent } from "../../src/calls/events.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";

const client = new MultiServerMCPClient({
  mcpServers: {
    zwave: {
      transport: "stdio",
      command: process.execPath,
      args: [join(import.meta.dirname, "../fixtures/zwave-mcp-server.ts")],
    },
  },
});
let mcpTools: Tool[] = [];

before(async () => {
  mcpTools = await client.getTools();
});
after(() => client.close());

function setUp(add: (manager: ToolManager) => void) {
  const events: CallEvent[] = [];
  const manager = new ToolManager();
  add(manager);
  const executor = new ToolExecutor({ tools: manager, observe: (event) => void events.push(event) });
  const call = (args: unknown, name = "control_zwave_device") => executor.execute({ id: "1", name, args });
  return { manager, events, call };
}

test("[TM-1] the adapters' tools are added as they are, and run on their real server", async () => {
  const { manager, call } = setUp((tools) => tools.addMcpTools(mcpTools));
  assert.equal(manager.tools[0], mcpTools[0]);
  const result = await call({ deviceName: "Switch One", action: "on" });
  assert.deepEqual(JSON.parse(result.text), { deviceName: "Switch One", action: "on" });
  assert.deepEqual(result.repairs, []);
});

test("[NORM-1, NORM-3, NORM-4, FIX-6] what the model calls device_name, command and new_parameter_name reaches the server by its names", async () => {
  const { call } = setUp((tools) => tools.addMcpTools(mcpTools));
  const written = { device_name: "Switch One", command: "dim", brightness: "40", new_parameter_name: "x" };
  const result = await call(written);
  assert.deepEqual(JSON.parse(result.text), {
    deviceName: "Switch One",
    action: "dim",
    level: 40,
    newParameterName: "x",
  });
  const renamed = result.repairs.filter(({ rule }) => rule === "parameter");
  assert.deepEqual(renamed.map(({ from, to }) => [from, to]).slice(0, 2), [
    [{ device_name: "Switch One" }, { deviceName: "Switch One" }],
    [{ command: "dim" }, { action: "dim" }],
  ]);
});

test("[FIX-6] the adapters' tools are known for MCP tools when they are added like any other", async () => {
  const { call } = setUp((tools) => tools.add(mcpTools));
  const result = await call({ device_name: "Switch One", command: "off" });
  assert.deepEqual(JSON.parse(result.text), { deviceName: "Switch One", action: "off" });
});

test("[NORM-2] builtin and custom tools get their parameters under the names that the model wrote", async () => {
  const echo: Tool = {
    name: "echo_args",
    description: "Gives its arguments back",
    schema: { type: "object", properties: { deviceName: { type: "string" } } },
    invoke: (args) => args,
  };
  const { call } = setUp((tools) => tools.add(echo));
  const result = await call({ device_name: "Switch One" }, "echo_args");
  assert.deepEqual(JSON.parse(result.text), { device_name: "Switch One" });
});

test("[NORM-7] what the server rejects comes back in the server's own words", async () => {
  const { call } = setUp((tools) => tools.addMcpTools(mcpTools));
  const result = await call({ device_name: "Nowhere", command: "on" });
  assert.equal(result.ok, false);
  assert.match(result.text, /^Error: .*No device is named "Nowhere"/);
});

test("[NORM-8] of two spellings the right one wins, and the loss is told", async () => {
  const { call, events } = setUp((tools) => tools.addMcpTools(mcpTools));
  const result = await call({ device_name: "Wrong", deviceName: "Right", action: "on" });
  assert.deepEqual(JSON.parse(result.text), { deviceName: "Right", action: "on" });
  const lost = events.flatMap((event) => (event.type === "parameter.lost" ? [event.lost] : []));
  assert.deepEqual(lost, [{ name: "device_name", value: "Wrong", rightName: "deviceName" }]);
});

test("[EX-9] a wrong value is told to the model field by field, where the adapters name none", async () => {
  const { call } = setUp((tools) => tools.addMcpTools(mcpTools));
  const result = await call({ deviceName: "Switch One", action: "explode" });
  assert.ok(!result.ok && result.code === "invalid_arguments");
  assert.match(result.text, /action: must be one of "on", "off", "dim"/);
});
