import assert from "node:assert/strict";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createPlace, program } from "./support.ts";

const fixture = join(import.meta.dirname, "fixtures", "lamp-server.ts");

async function connect(t: TestContext, args: readonly string[]) {
  const place = createPlace(t, {
    "c.json": {
      mcpServers: { zwave: { command: process.execPath, args: [fixture] } },
      tools: { builtins: ["echo"] },
    },
  });
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "-c", "c.json", "serve-mcp", ...args],
    cwd: place.folder,
    env: place.env,
    stderr: "ignore",
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

/** Servers of the config connect in the background; their tools come when they are there. */
async function toolsWith(client: Client, name: string): Promise<string[]> {
  for (;;) {
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    if (names.includes(name)) return names;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("our tools, and those of the configured servers, are served to any MCP client, and approval holds", async (t) => {
  const client = await connect(t, ["--allow", "echo"]);
  assert.deepEqual((await toolsWith(client, "control_zwave_device")).toSorted(), [
    "control_zwave_device",
    "echo",
  ]);
  assert.partialDeepStrictEqual(await client.callTool({ name: "echo", arguments: { text: "hi" } }), {
    content: [{ type: "text", text: "hi" }],
  });
  const lamp = { name: "control_zwave_device", arguments: { deviceName: "Lamp", action: "on" } };
  const denied = await client.callTool(lamp);
  assert.equal(denied.isError, true);
  assert.match(JSON.stringify(denied.content), /needs a person's approval/);

  const allowed = await connect(t, ["--allow", "control_*"]);
  await toolsWith(allowed, "control_zwave_device");
  assert.notEqual((await allowed.callTool(lamp)).isError, true);
});
