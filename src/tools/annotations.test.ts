import assert from "node:assert/strict";
import test from "node:test";
import { annotationsOf, isRepeatable } from "./annotations.ts";
import type { Tool } from "./tool.ts";

const tool = (more: object): Tool => ({ name: "t", description: "", schema: {}, invoke: () => 1, ...more });

test("a tool's annotations are its own, or those that mcp-adapters keep under metadata", () => {
  assert.deepEqual(annotationsOf(tool({ annotations: { readOnlyHint: true } })), { readOnlyHint: true });
  const adapted = tool({ metadata: { annotations: { destructiveHint: true, title: "Format" } } });
  assert.deepEqual(annotationsOf(adapted), { title: "Format", destructiveHint: true });
  assert.deepEqual(annotationsOf(tool({})), {});
});

test("only what is a hint is taken for one", () => {
  const annotations = {
    readOnlyHint: "true",
    idempotentHint: 1,
    title: 7,
    other: true,
    openWorldHint: false,
  };
  assert.deepEqual(annotationsOf(tool({ annotations })), { openWorldHint: false });
  for (const nonsense of [null, "readOnlyHint", [], 1])
    assert.deepEqual(annotationsOf(tool({ annotations: nonsense })), {});
  const trap = Object.defineProperty(tool({}), "annotations", {
    get: () => assert.fail("looked at"),
  });
  assert.deepEqual(annotationsOf(trap), {});
});

test("[MCP-10] only what is declared read-only or idempotent may be repeated", () => {
  assert.ok(isRepeatable({ readOnlyHint: true }));
  assert.ok(isRepeatable({ readOnlyHint: false, idempotentHint: true }));
  assert.ok(!isRepeatable({}));
  assert.ok(!isRepeatable({ readOnlyHint: false, idempotentHint: false, destructiveHint: false }));
});
