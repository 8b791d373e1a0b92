import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { annotationsOf } from "../../src/tools/annotations.ts";
import type { ElicitRequest } from "../../src/mcp/elicitation.ts";
import type { StdioServerConfig } from "../../src/mcp/server-config.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { makeTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { integrate } from "./fixtures/integrate.ts";

const program = (server: string) =>
  join(import.meta.dirname, `../../node_modules/@modelcontextprotocol/${server}/dist/index.js`);

function real(server: string, config: Partial<StdioServerConfig> = {}): StdioServerConfig {
  const { args = [], ...rest } = config;
  return { command: process.execPath, args: [program(server), ...args], ...rest };
}

test("[MCP-1] three servers from npm connect side by side on the first attempt, and their tools are called", async (t) => {
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder, "note.txt"), "the lamp is on");
  const board = integrate(t, {
    everything: real("server-everything"),
    filesystem: real("server-filesystem", { args: [folder] }),
    memory: real("server-memory", { env: { MEMORY_FILE_PATH: join(folder, "memory.json") } }),
  });
  await board.integration.settled();
  assert.deepEqual(
    board.integration.servers.map(({ name, state }) => [name, state]),
    [
      ["everything", "ready"],
      ["filesystem", "ready"],
      ["memory", "ready"],
    ],
  );
  assert.ok(board.events.every((event) => event.type !== "mcp.connected" || event.attempt === 1));

  assert.equal((await board.call("get-sum", { a: 2, b: 40 })).text, "The sum of 2 and 40 is 42.");
  const read = await board.call("read_text_file", { path: join(folder, "note.txt") });
  assert.equal(read.text, "the lamp is on");
  const entity = { name: "Lamp", entityType: "device", observations: ["it is on"] };
  assert.ok((await board.call("create_entities", { entities: [entity] })).ok);
  assert.match((await board.call("read_graph", {})).text, /it is on/);
  assert.match(readFileSync(join(folder, "memory.json"), "utf8"), /Lamp/);
});

test("schema and annotations are the server's; structured content, images and resources are kept beside the text", async (t) => {
  const board = integrate(t, { everything: real("server-everything") });
  await board.integration.settled();
  const tool = board.tools.find("get-sum") ?? assert.fail("there is no get-sum");
  assert.deepEqual((tool.schema as { required: unknown }).required, ["a", "b"]);
  assert.deepEqual(annotationsOf(tool), {
    title: "Get Sum Tool",
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });

  const value = async (name: string, args: object) => {
    const result = await board.call(name, args);
    assert.ok(result.ok, result.text);
    return { text: result.text, artifacts: (result.value as [string, Record<string, unknown>])[1] };
  };
  const image = await value("get-tiny-image", {});
  assert.match(image.text, /\[image image\/png, \d+ bytes\]/);
  const [block] = image.artifacts["blocks"] as { type: string; data: string }[];
  assert.equal(block?.type, "image");
  assert.match(block.data, /^iVBORw0KGgo/);

  const structured = await value("get-structured-content", { location: "New York" });
  assert.deepEqual(JSON.parse(structured.text), structured.artifacts["structuredContent"]);

  const resource = await value("get-resource-reference", { resourceType: "Text", resourceId: 1 });
  assert.match(resource.text, /This is a plaintext resource/);
  assert.equal((resource.artifacts["blocks"] as { type: string }[])[0]?.type, "resource");
});

test("[NORM-7] what a server rejects is said in the server's own words", async (t) => {
  const folder = makeTemporaryFolder();
  const board = integrate(t, { filesystem: real("server-filesystem", { args: [folder] }) });
  await board.integration.settled();
  const result = await board.call("read_text_file", { path: join(folder, "nothing.txt") });
  assert.ok(!result.ok && result.code === "failed");
  assert.match(result.text, /^Error: ENOENT: no such file or directory/);
});

test("a question that a server puts to the person reaches the program, and the answer the server", async (t) => {
  const asked: ElicitRequest[] = [];
  const board = integrate(
    t,
    { everything: real("server-everything") },
    {
      elicit(request) {
        asked.push(request);
        return { action: "accept", content: { name: "Ada" } };
      },
    },
  );
  await board.integration.settled();
  const result = await board.call("trigger-elicitation-request", {});
  assert.match(result.text, /Ada/);
  assert.equal(asked[0]?.server, "everything");
  assert.equal(typeof asked[0].message, "string");
  assert.equal((asked[0].requestedSchema as { type?: string }).type, "object");
});

test("without anybody to ask, a server's question is declined", async (t) => {
  const board = integrate(t, { everything: real("server-everything") });
  await board.integration.settled();
  const result = await board.call("trigger-elicitation-request", {});
  assert.match(result.text, /declined/);
});

test("a server is told its roots", async (t) => {
  const folder = makeTemporaryFolder();
  const board = integrate(t, { filesystem: real("server-filesystem", { roots: [folder] }) });
  await board.integration.settled();
  // It asks for them when it is connected, and says so when it has them.
  while (!board.integration.servers[0]?.stderr.includes("Updated allowed directories")) await delay(5);
  const result = await board.call("list_allowed_directories", {});
  assert.ok(result.text.includes(folder), result.text);
});

/** The program `server-everything` over HTTP, on a port of its own. */
async function startOverHttp(t: TestContext, port: number): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [program("server-everything"), "streamableHttp"], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  t.after(end);
  for await (const chunk of child.stderr) if (String(chunk).includes(String(port))) break;
  return end;
}

test("[MCP-14] a server over HTTP works, and works again with the same tools after it was started anew", async (t) => {
  const port = await findFreePort();
  const end = await startOverHttp(t, port);
  const board = integrate(t, {
    web: { url: `http://127.0.0.1:${port}/mcp`, retryDelayMs: 1 },
  });
  await board.integration.settled();
  assert.equal(board.integration.servers[0]?.state, "ready", board.integration.servers[0]?.reason);
  const tool = board.tools.find("get-sum");
  assert.equal((await board.call("get-sum", { a: 1, b: 2 })).text, "The sum of 1 and 2 is 3.");

  await end();
  await startOverHttp(t, port);
  assert.equal((await board.call("get-sum", { a: 3, b: 4 })).text, "The sum of 3 and 4 is 7.");
  assert.equal(board.tools.find("get-sum"), tool);
});
