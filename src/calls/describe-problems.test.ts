import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../schema/json-schema.ts";
import { compileValidator } from "../schema/validator.ts";
import { describeProblems } from "./describe-problems.ts";

function describe(schema: JsonSchema, args: unknown, toolName = "set_level"): string {
  return describeProblems(toolName, compileValidator(schema).problems(args), schema);
}

const setLevel = {
  type: "object",
  properties: {
    room: { type: "string" },
    level: { type: "number", minimum: 0, maximum: 100 },
    fade: { type: "boolean" },
    mode: { enum: ["soft", "hard"] },
  },
  required: ["room", "level"],
  additionalProperties: false,
};

test("[EX-9] the text names each wrong field, what it must be and was, and the parameters", () => {
  assert.equal(
    describe(setLevel, { level: "2 apples", mode: "x", colour: "red" }),
    [
      'Invalid arguments for "set_level".',
      "- room: is required",
      "- colour: must be left out: it is not a known property",
      '- level: must be a number, got "2 apples"',
      '- mode: must be one of "soft", "hard", got "x"',
      'Required parameters: room: string, level: number (from 0 to 100). Optional: fade: boolean, mode: "soft" | "hard".',
    ].join("\n"),
  );
});

test("[EX-9] a place inside is named as a program would write it", () => {
  const lamp = { type: "object", properties: { level: { type: "number" }, "on/off": { type: "boolean" } } };
  const schema = { type: "object", properties: { lamps: { type: "array", items: lamp } } };
  const text = describe(schema, { lamps: [{}, { level: "high", "on/off": 1 }] });
  assert.match(text, /^- lamps\[1\]\.level: must be a number, got "high"$/m);
  assert.match(text, /^- lamps\[1\]\["on\/off"\]: must be true or false, got 1$/m);
});

test("[EX-9] arguments that are no object are told so", () => {
  assert.match(describe(setLevel, "on"), /^- arguments: must be an object, got "on"$/m);
});

test("[EX-9] parameters behind a $ref and in allOf are listed with their types", () => {
  const schema = {
    allOf: [{ $ref: "#/$defs/base" }, { properties: { level: { $ref: "#/$defs/level" } } }],
    required: ["level"],
    $defs: {
      base: { type: "object", properties: { room: { type: "string" } }, required: ["room"] },
      level: { type: "integer" },
    },
  };
  assert.match(describe(schema, {}), /^Required parameters: room: string, level: integer\.$/m);
});

test("[EX-9] a required parameter that the schema does not describe is listed too", () => {
  assert.match(describe({ type: "object", required: ["id"] }, {}), /^Required parameters: id: any\.$/m);
});

test("[EX-9] a tool without parameters says so, and one without required ones too", () => {
  assert.match(
    describe({ type: "object", additionalProperties: false }, { a: 1 }),
    /^It takes no parameters\.$/m,
  );
  const optional = { type: "object", properties: { a: { type: "number" } } };
  assert.match(describe(optional, { a: "x" }), /^No parameter is required\. Optional: a: number\.$/m);
});

test("[FIX-9] the text stays short, whatever is wrong", () => {
  const names = Array.from({ length: 500 }, (_, index) => `parameter_${index}_${"x".repeat(200)}`);
  const properties = Object.fromEntries(names.map((name) => [name, { enum: names }]));
  const missing = describe({ type: "object", properties, required: names }, {});
  const wrong = describe(
    { type: "object", properties },
    Object.fromEntries(names.map((name) => [name, "y".repeat(100_000)])),
  );
  for (const text of [missing, wrong]) {
    assert.ok(text.length < 15_000, `${text.length} characters`);
    assert.equal(text.split("\n").length, 23);
    assert.match(text, /^- and 80 more$/m);
    assert.match(text, / and 470 more\.$/m);
  }
});

test("a value that JSON cannot say, and one that nests too deeply, are no trouble", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const deep: unknown = JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
  for (const level of [circular, deep, 1n, Symbol("a"), () => 1, Number.NaN]) {
    assert.match(describe(setLevel, { room: "a", level }), /^- level: must be a number, got /m);
  }
});

test("a schema that refers to itself is described, and ends", () => {
  const schema = {
    type: "object",
    properties: { child: { $ref: "#" }, id: { type: "number" } },
    required: ["id"],
  };
  assert.match(
    describe(schema, {}),
    /^- id: is required\nRequired parameters: id: number\. Optional: child: /m,
  );
});
