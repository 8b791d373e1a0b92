/* oxlint-disable unicorn/no-thenable -- "then" is a keyword of JSON Schema */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compileSchema } from "./compile-schema.ts";
import type { Dialect } from "./dialect.ts";
import type { JsonSchema } from "./json-schema.ts";
import { describeLosses } from "./loss.ts";

/** A dialect with little in it, so that much has to be said in words. */
const plain: Dialect = {
  keywords: new Set(["type", "description", "enum", "properties", "required", "items", "anyOf"]),
  style: "json-schema",
};

function compileProperty(property: unknown, dialect = plain): unknown {
  const { schema } = compileSchema({ type: "object", properties: { value: property } }, dialect);
  return (schema["properties"] as JsonSchema)["value"];
}

function wordsFor(property: JsonSchema): unknown {
  return (compileProperty(property) as JsonSchema)["description"];
}

test("[FMT-10] keywords that a dialect lacks are said as words in the description", () => {
  const said: [JsonSchema, string][] = [
    [{ type: "integer", minimum: 0, maximum: 100 }, "(from 0 to 100)"],
    [{ type: "integer", description: "Level", minimum: 1, default: 5 }, "Level (at least 1; default 5)"],
    [{ type: "number", exclusiveMinimum: 0, maximum: 10 }, "(more than 0, at most 10)"],
    [{ type: "number", multipleOf: 5, maximum: 50 }, "(at most 50; a multiple of 5)"],
    [{ type: "number", minimum: 3, maximum: 3 }, "(exactly 3)"],
    [{ type: "string", pattern: "^[a-z]+$" }, "(must match the pattern ^[a-z]+$)"],
    [{ type: "string", format: "date" }, "(format date)"],
    [{ type: "string", minLength: 1 }, "(at least 1 character)"],
    [{ type: "string", minLength: 2, maxLength: 64 }, "(2 to 64 characters)"],
    [{ type: "string", maxLength: 1, examples: ["a", "b"] }, '(at most 1 character; for example "a", "b")'],
    [
      { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
      "(encoded as base64; content of type image/png)",
    ],
    [
      { type: "array", items: {}, minItems: 2, maxItems: 2, uniqueItems: true },
      "(exactly 2 items; no item twice)",
    ],
    [{ type: "array", items: {}, contains: { const: "x" } }, '(at least 1 item of "x")'],
    [{ type: "array", items: false }, "(no items)"],
    [{ type: "object", additionalProperties: { type: "string" } }, "(other properties are allowed: string)"],
    [
      { type: "object", additionalProperties: true, minProperties: 1 },
      "(other properties are allowed; at least 1 property)",
    ],
    [
      { type: "object", patternProperties: { "^x-": { type: "number" } } },
      "(properties named like ^x-: number)",
    ],
    [
      { type: "object", propertyNames: { pattern: "^[a-z]" } },
      "(names of properties: must match the pattern ^[a-z])",
    ],
    [{ type: "object", dependentRequired: { card: ["address", "name"] } }, "(card needs address and name)"],
    [{ type: "string", not: { enum: ["", "none"] } }, '(must not fit: "" | "none")'],
    [
      {
        type: "object",
        if: { properties: { kind: { const: "a" } } },
        then: { required: ["b"] },
        else: false,
      },
      '(if { kind?: "a" } then { b: any } else never)',
    ],
    [
      { type: "string", allOf: [{ pattern: "a" }, { pattern: "b" }] },
      "(must match the pattern a; also must match the pattern b)",
    ],
    [{ type: "string", deprecated: true, readOnly: true }, "(deprecated; read-only)"],
    [{ type: "integer", minimum: Number.MIN_SAFE_INTEGER, exclusiveMinimum: 0 }, "(more than 0)"],
  ];
  for (const [schema, words] of said) assert.equal(wordsFor(schema), words, JSON.stringify(schema));
});

test("what a model assumes anyway is not said", () => {
  const silent: JsonSchema[] = [
    { type: "object", properties: {}, additionalProperties: false },
    { type: "array", items: {}, uniqueItems: false, minItems: 0 },
    { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    { type: "string", deprecated: false, examples: [], $comment: "internal" },
    { type: "string", title: "Value" },
  ];
  for (const schema of silent) {
    const { schema: compiled, losses } = compileSchema(
      { type: "object", properties: { value: schema } },
      plain,
    );
    assert.equal(((compiled["properties"] as JsonSchema)["value"] as JsonSchema)["description"], undefined);
    assert.deepEqual(losses, []);
  }
});

test("a title is part of the description where it tells more than the name", () => {
  assert.equal(wordsFor({ type: "string", title: "Postal address" }), "Postal address");
  assert.equal(
    wordsFor({ type: "string", title: "Postal address", description: "of the sender" }),
    "Postal address. of the sender",
  );
  assert.equal(wordsFor({ type: "string", title: "VALUE", description: "of the sender" }), "of the sender");
});

test("[FMT-10] const becomes enum, oneOf becomes anyOf, null is taken where the dialect wants it", () => {
  assert.deepEqual(compileProperty({ const: "on" }), { type: "string", enum: ["on"] });
  assert.deepEqual(compileProperty({ oneOf: [{ type: "string" }, { type: "number" }] }), {
    anyOf: [{ type: "string" }, { type: "number" }],
  });
  assert.deepEqual(compileProperty({ anyOf: [{ type: "string" }, { type: "null" }] }), {
    type: ["string", "null"],
  });
  assert.deepEqual(compileProperty({ anyOf: [{ enum: ["a", "b"], type: "string" }, { type: "null" }] }), {
    type: ["string", "null"],
    enum: ["a", "b", null],
  });
  assert.deepEqual(compileProperty({ anyOf: [{ type: "string" }, { type: "integer" }, { const: null }] }), {
    anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }],
  });
});

test("[FMT-10] tuples become arrays of their parts, in words the order", () => {
  assert.deepEqual(
    compileProperty({ type: "array", prefixItems: [{ type: "number" }, { type: "string" }] }),
    {
      type: "array",
      description: "(in this order: number, string)",
      items: { anyOf: [{ type: "number" }, { type: "string" }] },
    },
  );
  assert.deepEqual(compileProperty({ type: "array", items: [{ type: "number" }, { type: "number" }] }), {
    type: "array",
    description: "(in this order: number, number)",
    items: { type: "number" },
  });
});

test("[FMT-10] true becomes anything, and a property that can never be given is not offered", () => {
  const { schema } = compileSchema(
    {
      type: "object",
      properties: { any: true, never: false, list: { type: "array", items: true } },
      required: ["any", "never"],
    },
    plain,
  );
  assert.deepEqual(schema, {
    type: "object",
    properties: { any: {}, list: { type: "array", items: {} } },
    required: ["any"],
  });
});

test("what is required without being listed is listed", () => {
  assert.deepEqual(compileSchema({ type: "object", required: ["query"] }, plain).schema, {
    type: "object",
    properties: { query: {} },
    required: ["query"],
  });
});

test("[FMT-10] alternatives at the top become one object and words", () => {
  const { schema } = compileSchema(
    {
      description: "What to read",
      oneOf: [
        {
          type: "object",
          properties: { kind: { const: "file", description: "Which" }, path: { type: "string" } },
          required: ["kind", "path"],
        },
        {
          type: "object",
          properties: {
            kind: { const: "page", description: "Which" },
            url: { type: "string" },
            size: { type: "integer" },
          },
          required: ["kind", "url"],
        },
      ],
    },
    plain,
  );
  assert.deepEqual(schema, {
    type: "object",
    description:
      'What to read (exactly one of these: { kind: "file", path: string } or { kind: "page", url: string, size?: integer })',
    properties: {
      kind: { type: "string", description: "Which", enum: ["file", "page"] },
      path: { type: "string" },
      url: { type: "string" },
      size: { type: "integer" },
    },
    required: ["kind"],
  });
});

test("[FMT-10] alternatives at the top that only say what is needed become a sentence", () => {
  const { schema } = compileSchema(
    {
      type: "object",
      properties: { a: {}, b: {}, c: {} },
      anyOf: [{ required: ["a"] }, { required: ["b", "c"] }],
    },
    plain,
  );
  assert.equal(schema["description"], "(at least one must be given: a or b with c)");
});

test("properties keep their order, and one that is called __proto__ is one", () => {
  const properties = JSON.parse(
    '{"z":{"type":"string"},"__proto__":{"type":"number"},"constructor":true,"a":true}',
  );
  const { schema } = compileSchema({ type: "object", properties, required: ["__proto__"] }, plain);
  assert.equal(
    JSON.stringify(schema),
    '{"type":"object","properties":{"z":{"type":"string"},"__proto__":{"type":"number"},"constructor":{},"a":{}},"required":["__proto__"]}',
  );
});

test("values that are not JSON are left out of the schema and reported", () => {
  const circular: JsonSchema = {};
  circular["self"] = circular;
  const schema = {
    type: "object",
    properties: { value: { type: "string", default: 5n, "x-tree": circular } },
  };
  const { schema: compiled, losses } = compileSchema(schema, { keywords: "all", style: "json-schema" });
  assert.deepEqual(compiled["properties"], { value: { type: "string" } });
  assert.deepEqual(losses, [
    { path: "/properties/value", keyword: "default", kept: "" },
    { path: "/properties/value", keyword: "x-tree", kept: "" },
  ]);
});

test("[FMT-10] what was lost is reported by place, and can be read", () => {
  const { losses } = compileSchema(
    {
      type: "object",
      properties: { "a/b": { type: "integer", minimum: 0, maximum: 9, "x-unit": "kg" } },
      not: { required: ["c"] },
    },
    plain,
  );
  assert.deepEqual(losses, [
    { path: "/properties/a~1b", keyword: "minimum", kept: "from 0 to 9" },
    { path: "/properties/a~1b", keyword: "maximum", kept: "from 0 to 9" },
    { path: "/properties/a~1b", keyword: "x-unit", kept: "" },
    { path: "", keyword: "not", kept: "must not fit: { c: any }" },
  ]);
  assert.equal(
    describeLosses("weigh", "acme", losses),
    `Tool "weigh": acme cannot take its schema as it stands.
  minimum, maximum at /properties/a~1b: now said as "from 0 to 9"
  x-unit at /properties/a~1b: dropped
  not at the top: now said as "must not fit: { c: any }"`,
  );
  assert.equal(describeLosses("weigh", "acme", []), "");
});
