import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";
import { compileValidator } from "./validator.ts";

/** Path and words of each problem, as a model would be told. */
function tell(schema: JsonSchema, value: unknown): readonly string[] {
  return compileValidator(schema)
    .problems(value)
    .map(({ path, expected }) => `${path} ${expected}`);
}

const device: JsonSchema = {
  type: "object",
  properties: {
    deviceName: { type: "string", minLength: 1 },
    action: { enum: ["on", "off", "dim"] },
    level: { type: "integer", minimum: 0, maximum: 100 },
    rooms: { type: "array", items: { type: "string" } },
  },
  required: ["deviceName", "action"],
  additionalProperties: false,
};

test("[EX-9] every wrong field is named, with what it must be", () => {
  const value = { action: "On", level: 300, rooms: ["attic", 5], command: "on" };
  assert.equal(compileValidator(device).isValid(value), false);
  assert.deepEqual(tell(device, value).toSorted(), [
    '/action one of "on", "off", "dim"',
    "/command left out: it is not a known property",
    "/deviceName required",
    "/level at most 100",
    "/rooms/1 a string",
  ]);
});

test("[EX-9] a problem carries the value at fault, its keyword and the keyword's parameters", () => {
  const problems = compileValidator(device).problems({ deviceName: "", action: "on", other: [1] });
  assert.deepEqual(
    problems.map(({ path, keyword, value }) => ({ path, keyword, value })),
    [
      { path: "/other", keyword: "additionalProperties", value: [1] },
      { path: "/deviceName", keyword: "minLength", value: "" },
    ],
  );
  assert.deepEqual(problems[1]?.params, { limit: 1 });
});

test("a valid value has no problems", () => {
  const { isValid, problems } = compileValidator(device);
  const value = { deviceName: "Switch One", action: "dim", level: 40 };
  assert.equal(isValid(value), true);
  assert.deepEqual(problems(value), []);
});

test("problems are found exactly where a value is not valid", () => {
  const anything = fc.record(
    {
      deviceName: fc.oneof(fc.string(), fc.integer()),
      action: fc.constantFrom("on", "off", "fly", 1),
      level: fc.oneof(fc.integer({ min: -10, max: 110 }), fc.constant("5")),
      rooms: fc.oneof(fc.array(fc.oneof(fc.string(), fc.constant(null))), fc.constant("attic")),
      other: fc.anything(),
    },
    { requiredKeys: [] },
  );
  const { isValid, problems } = compileValidator(device);
  fc.assert(fc.property(anything, (value) => isValid(value) === (problems(value).length === 0)));
});

const words: Readonly<
  Record<string, readonly [schema: JsonSchema, value: unknown, told: readonly string[]]>
> = {
  types: [{ type: ["integer", "null"] }, "1", [" a whole number or null"]],
  boolean: [{ type: "boolean" }, "yes", [" true or false"]],
  nullable: [{ type: "string", nullable: true }, 1, [" a string or null"]],
  const: [{ const: { a: 1 } }, 1, [' {"a":1}']],
  "a long enum": [
    { enum: Array.from({ length: 30 }, (_, index) => index) },
    "x",
    [` one of ${Array.from({ length: 20 }, (_, index) => index).join(", ")} and 10 more`],
  ],
  "exclusive limits": [{ exclusiveMinimum: 0, exclusiveMaximum: 9 }, 9, [" less than 9"]],
  multipleOf: [{ multipleOf: 5 }, 7, [" a multiple of 5"]],
  lengths: [{ minLength: 2, maxLength: 1 }, "", [" at least 2 characters long"]],
  items: [{ minItems: 1 }, [], [" an array of at least 1 item"]],
  "tuple items": [{ prefixItems: [{}], items: false }, [1, 2], [" an array of at most 1 item"]],
  properties: [{ minProperties: 1 }, {}, [" an object with at least 1 property"]],
  pattern: [{ pattern: "^a" }, "b", [" a string that matches the pattern ^a"]],
  uniqueItems: [
    { uniqueItems: true },
    [1, 2, 1],
    [" an array without duplicates: items 0 and 2 are the same"],
  ],
  contains: [{ contains: { type: "string" } }, [1], [" an array with at least 1 item that is a string"]],
  not: [{ not: { type: "string" } }, "a", [" anything but a string"]],
  "false schema": [{ properties: { a: false } }, { a: 1 }, ["/a left out: it is not allowed here"]],
  "nested required": [{ properties: { a: { required: ["b/c"] } } }, { a: {} }, ["/a/b~1c required"]],
  dependentRequired: [{ dependentRequired: { a: ["b"] } }, { a: 1 }, ['/b given whenever "a" is given']],
  propertyNames: [
    { propertyNames: { maxLength: 1 } },
    { ab: 1 },
    ["/ab named otherwise: its name must be at most 1 character long"],
  ],
  unevaluatedProperties: [
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    { a: 1, b: 2 },
    ["/b left out: it is not a known property"],
  ],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  "if and then": [{ if: { required: ["a"] }, then: { required: ["b"] } }, { a: 1 }, ["/b required"]],
  "said twice": [{ allOf: [{ type: "string" }, { type: "string" }] }, 1, [" a string"]],
};

for (const [title, [schema, value, told]] of Object.entries(words)) {
  test(`[EX-9] words for a model: ${title}`, () => {
    assert.deepEqual(tell(schema, value), told);
  });
}

const circle = {
  type: "object",
  properties: { kind: { const: "circle" }, radius: { type: "number" } },
  required: ["kind", "radius"],
};
const square = {
  type: "object",
  properties: { kind: { const: "square" }, side: { $ref: "#/$defs/size" } },
  required: ["kind", "side"],
};
const shapes: JsonSchema = {
  properties: { shape: { oneOf: [circle, { $ref: "#/$defs/square" }, { type: "null" }] } },
  $defs: { square, size: { type: "object", properties: { cm: { type: "number", minimum: 0 } } } },
};

test("[EX-9] of a union only what helps is said", () => {
  assert.deepEqual(tell(shapes, { shape: 5 }), ["/shape an object or null"]);
  assert.deepEqual(tell(shapes, { shape: { kind: "circle" } }), ["/shape/radius required"]);
  assert.deepEqual(tell(shapes, { shape: { kind: "square", side: { cm: -1 } } }), [
    "/shape/side/cm at least 0",
  ]);
  assert.deepEqual(tell(shapes, { shape: { kind: "triangle", side: 1 } }), [
    '/shape/kind one of "circle", "square"',
  ]);
  assert.deepEqual(tell({ anyOf: [{ type: "number", minimum: 5 }, { type: "string" }] }, 1), [" at least 5"]);
  assert.deepEqual(tell({ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {}), [
    ' an object with "a" or an object with "b"',
  ]);
  assert.deepEqual(tell({ oneOf: [{ type: "number" }, { type: "integer" }] }, 1), [
    " of exactly one of the forms that the schema allows: this fits forms 1 and 2",
  ]);
  assert.deepEqual(tell({ type: "object", anyOf: [{ type: "string" }, { type: "null" }] }, 1), [
    " an object",
    " a string or null",
  ]);
});

test("every branch of a union is heard where a program asks for it", () => {
  const problems = compileValidator(shapes).problems({ shape: { kind: "circle" } }, "every-branch");
  assert.deepEqual(problems.map(({ path, keyword }) => `${path} ${keyword}`).toSorted(), [
    "/shape oneOf",
    "/shape type",
    "/shape/kind const",
    "/shape/radius required",
    "/shape/side required",
  ]);
  const wrong = Array.from({ length: 1_000 }, () => 1);
  assert.equal(compileValidator({ items: { type: "string" } }).problems(wrong, "every-branch").length, 1_000);
});

test("a million wrong items give a bounded answer, also behind a reference", () => {
  const schemas: readonly JsonSchema[] = [
    { items: { type: "string" } },
    {
      items: { $ref: "#/$defs/node" },
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    },
  ];
  for (const schema of schemas) {
    assert.equal(compileValidator(schema).problems(Array.from({ length: 1_000 }, () => 1)).length, 100);
    const many = compileValidator(schema).problems(Array.from({ length: 1_000_000 }, () => 1));
    assert.deepEqual([many.length, many[0]?.path], [1, "/0"]);
  }
});

test("a schema is compiled once per object, and two with the same $id stay apart", () => {
  const text = { $id: "https://example.com/same", type: "string" };
  const number = { $id: "https://example.com/same", type: "number" };
  assert.equal(compileValidator(text), compileValidator(text));
  assert.equal(compileValidator(text).isValid("a"), true);
  assert.equal(compileValidator(number).isValid("a"), false);
  assert.equal(compileValidator(number).isValid(1), true);
});

test("neither a schema nor a value that was refused is kept alive", async () => {
  const refused = new WeakRef({ deviceName: 1 });
  compileValidator(device).isValid(refused.deref());
  compileValidator(device).problems(refused.deref());
  const dropped = new WeakRef<JsonSchema>({ $id: "https://example.com/dropped", pattern: "a" });
  compileValidator(dropped.deref() ?? {}).problems("b");

  await setImmediate();
  collectGarbage();
  assert.equal(refused.deref(), undefined);
  assert.equal(dropped.deref(), undefined);
});

test("neither the value nor the schema is changed", () => {
  const schema = deepFreeze({
    $id: "x",
    type: "object",
    properties: { a: { type: "number", default: 1 }, b: { type: "string", format: "email" } },
    required: ["b"],
  });
  const { isValid, problems } = compileValidator(schema);
  const value = deepFreeze({ b: "no address", c: "1" });
  assert.equal(isValid(value), true, "a format is an annotation");
  assert.deepEqual(
    problems(deepFreeze({ a: "1", b: "" })).map(({ path }) => path),
    ["/a"],
  );
});

test("a schema is read as the draft that it names", () => {
  const tuple = { items: [{ type: "string" }], additionalItems: false };
  const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", ...tuple };
  assert.equal(compileValidator(draft7).isValid([1]), false);
  assert.equal(compileValidator(draft7).isValid(["a", "b"]), false);
  assert.equal(compileValidator(tuple).isValid([1]), false, "such a list was dropped from 2020-12");
  const draft2019 = {
    $schema: "https://json-schema.org/draft/2019-09/schema",
    ...tuple,
    $recursiveAnchor: true,
    properties: { child: { $recursiveRef: "#" } },
    unevaluatedProperties: false,
  };
  assert.equal(compileValidator(draft2019).isValid({ child: { child: {} } }), true);
  assert.equal(compileValidator(draft2019).isValid({ child: { other: {} } }), false);
  const draft2020 = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    prefixItems: [{ type: "string" }],
  };
  assert.equal(compileValidator(draft2020).isValid([1]), false);
  assert.equal(compileValidator({ ...draft2020, $schema: "https://example.com/own" }).isValid([1]), false);
});

test("properties named like members of every object are properties like any other", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty", "valueOf", "__proto__"]) {
    const schema: JsonSchema = JSON.parse(
      `{"properties": {"${name}": {"type": "number"}}, "additionalProperties": false}`,
    );
    assert.equal(compileValidator(schema).isValid({}), true, `${name} is absent`);
    assert.equal(compileValidator(schema).isValid(JSON.parse(`{"${name}": 1}`)), true, `${name} fits`);
    assert.deepEqual(tell(schema, JSON.parse(`{"${name}": "1"}`)), [`/${name} a number`]);
    assert.deepEqual(tell({ required: [name] }, {}), [`/${name} required`]);
    assert.equal(
      compileValidator({ additionalProperties: false }).isValid(JSON.parse(`{"${name}": 1}`)),
      false,
    );
  }
});

test("a value nested too deeply is a problem, not a crash", () => {
  const tree: JsonSchema = { type: "object", properties: { child: { $ref: "#" } } };
  assert.equal(compileValidator(tree).isValid(nest(100)), true);
  assert.equal(compileValidator(tree).isValid(nest(100_000)), false);
  const [problem, ...others] = compileValidator(tree).problems(nest(100_000));
  assert.match(problem?.expected ?? "", /nested too deeply/);
  assert.deepEqual(others, []);
  assert.equal(compileValidator({ type: "object" }).isValid(nest(100_000)), true, "nothing looks inside");
});

test("a schema that applies itself to the same value for ever accepts nothing and does not crash", () => {
  const endless: JsonSchema = {
    properties: { a: { $ref: "#/$defs/a" } },
    $defs: { a: { anyOf: [false, { $ref: "#/$defs/a" }] } },
  };
  assert.equal(compileValidator(endless).isValid({ a: 1 }), false);
  assert.match(tell(endless, { a: 1 }).join(), /nested too deeply/);
  assert.equal(compileValidator(endless).isValid({}), true);
});

test("a value that breaks the comparison of items is a problem, not an exception", () => {
  const value = [{ valueOf: 1 }, { valueOf: 2 }];
  assert.equal(compileValidator({ uniqueItems: true }).isValid(value), false);
  assert.deepEqual(tell({ uniqueItems: true }, value), [" plain JSON"]);
});

test("$async does not turn the answer into a promise, which would be true", () => {
  assert.equal(compileValidator({ $async: true, type: "string" }).isValid(1), false);
});

test("numbers that JSON does not have are no numbers", () => {
  for (const value of [NaN, Infinity])
    assert.equal(compileValidator({ type: "number" }).isValid(value), false);
});

test("a pattern that explodes elsewhere does not hold up a validation", () => {
  const attack = `${"a".repeat(40)}!`;
  assert.deepEqual(tell({ pattern: "^(a+)+$" }, attack), [" a string that matches the pattern ^(a+)+$"]);
  assert.equal(compileValidator({ patternProperties: { "^(a|a)*$": false } }).isValid({ [attack]: 1 }), true);
});

test("a pattern that uses up its time in one validation has it again in the next", () => {
  const { isValid, problems } = compileValidator({ propertyNames: { pattern: "^(?=a)(a|a)*$" } });
  const attacks = Array.from({ length: 1_000 }, (_, index) => [`${"a".repeat(40)}!${index}`, 1]);
  assert.equal(isValid(Object.fromEntries(attacks)), false);
  assert.equal(isValid({ aaa: 1 }), true);
  assert.equal(problems(Object.fromEntries(attacks)).length, 100);
  assert.equal(isValid({ aaa: 1 }), true);
});

test("two patterns of one schema are told apart", () => {
  const schema = { properties: { a: { pattern: "^a$" }, b: { pattern: "^b$" } } };
  assert.equal(compileValidator(schema).isValid({ a: "a", b: "b" }), true);
  assert.equal(compileValidator(schema).isValid({ a: "a", b: "a" }), false);
});

test("a schema that cannot be compiled is refused with the place and the reason", () => {
  const cases: readonly (readonly [schema: unknown, message: RegExp])[] = [
    [true, /must be an object, got a value of type boolean/],
    [[], /must be an object, got a value of type array/],
    [null, /must be an object, got null/],
    [
      { properties: { a: { $ref: "#/$defs/gone" } } },
      /at \/properties\/a\/\$ref: "#\/\$defs\/gone" leads nowhere/,
    ],
    [
      { items: { $ref: "https://example.com/a" } },
      /at \/items\/\$ref: "https:\/\/example.com\/a" .*nothing is fetched/,
    ],
    [{ allOf: [{ pattern: "(" }] }, /at \/allOf\/0\/pattern: no regular expression/],
    [{ properties: { a: { type: "text" } } }, /at \/properties\/a\/type: must be one of "array"/],
    [{ minimum: "1" }, /at \/minimum: must be a number/],
  ];
  for (const [schema, message] of cases) {
    assert.throws(
      () => compileValidator(schema as JsonSchema),
      (error) =>
        error instanceof SchemaError && error.code === "invalid_schema" && message.test(error.message),
      String(message),
    );
  }
});

test("importing the validator loads neither Ajv nor RE2, and a schema without patterns never loads RE2", () => {
  const script = `
    import { createRequire } from "node:module";
    const { cache } = createRequire(import.meta.url);
    const loaded = (name) => Object.keys(cache).some((file) => file.includes("node_modules/" + name + "/"));
    const { compileValidator } = await import(${JSON.stringify(import.meta.resolve("./validator.ts"))});
    const steps = [loaded("ajv")];
    compileValidator({ type: "string" }).isValid("");
    steps.push(loaded("ajv"), loaded("re2js"));
    compileValidator({ pattern: "a" }).isValid("");
    steps.push(loaded("re2js"));
    process.stdout.write(JSON.stringify(steps));
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  assert.deepEqual(JSON.parse(stdout), [false, true, false, true]);
});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
}

function nest(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { child: value };
  return value;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
