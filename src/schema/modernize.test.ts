import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "./json-schema.ts";
import type { Loss } from "./loss.ts";
import { modernize } from "./modernize.ts";

function modernizeWithLosses(schema: JsonSchema): { schema: JsonSchema; losses: Loss[] } {
  const losses: Loss[] = [];
  return { schema: modernize(schema, losses), losses };
}

test("what older drafts and OpenAPI say is said in JSON Schema 2020-12, and nothing is lost", () => {
  const old = {
    $schema: "http://json-schema.org/draft-04/schema#",
    type: "object",
    properties: {
      price: {
        type: "number",
        minimum: 0,
        exclusiveMinimum: true,
        maximum: 9,
        exclusiveMaximum: false,
        example: 5,
      },
      note: { type: "string", nullable: true, enum: ["a"] },
      either: { anyOf: [{ type: "string" }], nullable: true },
      point: { type: "array", items: [{ type: "number" }, { type: "string" }], additionalItems: false },
    },
    dependencies: { a: ["b"], c: { required: ["d"] } },
  };
  assert.deepEqual(modernizeWithLosses(old), {
    schema: {
      type: "object",
      properties: {
        price: { type: "number", exclusiveMinimum: 0, maximum: 9, examples: [5] },
        note: { type: ["string", "null"], enum: ["a", null] },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
        point: { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false },
      },
      dependentRequired: { a: ["b"] },
      dependentSchemas: { c: { required: ["d"] } },
    },
    losses: [],
  });
});

test("what no draft allows is taken out and reported, what is beside it stays", () => {
  const wrong = {
    type: "object",
    required: ["a", 5, "a"],
    properties: {
      a: { type: "text", minimum: "0", maximum: 5, pattern: 5, enum: [] },
      b: "string",
      c: { anyOf: [{ type: "string" }, null], minLength: -1, type: ["string", "any"] },
      d: { required: true, description: undefined },
    },
    allOf: {},
  };
  assert.deepEqual(modernizeWithLosses(wrong), {
    schema: {
      type: "object",
      required: ["a"],
      properties: { a: { maximum: 5 }, c: { anyOf: [{ type: "string" }] }, d: {} },
    },
    losses: [
      ["", "required"],
      ["", "properties"],
      ["", "allOf"],
      ["/properties/a", "type"],
      ["/properties/a", "minimum"],
      ["/properties/a", "pattern"],
      ["/properties/a", "enum"],
      ["/properties/c", "anyOf"],
      ["/properties/c", "minLength"],
      ["/properties/c", "type"],
      ["/properties/d", "required"],
    ].map(([path, keyword]) => ({ path, keyword, kept: "" })),
  });
});
