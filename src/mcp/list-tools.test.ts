import assert from "node:assert/strict";
import test from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { listTools, maxPages } from "./list-tools.ts";

const on = { name: "on", inputSchema: { type: "object" } };
const noTool = { title: "It has no name" };

/** A client whose own list fails, as it does where one tool is no tool, and a server that gives these pages. */
function clientOf(pageAt: (cursor: string | undefined) => object | null) {
  const asked: (string | undefined)[] = [];
  const client = {
    getServerCapabilities: () => ({ tools: {} }),
    listTools: () => Promise.reject(Object.assign(new Error("no list"), { code: "INVALID_RESULT" })),
    request: ({ params }: { params: { cursor?: string } }) => {
      asked.push(params.cursor);
      return Promise.resolve(pageAt(params.cursor));
    },
  };
  return { client: client as unknown as Client, asked };
}

async function namesOf(client: Client): Promise<string[]> {
  const { definitions } = await listTools(client, { timeout: 1_000 });
  return definitions.map(({ name }) => name);
}

test("[MCP-15] a list with something in it that is no tool is read page by page", async () => {
  const { client, asked } = clientOf((cursor) =>
    cursor === undefined ? { tools: [noTool], nextCursor: "2" } : { tools: [on] },
  );
  assert.deepEqual(await namesOf(client), ["", "on"]);
  assert.deepEqual(asked, [undefined, "2"]);
});

test("a server that gives the same page for ever, or no page, is not asked again", async () => {
  const circling = clientOf(() => ({ tools: [on], nextCursor: "again" }));
  assert.deepEqual(await namesOf(circling.client), ["on"]);
  assert.deepEqual(circling.asked, [undefined, "again"]);
  const silent = clientOf(() => null);
  assert.deepEqual(await namesOf(silent.client), []);
});

test("a server whose list has no end is left at some point", async () => {
  const { client, asked } = clientOf((cursor = "0") => ({ tools: [], nextCursor: `${cursor}0` }));
  assert.deepEqual(await namesOf(client), []);
  assert.equal(asked.length, maxPages);
});
