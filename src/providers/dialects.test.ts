import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { toolSchema } from "../../test/schemas/arbitrary.ts";
import { realisticSchemas } from "../../test/schemas/realistic.ts";
import { compileSchema } from "../schema/compile-schema.ts";
import type { Dialect } from "../schema/dialect.ts";
import { isPlainObject, type JsonSchema } from "../schema/json-schema.ts";
import { dialects, openaiStrict } from "./dialects.ts";

const metaSchema = new Ajv2020({ strict: false, logger: false });
const refusedAtRoot = ["anyOf", "oneOf", "allOf", "enum", "const", "not"];

function compileProperty(property: unknown, dialect: Dialect): unknown {
  const { schema } = compileSchema({ type: "object", properties: { value: property } }, dialect);
  return (schema["properties"] as JsonSchema)["value"];
}

/** Whatever arrives as a tool's parameters, real or made up, satisfies what `check` asserts of its compiled form. */
function holdsForAll(dialect: Dialect, check: (compiled: JsonSchema) => void): void {
  for (const schema of Object.values(realisticSchemas)) check(compileSchema(schema, dialect).schema);
  fc.assert(
    fc.property(toolSchema, (schema) => check(compileSchema(schema, dialect).schema)),
    { numRuns: 300 },
  );
}

/** All schemas within a compiled one, itself included, as far as the small dialects nest them. */
function* everySchema(schema: unknown): Generator<JsonSchema> {
  assert.ok(isPlainObject(schema), `a schema that is none: ${JSON.stringify(schema)}`);
  yield schema;
  for (const property of Object.values(schema["properties"] ?? {})) yield* everySchema(property);
  for (const branch of (schema["anyOf"] ?? []) as unknown[]) yield* everySchema(branch);
  if (schema["items"] !== undefined) yield* everySchema(schema["items"]);
}

function assertKeywords(schema: JsonSchema, allowed: readonly string[]): void {
  for (const keyword of Object.keys(schema)) assert.ok(allowed.includes(keyword), `${keyword} is not taken`);
}

test("[FMT-10] conversion changes no input, shares nothing with it and gives plain JSON, for every provider", () => {
  const all = [...Object.values(dialects), openaiStrict];
  fc.assert(
    fc.property(toolSchema, fc.constantFrom(...all), (schema, dialect) => {
      const before = JSON.stringify(schema);
      const compiled = compileSchema(deepFreeze(schema), dialect);
      assert.equal(JSON.stringify(schema), before);
      assert.deepEqual(compileSchema(schema, dialect), compiled);
      assert.ok(isPlainJson(compiled.schema), "something that is not JSON, or a frozen part of the input");
    }),
    { numRuns: 500 },
  );
});

test("[FMT-10] at the top every provider gets an object and no alternatives", () => {
  for (const dialect of [...Object.values(dialects), openaiStrict]) {
    holdsForAll(dialect, (compiled) => {
      assert.equal(compiled["type"], "object");
      assert.ok(isPlainObject(compiled["properties"]));
      for (const keyword of refusedAtRoot) assert.ok(!Object.hasOwn(compiled, keyword), keyword);
    });
  }
});

test("[FMT-10] Ollama gets only the keywords that its server keeps, and no booleans for schemas", () => {
  holdsForAll(dialects.ollama, (compiled) => {
    for (const schema of everySchema(compiled)) {
      assertKeywords(schema, ["anyOf", "type", "items", "description", "enum", "properties", "required"]);
    }
  });
});

test("[FMT-10] OpenAI and Anthropic get valid JSON Schema 2020-12", () => {
  for (const dialect of [dialects.openai, dialects.anthropic]) {
    holdsForAll(dialect, (compiled) => {
      assert.ok(metaSchema.validateSchema(compiled), metaSchema.errorsText(metaSchema.errors));
    });
  }
});

test("[FMT-10] OpenAI gets near to the original", () => {
  const schema = {
    type: "object",
    properties: {
      level: { type: "integer", minimum: 0, maximum: 100, default: 50, title: "Level" },
      kind: { oneOf: [{ const: "a" }, { type: ["string", "null"], pattern: "^b" }] },
    },
    required: ["level"],
    additionalProperties: false,
  };
  assert.deepEqual(compileSchema(schema, dialects.openai), { schema, losses: [] });
  assert.deepEqual(compileProperty({ type: "array" }, dialects.openai), { type: "array", items: {} });
});

test("[FMT-10] Anthropic is told in words of properties whose names it refuses", () => {
  const schema = {
    type: "object",
    properties: { "first name": { type: "string" }, größe: { type: "integer" }, ok: {} },
    required: ["first name", "ok"],
  };
  assert.deepEqual(compileSchema(schema, dialects.anthropic).schema, {
    type: "object",
    description: '(also needs "first name": string; also takes "größe": integer)',
    properties: { ok: {} },
    required: ["ok"],
  });
});

test("[FMT-10] Gemini gets only what its Schema has, each schema with one type", () => {
  holdsForAll(dialects.gemini, (compiled) => {
    for (const schema of everySchema(compiled)) {
      if (schema["anyOf"] !== undefined) {
        assertKeywords(schema, ["anyOf"]);
        assert.notDeepEqual(schema["anyOf"], []);
        continue;
      }
      const type = schema["type"];
      const forType: Record<string, string[]> = {
        string: ["enum", "format", "minLength", "maxLength", "pattern"],
        number: ["format", "minimum", "maximum"],
        integer: ["format", "minimum", "maximum"],
        boolean: [],
        array: ["items", "minItems", "maxItems"],
        object: ["properties", "required"],
      };
      assert.ok(typeof type === "string" && type in forType, `type ${JSON.stringify(type)}`);
      assertKeywords(schema, ["type", "title", "description", "nullable", ...(forType[type] ?? [])]);
      if (type === "array") assert.ok(isPlainObject(schema["items"]));
      if (schema["nullable"] !== undefined) assert.equal(schema["nullable"], true);
      const values = (schema["enum"] ?? ["x"]) as unknown[];
      assert.ok(values.length > 0 && values.every((value) => typeof value === "string" && value !== ""));
      const names = Object.keys(schema["properties"] ?? {});
      if (schema !== compiled && schema["properties"] !== undefined)
        assert.ok(names.length > 0, "empty properties");
      for (const name of (schema["required"] ?? []) as string[])
        assert.ok(names.includes(name), `unknown ${name}`);
    }
  });
});

test("[FMT-10] Gemini: nullable, formats, enums, untyped and mixed values", () => {
  const { gemini } = dialects;
  const cases: [unknown, unknown][] = [
    [
      { anyOf: [{ type: "string" }, { type: "null" }], description: "Maybe" },
      { type: "string", description: "Maybe", nullable: true },
    ],
    [
      { type: ["integer", "null"], minimum: 1 },
      { type: "integer", minimum: 1, nullable: true },
    ],
    [
      { type: "integer", exclusiveMinimum: 0 },
      { type: "integer", minimum: 1 },
    ],
    [
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", description: "(more than 0)" },
    ],
    [
      { type: "string", format: "date-time" },
      { type: "string", format: "date-time" },
    ],
    [
      { type: "string", format: "uri" },
      { type: "string", description: "(format uri)" },
    ],
    [
      { type: "integer", format: "int64" },
      { type: "integer", format: "int64" },
    ],
    [{ enum: [1, 2] }, { type: "integer", description: "(one of 1, 2)" }],
    [{ enum: ["a", ""] }, { type: "string", description: '(one of "a", "")', enum: ["a"] }],
    [{ const: "a" }, { type: "string", enum: ["a"] }],
    [{ type: "null" }, { type: "string", description: "(always null)", nullable: true }],
    [{ type: "object" }, { type: "object" }],
    [
      { type: "object", required: ["q"] },
      { type: "object", properties: { q: { anyOf: anyValue } }, required: ["q"] },
    ],
    [{}, { anyOf: anyValue }],
    [{ type: "array" }, { type: "array", items: { anyOf: anyValue } }],
    [
      {
        anyOf: [{ oneOf: [{ type: "string" }, { type: "boolean" }] }, { type: "number" }],
        description: "Nested",
      },
      { anyOf: ["string", "boolean", "number"].map((type) => ({ type, description: "Nested" })) },
    ],
    [
      { type: ["string", "number"], minLength: 2, maximum: 5, description: "Mixed" },
      {
        anyOf: [
          { type: "string", minLength: 2, description: "Mixed" },
          { type: "number", maximum: 5, description: "Mixed" },
        ],
      },
    ],
    [
      {
        type: "object",
        properties: { a: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      {
        type: "object",
        description: "(at least one must be given: a or b)",
        properties: { a: { type: "string" } },
      },
    ],
  ];
  for (const [schema, expected] of cases) assert.deepEqual(compileProperty(schema, gemini), expected);
});

const anyValue = ["string", "number", "boolean", "object"].map((type) => ({ type }));

test("[FMT-10] a pydantic server's parameters, as Ollama reads them", () => {
  assert.deepEqual(compileSchema(realisticSchemas["post_message"] ?? {}, dialects.ollama).schema, {
    type: "object",
    properties: {
      channel_id: { type: "string", description: "The channel to post to" },
      text: { type: "string", description: "(at most 4000 characters)" },
      thread_ts: { type: ["string", "null"], description: "(default null)" },
      attachments: {
        type: ["array", "null"],
        description: "(default null)",
        items: {
          type: "object",
          description: "Attachment",
          properties: {
            color: {
              type: ["string", "null"],
              description: "(default null)",
              enum: ["good", "warning", "danger", null],
            },
            fields: {
              type: "array",
              items: {
                type: "object",
                description: "Field",
                properties: {
                  title: { type: "string" },
                  value: { anyOf: [{ type: "string" }, { type: "number" }] },
                  short: { type: "boolean", description: "(default false)" },
                },
                required: ["title", "value"],
              },
            },
          },
          required: ["fields"],
        },
      },
      unfurl: {
        type: "string",
        description: 'Color. The bar beside the message (default "good")',
        enum: ["good", "warning", "danger"],
      },
    },
    required: ["channel_id", "text"],
  });
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Inputs are frozen here, so that whatever is frozen in an output comes from one. */
function isPlainJson(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    return !Object.isFrozen(value) && Object.values(value).every(isPlainJson);
  }
  return typeof value === "number" ? Number.isFinite(value) : value !== undefined;
}
