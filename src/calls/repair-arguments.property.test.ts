import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { JsonSchema } from "../schema/json-schema.ts";
import { compileValidator } from "../schema/validator.ts";
import type { ToolArguments } from "../tools/tool.ts";
import { applyRepairs, findPlace } from "./apply-repairs.ts";
import { parseLenientJson } from "./lenient-json.ts";
import { parseArguments, repairArguments } from "./repair-arguments.ts";

/** The keywords that the schemas here are made of. */
interface SomeSchema extends JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string;
  readonly items?: SomeSchema;
  readonly anyOf?: readonly SomeSchema[];
  readonly oneOf?: readonly SomeSchema[];
  readonly properties?: Readonly<Record<string, SomeSchema>>;
  readonly required?: readonly string[];
}

const names = ["a", "b", "kind", "__proto__", "constructor"];

const { schema: anySchema } = fc.letrec<{ schema: SomeSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("string", "number", "integer", "boolean", "null").map((type) => ({ type })),
    fc.constantFrom<SomeSchema>(
      { type: ["number", "null"] },
      { enum: ["on", "off", 1, null] },
      { enum: ["On", "oN"] },
      { const: "a" },
      { type: "number", minimum: 2 },
      { type: "string", maxLength: 2 },
      {},
    ),
    tie("schema").map((items) => ({ type: "array", items })),
    fc.tuple(tie("schema"), tie("schema")).map((anyOf) => ({ anyOf })),
    fc.tuple(tie("schema"), tie("schema")).map((oneOf) => ({ oneOf })),
    objectSchema(tie("schema")),
  ),
}));

function objectSchema(property: fc.Arbitrary<SomeSchema>): fc.Arbitrary<SomeSchema> {
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...names), property),
      required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 1 }),
      additionalProperties: fc.constantFrom(true, false, { type: "number" }),
    })
    .map((keywords) => ({ type: "object", ...keywords, properties: { ...keywords.properties } }));
}

/** Anything, and what models like to write among it. */
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(
      "5",
      "true",
      " ON",
      "2 apples",
      "",
      "[1, '2']",
      '{"a": "1"}',
      null,
      false,
      1,
      1e21,
    ),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie("value")).map((object) => ({ ...object })),
  ),
})).value;

/** What a model may write for a schema: something valid, spelled as models spell it, and now and then anything. */
function written(schema: SomeSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: almostValid(schema) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

function almostValid(schema: SomeSchema): fc.Arbitrary<unknown> {
  const { type, enum: values, const: only, items, anyOf, oneOf } = schema;
  const allowed = values ?? (only === undefined ? undefined : [only]);
  const branches = anyOf ?? oneOf;
  if (allowed !== undefined)
    return fc.constantFrom(...allowed, ...allowed.map((each) => ` ${each}`.toUpperCase()));
  if (branches !== undefined) return fc.oneof(...branches.map(written));
  switch ([type].flat()[0]) {
    case "number":
    case "integer":
      return orAsText(fc.integer());
    case "boolean":
      return orAsText(fc.boolean());
    case "string":
      return fc.oneof(fc.string(), fc.integer(), fc.boolean());
    case "array": {
      const item = written(items ?? {});
      return fc.oneof(orAsText(fc.array(item, { maxLength: 3 })), item);
    }
    case "object":
      return orAsText(writtenArgs(schema));
    default:
      return fc.constant(null);
  }
}

function orAsText(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    arbitrary,
    arbitrary.map((each) => JSON.stringify(each)),
  );
}

function writtenArgs({ properties = {}, required = [] }: SomeSchema): fc.Arbitrary<ToolArguments> {
  const entries = Object.entries(properties).map(([name, property]) => {
    const entry = written(property).map((each) => [[name, each] as const]);
    return required.includes(name) ? entry : fc.oneof(entry, fc.constant([]));
  });
  return fc.tuple(...entries).map((some): ToolArguments => Object.fromEntries(some.flat()));
}

/** Compiling takes much longer than validating, so that many calls share a schema. */
const schemas = fc.sample(objectSchema(anySchema), 60);
const call = fc
  .constantFrom(...schemas)
  .chain((schema) => fc.tuple(fc.constant(schema), writtenArgs(schema)));

function checkCalls(check: (schema: JsonSchema, args: ToolArguments) => void): void {
  fc.assert(
    fc.property(call, ([schema, args]) => check(schema, args)),
    { numRuns: 400 },
  );
}

test("[FIX-2] a valid call is never changed", () => {
  checkCalls((schema, args) => {
    const validator = compileValidator(schema);
    const result = repairArguments(args, validator);
    if (!validator.isValid(args)) return;
    assert.equal(result.args, args);
    assert.deepEqual(result.repairs, []);
  });
});

test("[FIX-2] a repaired call is valid or its problems are told, and repairing it again changes nothing", () => {
  checkCalls((schema, args) => {
    const validator = compileValidator(schema);
    const result = repairArguments(args, validator);
    assert.equal(validator.isValid(result.args), result.problems.length === 0);
    if (result.problems.length === 0) assert.equal(repairArguments(result.args, validator).args, result.args);
  });
});

test("[FIX-2] the input is never touched", () => {
  checkCalls((schema, args) => {
    const before = JSON.stringify(args);
    repairArguments(freeze(args) as ToolArguments, compileValidator(schema));
    assert.equal(JSON.stringify(args), before);
  });
});

test("[FIX-2] the repairs tell the whole story: made on the input, they give the result", () => {
  checkCalls((schema, args) => {
    const result = repairArguments(args, compileValidator(schema));
    assert.deepEqual(applyRepairs(args, result.repairs), { ...result.args });
    for (const { path = "", from } of result.repairs) assert.deepEqual(findPlace(args, path)?.value, from);
  });
});

test("[FIX-2] no value is invented: each one in the result was in the input, in one spelling or another", () => {
  checkCalls((schema, args) => {
    const known = new Set(leavesOf(args).map(toCanonicalText));
    const result = repairArguments(args, compileValidator(schema));
    for (const leaf of leavesOf(result.args))
      assert.ok(known.has(toCanonicalText(leaf)), `${String(leaf)} is new`);
  });
});

test("[FIX-1] whatever arrives as arguments, parsing gives an object or nothing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string(), fc.json(), value), (args) => {
      const parsed = parseArguments(args);
      if (parsed !== undefined) assert.ok(typeof parsed.args === "object" && !Array.isArray(parsed.args));
    }),
  );
});

/** Every key and scalar in a value, and in the JSON that its texts hold. */
function leavesOf(from: unknown): unknown[] {
  if (Array.isArray(from)) return from.flatMap(leavesOf);
  if (typeof from === "object" && from !== null) {
    return Object.entries(from).flatMap(([key, inner]) => [key, ...leavesOf(inner)]);
  }
  const inner = typeof from === "string" ? parseLenientJson(from)?.value : undefined;
  return inner === undefined || inner === from ? [from] : [from, ...leavesOf(inner)];
}

function toCanonicalText(leaf: unknown): string {
  const text = String(leaf).trim().toLowerCase();
  return text !== "" && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

function freeze(from: unknown): unknown {
  if (typeof from === "object" && from !== null) Object.values(Object.freeze(from)).forEach(freeze);
  return from;
}
