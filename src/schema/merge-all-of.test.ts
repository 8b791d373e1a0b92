/* oxlint-disable unicorn/no-thenable -- "then" is a keyword of JSON Schema */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { modernSchema, someValue } from "../../test/schemas/arbitrary.ts";
import { mergeAllOf } from "./merge-all-of.ts";
import { modernize } from "./modernize.ts";

test("[FMT-10] allOf is merged: properties joined, bounds tightened, enums intersected, required united", () => {
  const merged = mergeAllOf({
    description: "An order",
    allOf: [
      {
        type: "object",
        properties: { size: { type: "number", minimum: 1, maximum: 9 } },
        required: ["size"],
      },
      {
        description: "to be shipped",
        properties: { size: { type: "integer", minimum: 0, maximum: 5 }, kind: { enum: ["a", "b", "c"] } },
        required: ["kind", "size"],
      },
      { allOf: [{ properties: { kind: { enum: ["b", "c", "d"], description: "What" } } }] },
    ],
  });
  assert.deepEqual(merged, {
    description: "An order. to be shipped",
    type: "object",
    properties: {
      size: { type: "integer", minimum: 1, maximum: 5 },
      kind: { enum: ["b", "c"], description: "What" },
    },
    required: ["size", "kind"],
  });
});

test("what no single schema can say stays in allOf", () => {
  const unmergeable = [
    [{ pattern: "^a" }, { pattern: "b$" }],
    [{ type: "string" }, { type: "number" }],
    [{ enum: [1] }, { enum: [2] }],
    [{ anyOf: [{ type: "string" }] }, { anyOf: [{ minLength: 1 }] }],
    [
      { if: { type: "string" }, then: { minLength: 1 } },
      { if: { type: "number" }, then: { minimum: 1 } },
    ],
    [{ multipleOf: 4 }, { multipleOf: 6 }],
    [{ patternProperties: { "^x": true } }, { additionalProperties: false }],
  ] as const;
  for (const [first, second] of unmergeable) {
    assert.deepEqual(mergeAllOf({ ...first, allOf: [second] }), { ...first, allOf: [second] });
  }
});

test("two prohibitions are one", () => {
  assert.deepEqual(mergeAllOf({ not: { const: 1 }, allOf: [{ not: { const: 2 } }] }), {
    not: { anyOf: [{ const: 1 }, { const: 2 }] },
  });
});

test("a closed object leaves no room for the properties of another", () => {
  const merged = mergeAllOf({
    allOf: [
      { properties: { a: { type: "string" } }, additionalProperties: false },
      { properties: { b: {} } },
    ],
  });
  assert.deepEqual(merged, { properties: { a: { type: "string" }, b: false }, additionalProperties: false });
});

test("merging changes neither what is accepted nor the input", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, ownProperties: true });
  const branches = fc.array(modernSchema, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      modernSchema,
      branches,
      fc.array(someValue, { minLength: 5, maxLength: 15 }),
      (base, allOf, values) => {
        const schema = deepFreeze(modernize({ ...base, allOf }, []));
        const accepts = ajv.compile(schema);
        const acceptsMerged = ajv.compile(mergeAllOf(schema));
        for (const value of values) {
          const verdicts = [judge(accepts, value), judge(acceptsMerged, value)];
          if (verdicts.includes("undecided")) continue;
          assert.equal(verdicts[1], verdicts[0], JSON.stringify(value));
        }
      },
    ),
    { numRuns: 300 },
  );
});

/** Ajv 8.20 throws on some objects where `patternProperties` stands beside `anyOf`. */
function judge(accepts: (value: unknown) => boolean, value: unknown): boolean | "undecided" {
  try {
    return accepts(value);
  } catch {
    return "undecided";
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
