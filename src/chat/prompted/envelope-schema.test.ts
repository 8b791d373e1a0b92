import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPlainObject, type JsonSchema } from "../../schema/json-schema.ts";
import { compileValidator } from "../../schema/validator.ts";
import { walkSchema } from "../../schema/walk-schema.ts";
import type { Tool } from "../../tools/tool.ts";
import { toEnvelopeSchema } from "./envelope-schema.ts";

function toolWith(schema: unknown, name = "tool"): Tool {
  return { name, description: "", schema, invoke: () => undefined };
}

/** What a call of the tool is held to. */
function argumentsOf(schema: unknown): JsonSchema {
  const envelope = toEnvelopeSchema([toolWith(schema)]);
  const place = walkSchema(envelope).find(({ path }) => path.endsWith("/properties/arguments"));
  return place?.schema ?? assert.fail("no arguments in the envelope");
}

test("[OLL-9] the format allows an answer, or calls to the offered tools with their arguments, and nothing else", () => {
  const add = toolWith({ type: "object", properties: { a: { type: "number" } }, required: ["a"] }, "add");
  const { isValid } = compileValidator(toEnvelopeSchema([add, toolWith(undefined, "odd näme")]));
  const call = { tool: "add", arguments: { a: 1 } };
  assert.ok(isValid({ answer: "3" }));
  assert.ok(isValid({ calls: [call, { tool: "odd näme", arguments: {} }] }));
  assert.ok(!isValid({ answer: "3", calls: [call] }));
  assert.ok(!isValid({ calls: [] }));
  assert.ok(!isValid({ calls: [{ tool: "subtract", arguments: { a: 1 } }] }));
  assert.ok(!isValid({ calls: [{ tool: "add", arguments: {} }] }));
  assert.ok(!isValid({ calls: [{ tool: "add", arguments: { a: 1, b: 2 } }] }));
  assert.ok(!isValid({ calls: [{ tool: "odd näme", arguments: { a: 1 } }] }));
  assert.ok(!isValid({ calls: Array.from({ length: 9 }, () => call) }), "a list has an end");
});

test("[OLL-9] without tools the format allows an answer only", () => {
  const { isValid } = compileValidator(toEnvelopeSchema([]));
  assert.ok(isValid({ answer: "" }));
  assert.ok(!isValid({ calls: [] }));
});

test("[OLL-9] the format leaves limits to validation, as a grammar would bend values to them", () => {
  const limits = { minimum: 0, maximum: 100, description: "how bright" };
  assert.deepEqual(argumentsOf({ type: "object", properties: { level: { type: "integer", ...limits } } }), {
    type: "object",
    properties: { level: { type: "integer" } },
    additionalProperties: false,
  });
});

test("[OLL-9] the format has no references and says which types anything may have", () => {
  const node = { type: "object", properties: { next: { $ref: "#/$defs/node" }, value: {} } };
  const schema = argumentsOf({
    $defs: { node },
    type: "object",
    properties: { node: { $ref: "#/$defs/node" } },
  });
  const anything = { type: ["string", "number", "boolean", "object", "array", "null"] };
  assert.deepEqual(schema["properties"], {
    node: {
      type: "object",
      properties: { next: { type: "object" }, value: anything },
      additionalProperties: false,
    },
  });
});

test("[OLL-9] an object that allows other properties keeps allowing them", () => {
  const properties = { map: { type: "object", additionalProperties: { type: "number" } } };
  assert.deepEqual(argumentsOf({ type: "object", properties, additionalProperties: true }), {
    type: "object",
    properties,
    additionalProperties: true,
  });
});

test("[OLL-9] arguments that would make a huge grammar, or have no usable schema, are any object", () => {
  const names = Array.from({ length: 500 }, (_, index) => `parameter_${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  assert.deepEqual(argumentsOf({ type: "object", properties }), { type: "object" });
  assert.deepEqual(argumentsOf(42), { type: "object" });
});

test("[OLL-9] a tool that is given another schema is held to that", () => {
  const tool = { ...toolWith({ type: "object", properties: { a: { type: "string" } } }) };
  const before = toEnvelopeSchema([tool]);
  tool.schema = { type: "object", properties: { b: { type: "string" } } };
  assert.notDeepEqual(toEnvelopeSchema([tool]), before);
});

test("[OLL-9] whatever a tool's schema is, the format has only what converters to grammars know", () => {
  const known = new Set(
    "type enum anyOf properties required additionalProperties items minItems maxItems".split(" "),
  );
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<unknown>(
        {},
        true,
        false,
        { type: "string", pattern: "(?=x)a" },
        { not: { type: "null" } },
      ),
      fc.constantFrom<unknown>(
        { $ref: "#/$defs/shared" },
        { const: 1 },
        { enum: ["a", null] },
        { required: ["z"] },
      ),
      fc.record({
        type: fc.constantFrom("object", ["object", "null"]),
        properties: fc.dictionary(fc.string(), tie("schema")),
      }),
      fc.record({ type: fc.constant("array"), items: tie("schema"), maxItems: fc.nat() }),
      fc.record(
        {
          anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
          type: fc.constantFrom("object", "string"),
        },
        { requiredKeys: ["anyOf"] },
      ),
      fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), if: tie("schema") }),
      fc.record({ prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), schema), schema, (properties, shared) => {
      const format = toEnvelopeSchema([toolWith({ type: "object", properties, $defs: { shared } })]);
      for (const place of walkSchema(format)) {
        const unknown = Object.keys(place.schema).filter((keyword) => !known.has(keyword));
        assert.deepEqual(unknown, []);
        const { type, anyOf } = place.schema;
        assert.ok(
          (type === undefined) !== (anyOf === undefined),
          "a type or alternatives, never both or none",
        );
      }
      assert.ok(isPlainObject(format));
    }),
  );
});
