import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { toolSchema } from "../../test/schemas/arbitrary.ts";
import { isPlainObject, type JsonSchema } from "../schema/json-schema.ts";
import { toStrictSchema } from "./strict-schema.ts";

test("a strict schema requires every property, forbids others and makes what is optional nullable", () => {
  const strict = toStrictSchema({
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      mode: { enum: ["r", "w"], default: "r" },
      range: { type: "object", properties: { from: { type: "integer", minimum: 0 } } },
      size: { anyOf: [{ type: "string" }, { type: "number" }] },
    },
    required: ["path"],
  });
  assert.deepEqual(strict.obstacle, undefined);
  assert.deepEqual(strict.obstacle === undefined && strict.schema, {
    type: "object",
    properties: {
      path: { type: "string", description: "(at least 1 character)" },
      mode: { type: ["string", "null"], description: '(default "r")', enum: ["r", "w", null] },
      range: {
        type: ["object", "null"],
        properties: { from: { type: ["integer", "null"], minimum: 0 } },
        required: ["from"],
        additionalProperties: false,
      },
      size: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
    },
    required: ["path", "mode", "range", "size"],
    additionalProperties: false,
  });
});

test("a constant that is optional can be left out, as null", () => {
  const strict = toStrictSchema({
    type: "object",
    properties: { kind: { const: "lamp" }, force: { type: "boolean", const: true } },
    required: ["kind"],
  });
  assert.deepEqual(strict.obstacle === undefined && strict.schema.properties, {
    kind: { type: "string", enum: ["lamp"] },
    force: { type: ["boolean", "null"], enum: [true, null] },
  });
});

test("where strict would forbid what the tool takes, the reason is given instead", () => {
  const tree = { type: "object", properties: { sub: { $ref: "#/$defs/Tree" } } };
  const cases: [JsonSchema, string][] = [
    [
      { properties: { m: { type: "object", additionalProperties: { type: "string" } } } },
      "/properties/m: additionalProperties has no strict form",
    ],
    [{ properties: { m: { type: "object" } } }, "/properties/m can be any object"],
    [{ properties: { v: {} } }, "/properties/v can be any value"],
    [
      { properties: { l: { type: "array", items: { type: "array" } } } },
      "/properties/l/items can be any array",
    ],
    [
      { properties: { t: { $ref: "#/$defs/Tree" } }, $defs: { Tree: tree } },
      "/properties/t/properties/sub: $ref has no strict form",
    ],
    [{ properties: {}, additionalProperties: true }, "the top: additionalProperties has no strict form"],
  ];
  for (const [schema, obstacle] of cases)
    assert.deepEqual(toStrictSchema({ type: "object", ...schema }), { obstacle });
});

test("every object of a strict schema is closed and whole", () => {
  fc.assert(
    fc.property(toolSchema, (schema) => {
      const strict = toStrictSchema(schema);
      if (strict.obstacle !== undefined) return;
      JSON.stringify(strict.schema, (_, part: unknown) => {
        if (isPlainObject(part) && isPlainObject(part["properties"]) && Array.isArray(part["required"])) {
          assert.deepEqual(part["required"], Object.keys(part["properties"]));
          assert.equal(part["additionalProperties"], false);
        }
        return part;
      });
    }),
    { numRuns: 300 },
  );
});
