import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { describeTool } from "./describe-tool.ts";

const plain = { name: "tool", description: "A tool", invoke: () => "done" };

test("a JSON Schema is passed on word for word, keywords that nobody knows too", () => {
  const schema = { type: "object", $defs: { a: { $anchor: "x" } }, if: {}, "x-own": 1, properties: {} };
  assert.deepEqual(describeTool({ ...plain, schema }), {
    name: "tool",
    description: "A tool",
    inputSchema: schema,
  });
});

test("Zod becomes JSON Schema", () => {
  const { inputSchema } = describeTool({ ...plain, schema: z.object({ city: z.string() }) });
  assert.deepEqual(inputSchema.properties, { city: { type: "string" } });
});

test("a schema that leaves its type open, or open to null, is said to be an object's, as MCP wants it", () => {
  const anyOf = [{ required: ["a"] }, { required: ["b"] }];
  assert.deepEqual(describeTool({ ...plain, schema: { anyOf } }).inputSchema, { type: "object", anyOf });
  const open = { type: ["object", "null"], properties: {} };
  assert.deepEqual(describeTool({ ...plain, schema: open }).inputSchema, { type: "object", properties: {} });
});

test("annotations and sentences go along", () => {
  const tool = { ...plain, schema: undefined, annotations: { readOnlyHint: true }, sentences: ["do it"] };
  const { annotations, _meta } = describeTool(tool);
  assert.deepEqual(annotations, { readOnlyHint: true });
  assert.deepEqual(_meta, { "switchboard/sentences": ["do it"] });
});

test("a tool goes by the name that it is called by", () => {
  const tool = { ...plain, schema: undefined, lc_name: "alias" };
  assert.equal(describeTool(tool).name, "alias");
});
