import assert from "node:assert/strict";
import test from "node:test";
import { ToolExecutor } from "../../src/calls/executor.ts";
import { readChildEnvironment } from "../../src/config/child-environment.ts";
import { McpIntegration } from "../../src/mcp/integration.ts";
import { ToolManager } from "../../src/tools/manager.ts";

/** Each tool gives the result that stands here. */
const results = {
  promises_number: { content: [], structuredContent: { degrees: "warm" } },
  promises_nothing: { content: [], structuredContent: { degrees: "warm" } },
  gives_no_blocks: { content: "21 °C" },
};

const server = `
  const results = ${JSON.stringify(results)};
  const outputSchema = { type: "object", properties: { degrees: { type: "number" } } };
  const tools = Object.keys(results).map((name) => ({
    name,
    inputSchema: { type: "object" },
    ...(name === "promises_number" && { outputSchema }),
  }));
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const hello = { capabilities: { tools: {} }, serverInfo: { name: "results", version: "1.0.0" } };
    const result =
      method === "initialize" ? { ...hello, protocolVersion: params.protocolVersion }
      : method === "tools/list" ? { tools }
      : method === "tools/call" ? results[params.name]
      : undefined;
    const error = { code: -32601, message: "Unknown method" };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
  });`;

test("results are checked: for being results, and against the output schema where the tool has one", async (t) => {
  const tools = new ToolManager();
  const config = { results: { command: process.execPath, args: ["-e", server] } };
  const integration = new McpIntegration(config, { tools, baseEnv: readChildEnvironment() });
  t.after(() => integration.close());
  integration.start();
  await integration.settled();
  const executor = new ToolExecutor({ tools });
  const call = (name: string) => executor.execute({ id: name, name, args: {} });

  assert.match((await call("promises_number")).text, /does not match the tool's output schema/);
  assert.equal((await call("promises_nothing")).text, '{"degrees":"warm"}');
  assert.match((await call("gives_no_blocks")).text, /its content is not a list of blocks with a type/);
});
