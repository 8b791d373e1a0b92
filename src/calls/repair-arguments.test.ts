import assert from "node:assert/strict";
import { test } from "node:test";
import { compileValidator, type Validator } from "../schema/validator.ts";
import type { Repair } from "./call.ts";
import { parseArguments, repairArguments, type RepairedArguments } from "./repair-arguments.ts";

const object = { a: 1, b: "x" };

const readable: readonly (readonly [what: string, args: unknown, parsed: unknown])[] = [
  ["JSON text", '{"a": 1, "b": "x"}', object],
  ["JSON text encoded twice", JSON.stringify(JSON.stringify(object)), object],
  ["almost-JSON", "{a: 1, 'b': 'x',}", object],
  ["almost-JSON encoded twice", JSON.stringify("{a: 1, 'b': 'x',}"), object],
  ["a code fence", '```json\n{"a": 1, "b": "x"}\n```', object],
  ["an empty text", "", {}],
  ["a blank text", " \n", {}],
  ["an empty text encoded twice", '""', {}],
  ["null", null, {}],
  ["the text null", "null", {}],
  ["Python's None", "None", {}],
  ["nothing", undefined, {}],
];

for (const [what, args, parsed] of readable) {
  test(`[FIX-1] arguments are parsed: ${what}`, () => {
    assert.deepEqual(parseArguments(args), {
      args: parsed,
      repairs: [{ rule: "json", path: "", from: args, to: parsed }],
    });
  });
}

test("[FIX-1] an object is taken as it is", () => {
  const parsed = parseArguments(object);
  assert.equal(parsed?.args, object);
  assert.deepEqual(parsed.repairs, []);
});

const thrice = JSON.stringify(JSON.stringify(JSON.stringify(object)));
for (const args of [
  "[]",
  [],
  [object],
  5,
  true,
  "5",
  "hello",
  '{"a": 1',
  thrice,
  '{"a": 1} {"b": 2}',
  '{"a": 12345678901234567891}',
  '{"a": 1, "a": 2}',
  Symbol("a"),
  1n,
]) {
  test(`[FIX-1] what is no object is not made one: ${typeof args === "string" ? args : typeof args}`, () => {
    assert.equal(parseArguments(args), undefined);
  });
}

/** Repairs one parameter `a` with the given schema. */
function repairOne(schema: unknown, value: unknown, options: { required?: boolean } = {}): RepairedArguments {
  const required = options.required === true ? ["a"] : [];
  return repair({ type: "object", properties: { a: schema }, required }, { a: value });
}

function repair(schema: Record<string, unknown>, args: Record<string, unknown>): RepairedArguments {
  return repairArguments(args, compileValidator(schema), schema);
}

const number = { type: "number" };
const integer = { type: "integer" };
const text = { type: "string" };
const boolean = { type: "boolean" };
const nothing = { type: "null" };
const listOf = (items: unknown) => ({ type: "array", items });
const recordOf = (properties: Record<string, unknown>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

type Example = readonly [
  what: string,
  schema: unknown,
  value: unknown,
  repaired: unknown,
  rule?: Repair["rule"],
];

const repairable: readonly Example[] = [
  ["text for a number", number, "2", 2],
  ["text with space around for a number", number, " 2.50\n", 2.5],
  ["text in scientific notation", number, "-1.5E3", -1500],
  ["a decimal that prints back the same", number, "0.30000000000000004", 0.30000000000000004],
  ["text for an integer", integer, "2", 2],
  ["text with a fraction of zero for an integer", integer, "2.0", 2],
  ["text for a boolean", boolean, "true", true],
  ["text for a boolean in Python's spelling", boolean, "False", false],
  ["text for a boolean in capitals", boolean, " TRUE ", true],
  ["a number for text", text, 1, "1"],
  ["a fraction for text", text, -0.5, "-0.5"],
  ["a boolean for text", text, true, "true"],
  ["the word null where null is allowed", { type: ["number", "null"] }, "null", null],
  ["a single value for an array", listOf(text), "x", ["x"]],
  ["a single object for an array", listOf(recordOf({ x: number })), { x: 1 }, [{ x: 1 }]],
  ["a single value of another type for an array", listOf(number), "5", [5]],
  ["a single object in JSON for an array", listOf(recordOf({ x: number })), '{"x": "5"}', [{ x: 5 }]],
  ["JSON for an array", listOf(text), '["x", "y"]', ["x", "y"], "json"],
  ["almost-JSON for an array", listOf(number), "['1', 2,]", [1, 2], "json"],
  ["a list in a code fence for an array", listOf(text), '```json\n["x"]\n```', ["x"], "json"],
  ["JSON for an object", recordOf({ x: number }), '{"x": 1}', { x: 1 }, "json"],
  [
    "JSON in JSON",
    recordOf({ x: recordOf({ y: number }) }),
    String.raw`{"x": "{\"y\": \"1\"}"}`,
    { x: { y: 1 } },
    "json",
  ],
  ["one type of several", { type: ["number", "boolean"] }, "true", true],
  ["one branch of a union", { anyOf: [number, boolean] }, "5", 5],
  [
    "one branch of a union of lists",
    { anyOf: [listOf(number), listOf(boolean)] },
    '["true"]',
    [true],
    "json",
  ],
  ["the one reading that fits of two", { anyOf: [{ type: "number", maximum: 3 }, listOf(text)] }, "5", ["5"]],
  ["behind a $ref", { $ref: "#/properties/a/$defs/n", $defs: { n: number } }, "5", 5],
];

for (const [what, schema, value, repaired, rule = "type"] of repairable) {
  test(`[FIX-2] one lossless reading is taken: ${what}`, () => {
    const result = repairOne(schema, value);
    assert.deepEqual(result.problems, []);
    assert.deepEqual(result.args, { a: repaired });
    assert.deepEqual(result.repairs, [{ rule, path: "/a", from: value, to: repaired }]);
  });
}

const unrepairable: readonly (readonly [what: string, schema: unknown, value: unknown])[] = [
  ["a number with words", number, "2 apples"],
  ["a number with a comma", number, "1,000"],
  ["a hexadecimal number", number, "0x10"],
  ["an empty text for a number", number, ""],
  ["a blank text for a number", number, " "],
  ["a number with a plus sign", number, "+1"],
  ["a number without digits before the point", number, ".5"],
  ["a number with a leading zero", number, "007"],
  ["more digits than a number holds", number, "12345678901234567890"],
  ["an integer just beyond the safe ones", integer, "9007199254740993"],
  ["a number too large", number, "1e400"],
  ["a number too small", number, "1e-400"],
  ["Infinity", number, "Infinity"],
  ["a fraction for an integer", integer, "2.5"],
  ["a boolean for a number", number, true],
  ["a list for a number", number, [1]],
  ["a number for a boolean", boolean, 1],
  ["the text 1 for a boolean", boolean, "1"],
  ["yes for a boolean", boolean, "yes"],
  ["an object for text", text, { x: 1 }],
  ["a list for text", text, ["x"]],
  ["a number that may have lost digits for text", text, 2 ** 60],
  ["the word null where null is not allowed", number, "null"],
  ["a word for a list of numbers", listOf(number), "abc"],
  ["an empty text for a list", listOf(text), ""],
  ["a broken list for a list of texts", listOf(text), '["x", "y'],
  ["an object in JSON for a list of numbers", listOf(number), '{"x": 1}'],
  ["a list for a list of lists", listOf(listOf(number)), [1, 2]],
  ["a list in JSON for an object", recordOf({}), "[1]"],
  ["a word for an object", recordOf({}), "abc"],
  ["a broken object for an object", recordOf({}), '{"x": 1'],
  ["a number out of range", { type: "number", maximum: 3 }, "5"],
  ["two readings that fit", { anyOf: [number, listOf(text)] }, "5"],
  ["a reading that fits two branches of oneOf", { oneOf: [number, integer] }, "5"],
];

for (const [what, schema, value] of unrepairable) {
  test(`[FIX-2] what has no lossless reading, or two, stays and is an error: ${what}`, () => {
    const args = { a: value };
    const result = repair({ type: "object", properties: { a: schema } }, args);
    assert.equal(result.args, args);
    assert.deepEqual(result.repairs, []);
    assert.notEqual(result.problems.length, 0);
    for (const problem of result.problems) assert.match(problem.path, /^\/a(\/|$)/);
  });
}

test("[FIX-2] each repair says where, from what and to what", () => {
  const schema = recordOf({ lamps: listOf(recordOf({ level: number, "on/off": boolean })), room: text });
  const result = repair(schema, { lamps: [{ level: "5" }, { level: 6, "on/off": "true" }], room: 7 });
  assert.deepEqual(result.args, { lamps: [{ level: 5 }, { level: 6, "on/off": true }], room: "7" });
  assert.deepEqual(result.repairs, [
    { rule: "type", path: "/lamps/0/level", from: "5", to: 5 },
    { rule: "type", path: "/lamps/1/on~1off", from: "true", to: true },
    { rule: "type", path: "/room", from: 7, to: "7" },
  ]);
});

test("[FIX-2] what can be repaired is, and only the rest is an error", () => {
  const result = repair(recordOf({ a: number, b: number, c: text }, ["c"]), { a: "1", b: "2 apples" });
  assert.deepEqual(result.args, { a: 1, b: "2 apples" });
  assert.deepEqual(result.repairs, [{ rule: "type", path: "/a", from: "1", to: 1 }]);
  assert.deepEqual(result.problems.map(({ path }) => path).toSorted(), ["/b", "/c"]);
});

test("[FIX-2] what is wrong inside JSON is reported there, where the model can correct it", () => {
  const result = repairOne(recordOf({ x: number, y: number }), '{"x": "1", "y": "two"}');
  assert.deepEqual(result.args, { a: { x: 1, y: "two" } });
  assert.deepEqual(
    result.problems.map(({ path, value }) => ({ path, value })),
    [{ path: "/a/y", value: "two" }],
  );
});

const variants = {
  oneOf: [
    recordOf({ kind: { const: "text" }, size: number }, ["kind"]),
    recordOf({ kind: { const: "image" }, width: number, note: number }, ["kind"]),
  ],
};

test("[FIX-2] in a union of objects only what the fitting branch needs is repaired", () => {
  const result = repairOne(variants, { kind: "Text", size: "5", note: "7" });
  assert.deepEqual(result.problems, []);
  assert.deepEqual(result.args, { a: { kind: "text", size: 5, note: "7" } });
  assert.deepEqual(
    result.repairs.map(({ path, rule }) => ({ path, rule })),
    [
      { path: "/a/kind", rule: "enum" },
      { path: "/a/size", rule: "type" },
    ],
  );
});

test("[FIX-2] a repair inside a value goes before one of the whole value", () => {
  for (const anyOf of [
    [recordOf({ x: number }), listOf(recordOf({}))],
    [listOf(recordOf({})), recordOf({ x: number })],
  ]) {
    const result = repairOne({ anyOf }, { x: "5" });
    assert.deepEqual(result.args, { a: { x: 5 } });
    assert.deepEqual(result.repairs, [{ rule: "type", path: "/a/x", from: "5", to: 5 }]);
  }
});

test("[FIX-2] where both are needed, the whole value's repair tells of both", () => {
  const result = repairOne(
    { anyOf: [listOf(recordOf({ x: number })), recordOf({ x: number }, ["y"])] },
    { x: "5" },
  );
  assert.deepEqual(result.problems, []);
  assert.deepEqual(result.repairs, [{ rule: "type", path: "/a", from: { x: "5" }, to: [{ x: 5 }] }]);
});

test("[FIX-2] a repair that makes another schema apply has its consequences", () => {
  const isList = { properties: { kind: { const: ["list"] } } };
  const schema = {
    ...recordOf({ kind: listOf({ enum: ["list", "single"] }) }),
    allOf: [
      { if: isList, else: { properties: { a: recordOf({ x: number }) } } },
      { if: { not: isList }, else: { properties: { a: listOf(recordOf({ x: number })) } } },
    ],
  };
  const result = repair(schema, { kind: "LIST", a: '{"x": "5"}' });
  assert.deepEqual(result.problems, []);
  assert.deepEqual(result.args, { kind: ["list"], a: [{ x: 5 }] });
});

test("[FIX-2] a value that the branches of a union read back and forth stays as it was", () => {
  const union = {
    anyOf: [
      recordOf({ kind: { const: "a" }, v: text }),
      recordOf({ kind: { const: "b" }, v: number, w: number }),
    ],
  };
  const settled = repairOne(union, { kind: "b", v: 5, w: "7" });
  assert.deepEqual(settled.problems, []);
  assert.deepEqual(settled.repairs, [{ rule: "type", path: "/a/w", from: "7", to: 7 }]);
  const otherwiseWrong = repair(recordOf({ a: union, z: number }), {
    a: { kind: "b", v: 5, w: "7" },
    z: "nope",
  });
  assert.deepEqual(otherwiseWrong.repairs, settled.repairs);
  const unsettled = repairOne(union, { kind: "c", v: 5 });
  assert.deepEqual(unsettled.args, { a: { kind: "c", v: 5 } });
  assert.deepEqual(unsettled.repairs, []);
  assert.notEqual(unsettled.problems.length, 0);
});

test("[FIX-2] a call that cannot be repaired is not validated over and over", () => {
  const validator = compileValidator({ type: "object", properties: { a: listOf(number), b: number } });
  let validations = 0;
  const counting: Validator = {
    isValid: validator.isValid,
    problems: (value, detail) => {
      validations++;
      return validator.problems(value, detail);
    },
  };
  assert.notEqual(repairArguments({ a: "abc", b: "x" }, counting).problems.length, 0);
  assert.ok(validations <= 4, `${validations} validations`);
});

test("[FIX-2] JSON in JSON in JSON is read only so far, and ends", () => {
  let schema: unknown = number;
  let value: unknown = "5";
  for (let depth = 0; depth < 12; depth++) {
    schema = listOf(recordOf({ x: schema }));
    value = JSON.stringify([{ x: value }]);
  }
  const result = repairOne(schema, value);
  assert.notEqual(result.problems.length, 0);
});

/** Repairs arguments that arrive as text. */
function repairText(schema: Record<string, unknown>, args: string): RepairedArguments {
  const parsed = parseArguments(args);
  assert.ok(parsed);
  return repair(schema, parsed.args);
}

test("[FIX-2] a number for text is the text that the model wrote", () => {
  const version = recordOf({ a: text, b: number, c: listOf(text), d: recordOf({ e: text }) });
  const written = '{"a": 1.10, "b": 1.10, "c": [2.0, 1e3, 7], "d": {"e": 0.50}}';
  assert.deepEqual(repairText(version, written).args, {
    a: "1.10",
    b: 1.1,
    c: ["2.0", "1e3", "7"],
    d: { e: "0.50" },
  });
  assert.deepEqual(repairText(recordOf({ a: listOf(text) }), '{"a": 1.10}').args, { a: ["1.10"] });
  assert.deepEqual(repairText(recordOf({ a: listOf(text) }), '{"a": "[1.10]"}').args, { a: ["1.10"] });
  assert.deepEqual(repairText(recordOf({ a: text }), '{"a": 100000000000000000000000}').args, {
    a: "100000000000000000000000",
  });
});

test("[FIX-2] also where something else beside it was repaired before", () => {
  const schema = {
    ...recordOf({ kind: { enum: ["text"] } }),
    if: { properties: { kind: { not: { const: "text" } } } },
    else: recordOf({ v: text }),
  };
  assert.deepEqual(repairText(schema, '{"kind": "Text", "v": 1.10}').args, { kind: "text", v: "1.10" });
});

test("[FIX-4] of two allowed texts for a number the one that the model wrote is taken", () => {
  const versions = recordOf({ a: { enum: ["1.1", "1.10"] } });
  assert.deepEqual(repairText(versions, '{"a": 1.10}').args, { a: "1.10" });
  assert.deepEqual(repairText(versions, '{"a": 1.1}').args, { a: "1.1" });
  assert.deepEqual(repairText(recordOf({ a: { enum: ["2"] } }), '{"a": 2.0}').args, { a: "2" });
});

test("[FIX-3] null for an optional parameter that does not allow null means absent", () => {
  for (const schema of [number, text, listOf(text), { enum: ["on", "off"] }, { anyOf: [number, text] }]) {
    const result = repairOne(schema, null);
    assert.deepEqual(result.args, {});
    assert.deepEqual(result.repairs, [{ rule: "null", path: "/a", from: null }]);
    assert.deepEqual(result.problems, []);
  }
});

test("[FIX-3] also inside an object, in a list and in JSON", () => {
  const schema = recordOf({ a: recordOf({ b: number, c: text }), d: listOf(recordOf({ e: number })) });
  const result = repair(schema, { a: '{"b": null, "c": "x"}', d: [{ e: null }, { e: 1 }] });
  assert.deepEqual(result.args, { a: { c: "x" }, d: [{}, { e: 1 }] });
  assert.deepEqual(result.problems, []);
});

test("[FIX-3] null stays where it is allowed, where the parameter is required, and in a list", () => {
  for (const schema of [nothing, { type: ["number", "null"] }, { anyOf: [number, nothing] }, {}]) {
    const result = repairOne(schema, null);
    assert.deepEqual(result.args, { a: null });
    assert.deepEqual(result.repairs, []);
  }
  const required = repairOne(number, null, { required: true });
  assert.deepEqual(required.args, { a: null });
  assert.deepEqual(required.repairs, []);
  assert.deepEqual(
    required.problems.map(({ path, value }) => ({ path, value })),
    [{ path: "/a", value: null }],
  );
  const item = repairOne(listOf(number), [null, "1"]);
  assert.deepEqual(item.args, { a: [null, 1] });
  assert.deepEqual(
    item.problems.map(({ path }) => path),
    ["/a/0"],
  );
});

const mapOf = (additionalProperties: unknown) => ({ type: "object", additionalProperties });

test("[FIX-3] null in a map, and under a name that the schema does not know, is data and stays", () => {
  const cases: readonly (readonly [schema: unknown, value: object])[] = [
    [mapOf(text), { urgent: null }],
    [mapOf(false), { urgent: null }],
    [{ type: "object", patternProperties: { "^u": text } }, { urgent: null }],
    [{ type: "object", unevaluatedProperties: text }, { urgent: null }],
    [{ $ref: "#/properties/a/$defs/map", $defs: { map: mapOf(text) } }, { urgent: null }],
    [listOf(mapOf(text)), [{ urgent: null }]],
    [mapOf(mapOf(text)), { a: { a: null } }],
  ];
  for (const [schema, value] of cases) {
    const result = repairOne(schema, value);
    assert.deepEqual(result.args, { a: value });
    assert.deepEqual(result.repairs, []);
    assert.notEqual(result.problems.length, 0);
  }
});

test("[FIX-3] null for a parameter means absent wherever the schema names it", () => {
  const named = recordOf({ urgent: text });
  const schemas: readonly unknown[] = [
    { ...named, additionalProperties: text },
    { $ref: "#/properties/a/$defs/named", $defs: { named } },
    { allOf: [named, {}] },
    { anyOf: [number, named] },
    { if: { type: "number" }, else: named },
  ];
  for (const schema of schemas) assert.deepEqual(repairOne(schema, { urgent: null }).args, { a: {} });
  const inside: readonly (readonly [schema: unknown, value: unknown, repaired: unknown])[] = [
    [listOf(named), [{ urgent: null }], [{}]],
    [{ type: "array", prefixItems: [number, named] }, [1, { urgent: null }], [1, {}]],
    [mapOf(named), { x: { urgent: null } }, { x: {} }],
    [{ type: "object", patternProperties: { x: named } }, { x: { urgent: null } }, { x: {} }],
  ];
  for (const [schema, value, repaired] of inside)
    assert.deepEqual(repairOne(schema, value).args, { a: repaired });
});

const onOff = { type: "string", enum: ["on", "off"] };

const enumerable: readonly (readonly [what: string, schema: unknown, value: unknown, repaired: unknown])[] = [
  ["another case", onOff, "ON", "on"],
  ["space around it", onOff, " off\n", "off"],
  [
    "an allowed value that has capitals itself",
    { enum: ["Living Room", "Kitchen"] },
    "living room",
    "Living Room",
  ],
  ["a constant", { const: "celsius" }, "Celsius", "celsius"],
  ["a list of constants", { oneOf: [{ const: "a" }, { const: "b" }] }, "B", "b"],
  ["an optional one in a union", { anyOf: [onOff, nothing] }, "Off", "off"],
  ["a number as text", { enum: [1, 2] }, "2", 2],
  ["a number as text, written otherwise", { type: "integer", enum: [1, 2] }, "2.0", 2],
  ["text as a number", { enum: ["1", "2"] }, 2, "2"],
  ["text as a boolean", { type: "string", enum: ["True", "False"] }, true, "True"],
  ["a boolean as text", { enum: [true, 0] }, "True", true],
];

for (const [what, schema, value, repaired] of enumerable) {
  test(`[FIX-4] the one allowed value that fits is taken: ${what}`, () => {
    const result = repairOne(schema, value);
    assert.deepEqual(result.problems, []);
    assert.deepEqual(result.args, { a: repaired });
    assert.deepEqual(result.repairs, [{ rule: "enum", path: "/a", from: value, to: repaired }]);
  });
}

const notEnumerable: readonly (readonly [what: string, schema: unknown, value: unknown])[] = [
  ["two fit", { enum: ["on", "ON"] }, "On"],
  ["two of different types fit", { enum: ["2", 2] }, " 2"],
  ["none fits", onOff, "dim"],
  ["it is only a part", onOff, "o"],
  ["it is a number for a boolean", { enum: [true] }, 1],
  ["it is a list", onOff, ["on"]],
  ["it is an object", onOff, { on: true }],
];

for (const [why, schema, value] of notEnumerable) {
  test(`[FIX-4] a value that is not allowed stays when ${why}`, () => {
    const result = repairOne(schema, value);
    assert.deepEqual(result.args, { a: value });
    assert.deepEqual(result.repairs, []);
    assert.notEqual(result.problems.length, 0);
  });
}

test("[FIX-9] what could not be repaired is reported as the model wrote it", () => {
  const result = repair(recordOf({ a: listOf(number), b: { type: "number", maximum: 3 } }), {
    a: "abc",
    b: "5",
  });
  assert.deepEqual(
    result.problems.map(({ path, value }) => ({ path, value })),
    [
      { path: "/a", value: "abc" },
      { path: "/b", value: "5" },
    ],
  );
});

test("ten thousand items are repaired together", () => {
  const items = Array.from({ length: 10_000 }, (_, index) => String(index));
  for (const schema of [number, { anyOf: [number, boolean] }]) {
    const result = repairOne(listOf(schema), items);
    assert.deepEqual(result.problems, []);
    assert.deepEqual(result.args, { a: items.map(Number) });
    assert.equal(result.repairs.length, 10_000);
  }
});

test("[FIX-9] a call that is refused because it is too large to repair reports no repairs", () => {
  const items = Array.from({ length: 25_000 }, (_, index) => String(index));
  const args = { a: items };
  const result = repair(recordOf({ a: listOf(number) }), args);
  assert.equal(result.args, args);
  assert.deepEqual(result.repairs, []);
  assert.deepEqual(
    result.problems.map(({ path, value }) => ({ path, value })),
    [{ path: "/a/0", value: "0" }],
  );
});

test("names from Object.prototype are repaired like any other", () => {
  const args = JSON.parse('{"__proto__": "5", "constructor": "6", "toString": {"__proto__": "7"}}') as object;
  const schema = {
    type: "object",
    additionalProperties: { anyOf: [number, { additionalProperties: number, type: "object" }] },
  };
  const result = repair(schema, { ...args });
  assert.deepEqual(result.problems, []);
  assert.equal(JSON.stringify(result.args), '{"__proto__":5,"constructor":6,"toString":{"__proto__":7}}');
  assert.equal(Object.getPrototypeOf(result.args), Object.prototype);
});

test("arguments nested ten thousand deep are an answer, not a crash", () => {
  const deep = JSON.parse(`${'{"next":'.repeat(10_000)}"5"${"}".repeat(10_000)}`) as Record<string, unknown>;
  const schema = { type: "object", properties: { next: { anyOf: [{ $ref: "#" }, number] } } };
  assert.notEqual(repair(schema, deep).problems.length, 0);
  assert.equal(repair({ type: "object" }, deep).args, deep);

  const lessDeep = JSON.parse(`${'{"next":'.repeat(500)}"5"${"}".repeat(500)}`) as Record<string, unknown>;
  const repaired = repair(schema, lessDeep);
  assert.deepEqual(repaired.problems, []);
  assert.deepEqual(repaired.repairs, [{ rule: "type", path: "/next".repeat(500), from: "5", to: 5 }]);
});

test("a value of five megabytes is looked at and left alone", () => {
  const long = `1.${"0".repeat(5_000_000)}1`;
  for (const schema of [number, boolean, listOf(number), recordOf({}), onOff]) {
    assert.notEqual(repairOne(schema, long).problems.length, 0);
  }
  assert.deepEqual(repairOne(listOf(text), long).args, { a: [long] });
});

test("a lone surrogate survives", () => {
  assert.deepEqual(repairOne(listOf(text), "\uD800").args, { a: ["\uD800"] });
});
