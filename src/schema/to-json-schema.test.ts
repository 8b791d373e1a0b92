import assert from "node:assert/strict";
import { test } from "node:test";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod3";
import { z as earlyZod4 } from "zod3/v4";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";
import { toJsonSchema } from "./to-json-schema.ts";
import { checkSchema, compileValidator } from "./validator.ts";

/** What a device tool takes, as its author wrote it, and what a caller may write. */
const deviceSchema = {
  type: "object",
  properties: {
    device: { type: "string", minLength: 1, description: "as it stands on the switch" },
    action: { type: "string", enum: ["on", "off", "dim"] },
    level: { type: "integer", minimum: 0, maximum: 100 },
    fade: { type: "boolean", default: false },
  },
  required: ["device", "action"],
};

test("[FMT-1] JSON Schema comes back as the same object, frozen or not", () => {
  const schema = Object.freeze({ type: "object", properties: Object.freeze({ a: {} }) });
  assert.equal(toJsonSchema(schema), schema);
  const bare: JsonSchema = Object.assign(Object.create(null), { type: "object" });
  assert.equal(toJsonSchema(bare), bare);
});

test("[FMT-1] no schema means an object without parameters", () => {
  assert.deepEqual(toJsonSchema(undefined), { type: "object", properties: {} });
  assert.deepEqual(toJsonSchema(null), { type: "object", properties: {} });
});

test("[FMT-1] Zod 4 in all its flavours and Zod 3 say the same", () => {
  const { _default: withDefault } = mini;
  const flavours = {
    "Zod 4": z.object({
      device: z.string().min(1).describe("as it stands on the switch"),
      action: z.enum(["on", "off", "dim"]),
      level: z.number().int().min(0).max(100).optional(),
      fade: z.boolean().default(false),
    }),
    "Zod 4 of the time before it gave JSON Schema": earlyZod4.object({
      device: earlyZod4.string().min(1).describe("as it stands on the switch"),
      action: earlyZod4.enum(["on", "off", "dim"]),
      level: earlyZod4.number().int().min(0).max(100).optional(),
      fade: earlyZod4.boolean().default(false),
    }),
    "Zod Mini": mini.object({
      device: mini.string().check(mini.minLength(1), mini.describe("as it stands on the switch")),
      action: mini.enum(["on", "off", "dim"]),
      level: mini.optional(mini.int().check(mini.minimum(0), mini.maximum(100))),
      fade: withDefault(mini.boolean(), false),
    }),
    "Zod 3": z3.object({
      device: z3.string().min(1).describe("as it stands on the switch"),
      action: z3.enum(["on", "off", "dim"]),
      level: z3.number().int().min(0).max(100).optional(),
      fade: z3.boolean().default(false),
    }),
  };
  for (const [flavour, schema] of Object.entries(flavours)) {
    const { $schema: _, ...jsonSchema } = toJsonSchema(schema);
    assert.deepEqual(jsonSchema, deviceSchema, flavour);
  }
});

test("[FMT-1] any Standard Schema that gives JSON Schema is asked for the input of draft 2020-12", () => {
  const standard = {
    version: 1,
    vendor: "someone",
    validate: () => ({ value: {} }),
    jsonSchema: { input: ({ target }: { target: string }) => ({ type: "object", title: target }) },
  };
  assert.deepEqual(toJsonSchema({ "~standard": standard }), { type: "object", title: "draft-2020-12" });
  // ArkType's schemas are functions.
  const callable = Object.assign(() => {}, { "~standard": standard });
  assert.deepEqual(toJsonSchema(callable), { type: "object", title: "draft-2020-12" });
});

test("a schema is converted once", () => {
  const zod4 = z.object({ a: z.string() });
  const zod3 = z3.object({ a: z3.string() });
  assert.equal(toJsonSchema(zod4), toJsonSchema(zod4));
  assert.equal(toJsonSchema(zod3), toJsonSchema(zod3));
});

test("[FMT-1] the schema of a tool made by LangChain's helper is taken", () => {
  const add = tool(({ a, b }: { a: number; b: number }) => a + b, {
    name: "add",
    description: "adds",
    schema: z.object({ a: z.number(), b: z.number() }),
  });
  assert.deepEqual(toJsonSchema(add.schema)["required"], ["a", "b"]);
});

test("dates are written as text, and what no JSON can hold is refused by name", () => {
  const date = { type: "string", format: "date-time" };
  assert.deepEqual(toJsonSchema(z.object({ at: z.coerce.date() }))["properties"], { at: date });
  assert.deepEqual(toJsonSchema(z3.object({ at: z3.coerce.date() }))["properties"], { at: date });
  for (const schema of [
    z.object({ m: z.map(z.string(), z.string()) }),
    z3.object({ m: z3.map(z3.string(), z3.string()) }),
  ]) {
    assert.throws(
      () => toJsonSchema(schema),
      (error) => error instanceof SchemaError && /Zod map .*JSON/i.test(error.message),
    );
  }
});

test("what cannot give JSON Schema is refused with what it is and what to do", () => {
  class Rules {
    readonly text = "string";
  }
  const cases: readonly (readonly [schema: unknown, message: RegExp])[] = [
    [new Rules(), /an instance of Rules .*pass JSON Schema/],
    [
      { "~standard": { version: 1, vendor: "yup", validate: () => ({ value: 1 }) } },
      /schema of yup .*"~standard".jsonSchema/,
    ],
    [{ name: z.string() }, /"name" is a schema.*z\.object/],
    [{ name: z3.string() }, /"name" is a schema.*z\.object/],
    ["string", /a value of type string is no schema/],
    [true, /a value of type boolean is no schema/],
    [[], /an array cannot give JSON Schema/],
  ];
  for (const [schema, message] of cases) {
    assert.throws(
      () => toJsonSchema(schema),
      (error) =>
        error instanceof SchemaError && error.code === "invalid_schema" && message.test(error.message),
      String(message),
    );
  }
});

test("a Standard Schema whose converter throws is refused with its own words", () => {
  const input = () => {
    throw new Error("no morphs, please");
  };
  const schema = {
    "~standard": { version: 1, vendor: "someone", validate: () => ({ value: 1 }), jsonSchema: { input } },
  };
  assert.throws(
    () => toJsonSchema(schema),
    /schema of someone cannot be written as JSON Schema: no morphs, please/,
  );
});

const zod3Cases: Readonly<Record<string, readonly [schema: z3.ZodTypeAny, expected: JsonSchema]>> = {
  "string checks": [
    z3.string().min(2).max(5).email().startsWith("a.").regex(/b+/),
    {
      type: "string",
      minLength: 2,
      maxLength: 5,
      format: "email",
      pattern: "^a\\.",
      allOf: [{ pattern: "b+" }],
    },
  ],
  "exact length": [z3.string().length(3), { type: "string", minLength: 3, maxLength: 3 }],
  "a pattern with flags, which JSON Schema cannot say": [z3.string().regex(/b/i), { type: "string" }],
  "number checks": [
    z3.number().gt(0).lte(9).multipleOf(3),
    { type: "number", exclusiveMinimum: 0, maximum: 9, multipleOf: 3 },
  ],
  literal: [z3.literal("a"), { const: "a" }],
  "native enum": [z3.nativeEnum({ 0: "Low", Low: 0, High: "high" } as const), { enum: [0, "high"] }],
  array: [
    z3.array(z3.null()).min(1).max(2),
    { type: "array", items: { type: "null" }, minItems: 1, maxItems: 2 },
  ],
  "array of one length": [
    z3.array(z3.any()).length(2),
    { type: "array", items: {}, minItems: 2, maxItems: 2 },
  ],
  tuple: [
    z3.tuple([z3.string(), z3.number()]),
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], minItems: 2, items: false },
  ],
  "tuple with rest": [
    z3.tuple([z3.string()]).rest(z3.boolean()),
    { type: "array", prefixItems: [{ type: "string" }], minItems: 1, items: { type: "boolean" } },
  ],
  record: [
    z3.record(z3.enum(["a"]), z3.number()),
    {
      type: "object",
      propertyNames: { type: "string", enum: ["a"] },
      additionalProperties: { type: "number" },
    },
  ],
  nullable: [z3.string().nullable(), { anyOf: [{ type: "string" }, { type: "null" }] }],
  intersection: [z3.string().and(z3.any()), { allOf: [{ type: "string" }, {}] }],
  "effects, pipes and brands: what goes in": [
    z3.string().transform(Number).pipe(z3.number()).brand("count").readonly(),
    { type: "string" },
  ],
  "strict object": [z3.object({}).strict(), { type: "object", properties: {}, additionalProperties: false }],
  "open object": [z3.object({}).passthrough(), { type: "object", properties: {} }],
  "object with a catch-all": [
    z3.object({}).catchall(z3.number()),
    { type: "object", properties: {}, additionalProperties: { type: "number" } },
  ],
  "discriminated union": [
    z3.discriminatedUnion("kind", [
      z3.object({ kind: z3.literal("a") }),
      z3.object({ kind: z3.literal("b") }),
    ]),
    {
      anyOf: ["a", "b"].map((kind) => ({
        type: "object",
        properties: { kind: { const: kind } },
        required: ["kind"],
      })),
    },
  ],
  "a refinement that throws when it is run": [
    z3.object({
      a: z3.string().refine(() => {
        throw new Error("it was run");
      }),
    }),
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  ],
  "every way to be absent": [
    z3.object({
      optional: z3.string().optional().describe("may be left out"),
      union: z3.union([z3.null(), z3.undefined()]),
      inside: z3.string().optional().nullable().transform(String),
    }),
    {
      type: "object",
      properties: {
        optional: { type: "string", description: "may be left out" },
        union: { anyOf: [{ type: "null" }, { not: {} }] },
        inside: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
    },
  ],
};

for (const [title, [schema, expected]] of Object.entries(zod3Cases)) {
  test(`[FMT-1] Zod 3: ${title}`, () => {
    const jsonSchema = toJsonSchema(schema);
    assert.deepEqual(jsonSchema, expected);
    checkSchema(jsonSchema);
  });
}

interface Tree {
  value: number;
  children: Tree[];
}

test("[FMT-1] a recursive Zod schema refers to itself, at the root and below it", () => {
  const zod3Tree: z3.ZodType<Tree> = z3.object({
    value: z3.number(),
    children: z3.lazy(() => zod3Tree.array()),
  });
  const zod4Tree: z.ZodType<Tree> = z.object({ value: z.number(), children: z.lazy(() => zod4Tree.array()) });
  const schemas = [zod3Tree, zod4Tree].map((tree) => [tree, (value: unknown) => value] as const);
  const wrapped = [
    z3.object({ tree: zod3Tree, other: zod3Tree }),
    z.object({ tree: zod4Tree, other: zod4Tree }),
  ].map((tree) => [tree, (value: unknown) => ({ tree: value, other: value })] as const);
  for (const [schema, wrap] of [...schemas, ...wrapped]) {
    const jsonSchema = toJsonSchema(schema);
    checkSchema(jsonSchema);
    const { isValid } = compileValidator(jsonSchema);
    assert.equal(isValid(wrap({ value: 1, children: [{ value: 2, children: [] }] })), true);
    assert.equal(isValid(wrap({ value: 1, children: [{ value: "2", children: [] }] })), false);
  }
});

test("a lazy Zod 3 schema that is new each time is refused, not followed for ever", () => {
  const endless = (): z3.ZodTypeAny => z3.object({ a: z3.lazy(endless), b: z3.lazy(endless) });
  assert.throws(() => toJsonSchema(endless()), /z\.lazy must give the same schema each time/);
});
