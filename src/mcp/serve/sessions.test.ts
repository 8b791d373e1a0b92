import assert from "node:assert/strict";
import test from "node:test";
import * as sdk from "@modelcontextprotocol/server";
import { ToolExecutor } from "../../calls/executor.ts";
import { ToolManager } from "../../tools/manager.ts";
import { Sessions } from "./sessions.ts";
import { createToolServer } from "./tool-server.ts";

const tools = new ToolManager();
const served = { tools, executor: new ToolExecutor({ tools }), name: "test", version: "1" };

function post(message: object, session?: string): [Request, unknown] {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(session !== undefined && { "mcp-session-id": session }),
  };
  return [new Request("http://localhost/mcp", { method: "POST", headers }), { jsonrpc: "2.0", ...message }];
}

test("of too many sessions, the one that was unused the longest goes", async (t) => {
  const createServer = () => createToolServer(sdk, served);
  const sessions = new Sessions({ sdk, createServer, onError: assert.fail }, 2);
  t.after(() => sessions.close());
  const open = async () => {
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const response = await sessions.handle(...post({ id: 1, method: "initialize", params }));
    return response.headers.get("mcp-session-id") ?? assert.fail("no session");
  };
  const use = async (id: string) =>
    (await sessions.handle(...post({ method: "notifications/initialized" }, id))).status;
  const [first, second] = [await open(), await open()];
  assert.equal(await use(first), 202);
  const third = await open();
  assert.deepEqual(await Promise.all([first, second, third].map(use)), [202, 404, 202]);
});
