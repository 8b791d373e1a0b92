import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSchema } from "./check-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";

function refusal(schema: unknown): { path: string; reason: string } {
  try {
    checkSchema(schema);
  } catch (error) {
    assert.ok(error instanceof SchemaError);
    assert.equal(error.code, "invalid_schema");
    return { path: error.path, reason: error.reason };
  }
  return assert.fail("it was accepted");
}

test("[REG-3] schemas that people write are accepted", () => {
  checkSchema({});
  checkSchema({
    type: "object",
    properties: { a: { type: ["string", "null"], default: null, "x-own": 1 }, b: true },
  });
  checkSchema({
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions: { a: { items: [{}] } },
    $ref: "#/definitions/a",
  });
  checkSchema({ type: "array", items: [{ type: "string" }] });
  checkSchema({
    properties: { tree: { $ref: "#/$defs/tree" } },
    $defs: { tree: { items: { $ref: "#/$defs/tree" } } },
  });
  checkSchema({
    $id: "https://example.com/a",
    $defs: { b: { $id: "b", type: "string" } },
    $ref: "https://example.com/b",
  });
  checkSchema({ $ref: "#here", $defs: { a: { $anchor: "here" } } });
  checkSchema({ pattern: "^\\d{2}\\-\\d{2}$" });
});

test("[REG-3] what the meta-schema refuses is refused with its place and what it must be", () => {
  assert.deepEqual(refusal({ properties: { a: { minLength: -1 } } }), {
    path: "/properties/a/minLength",
    reason: "must be at least 0",
  });
  assert.deepEqual(refusal({ properties: { "a/b": 5 } }), {
    path: "/properties/a~1b",
    reason: "must be an object or true or false",
  });
  assert.equal(refusal({ items: { anyOf: [{ type: "strng" }] } }).path, "/items/anyOf/0/type");
  assert.equal(refusal({ required: ["a", "a"] }).path, "/required");
  assert.equal(refusal({ required: "a" }).reason, "must be an array");
  assert.equal(
    refusal({ $schema: "http://json-schema.org/draft-07/schema#", definitions: { a: 1 } }).path,
    "/definitions/a",
  );
  assert.equal(
    refusal({ $schema: "https://json-schema.org/draft/2019-09/schema", $defs: { a: 1 } }).path,
    "/$defs/a",
  );
});

test("[REG-3] what is no object is no schema for parameters", () => {
  for (const schema of [true, null, undefined, "object", [], 1])
    assert.match(refusal(schema).reason, /must be an object/);
});

test("[REG-3] a reference to nowhere or outside is refused, and nothing is fetched", () => {
  assert.deepEqual(refusal({ properties: { a: { $ref: "#/$defs/b" } } }), {
    path: "/properties/a/$ref",
    reason: '"#/$defs/b" leads nowhere in this schema',
  });
  assert.equal(refusal({ $ref: "#/constructor" }).path, "/$ref");
  assert.equal(refusal({ $ref: "#here" }).path, "/$ref");
  assert.match(refusal({ items: { $ref: "http://127.0.0.1:9/schema.json" } }).reason, /nothing is fetched/);
  assert.match(refusal({ items: { $ref: "file:///etc/hostname" } }).reason, /nothing is fetched/);
});

test("[REG-3] a reference that leads back to itself for the same value is refused", () => {
  assert.match(refusal({ $ref: "#" }).reason, /leads in a circle/);
  assert.equal(
    refusal({
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
    }).path,
    "/properties/a/$ref",
  );
  assert.match(refusal({ anyOf: [{ type: "string" }, { not: { $ref: "#" } }] }).reason, /leads in a circle/);
});

test("[REG-3] a pattern that is none is refused", () => {
  assert.equal(refusal({ properties: { a: { pattern: "[z-a]" } } }).path, "/properties/a/pattern");
  assert.equal(refusal({ patternProperties: { "(": {} } }).path, "/patternProperties/(");
});

test("[REG-3] 200 levels are checked to the last, and more than anyone writes are refused without a crash", () => {
  checkSchema(nest(200, { type: "string" }));
  assert.equal(refusal(nest(200, { type: "strng" })).path, `${"/properties/child".repeat(200)}/type`);
  assert.match(refusal(nest(100_000, {})).reason, /nest more than 256 levels deep/);
  const circular: JsonSchema = {};
  circular["items"] = circular;
  assert.match(refusal(circular).reason, /nests too deeply/);
});

function nest(levels: number, innermost: JsonSchema): JsonSchema {
  let schema = innermost;
  for (let level = 0; level < levels; level++) schema = { type: "object", properties: { child: schema } };
  return schema;
}
