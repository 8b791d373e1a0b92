import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  defaultParameterMappings,
  mergeParameterMappings,
  normalizeParameterNames,
  parameterMappingFor,
  toCamelCase,
} from "./parameter-names.ts";

const text = { type: "string" };
const zwave = {
  type: "object",
  properties: { deviceName: text, action: text, level: { type: "number" } },
  required: ["deviceName", "action"],
  additionalProperties: false,
};
const zwaveMapping = defaultParameterMappings["control_zwave_device"];

function normalized(
  args: Record<string, unknown>,
  schema: object,
  mapping?: Record<string, string>,
): unknown {
  return normalizeParameterNames(args, { ...schema }, mapping).args;
}

test("[NORM-1] a snake_case name becomes the camelCase one that the schema knows", () => {
  assert.deepEqual(normalized({ device_name: "Switch One" }, zwave), { deviceName: "Switch One" });
});

test("[NORM-1] a name that the schema knows is never touched, not even by a mapping", () => {
  const schema = {
    type: "object",
    properties: { device_name: text, deviceName: text, command: text, action: text },
  };
  const args = { device_name: "a", command: "on" };
  const result = normalizeParameterNames(args, schema, zwaveMapping);
  assert.equal(result.args, args);
  assert.deepEqual(result.repairs, []);
});

const knowingSchemas: readonly (readonly [where: string, schema: Record<string, unknown>])[] = [
  ["in allOf", { allOf: [{ properties: { device_name: text } }] }],
  ["in anyOf", { anyOf: [{ properties: { device_name: text } }, { properties: { id: text } }] }],
  ["in oneOf", { oneOf: [{ properties: { device_name: text } }] }],
  ["behind a $ref", { $ref: "#/$defs/args", $defs: { args: { properties: { device_name: text } } } }],
  [
    "behind a $ref in allOf",
    { allOf: [{ $ref: "#/definitions/a" }], definitions: { a: { properties: { device_name: text } } } },
  ],
  ["in else", { if: {}, else: { properties: { device_name: text } } }],
  ["in dependentSchemas", { dependentSchemas: { id: { properties: { device_name: text } } } }],
  ["as a pattern", { patternProperties: { "^device_": text } }],
];

for (const [where, schema] of knowingSchemas) {
  test(`[NORM-1] a name is known when it stands ${where}`, () => {
    const args = { device_name: "a" };
    assert.deepEqual(normalized(args, { type: "object", ...schema }), args);
    assert.deepEqual(normalized({ other_name: "a" }, { type: "object", ...schema }), { otherName: "a" });
  });
}

test("[NORM-3] the shipped mapping brings control_zwave_device's usual mistakes home", () => {
  assert.deepEqual(normalized({ device_name: "Switch One", command: "on" }, zwave, zwaveMapping), {
    deviceName: "Switch One",
    action: "on",
  });
  assert.deepEqual(normalized({ brightness: 40 }, zwave, zwaveMapping), { level: 40 });
});

test("[NORM-3] configured mappings come beside the shipped ones and before them", () => {
  const mappings = mergeParameterMappings({
    control_zwave_device: { command: "deviceName", lamp: "deviceName" },
    other: { a: "b" },
  });
  assert.deepEqual(parameterMappingFor("control_zwave_device", mappings), {
    device_name: "deviceName",
    command: "deviceName",
    brightness: "level",
    lamp: "deviceName",
  });
  assert.deepEqual(parameterMappingFor("other", mappings), { a: "b" });
  assert.equal(parameterMappingFor("constructor", mappings), undefined);
  assert.deepEqual(mergeParameterMappings(), defaultParameterMappings);
});

test("[NORM-3] a tool that goes by server__tool has its mapping too", () => {
  assert.equal(parameterMappingFor("house__control_zwave_device", defaultParameterMappings), zwaveMapping);
  assert.equal(parameterMappingFor("house__other", defaultParameterMappings), undefined);
});

test("[NORM-3] a mapping goes before the conversion to camelCase", () => {
  assert.deepEqual(normalized({ device_name: "a" }, zwave, { device_name: "action" }), { action: "a" });
});

test("[NORM-4] a name in no mapping and unknown to the schema is converted", () => {
  assert.deepEqual(normalized({ new_parameter_name: 1 }, zwave, zwaveMapping), { newParameterName: 1 });
  assert.deepEqual(normalized({ new_parameter_name: 1 }, { type: "object" }), { newParameterName: 1 });
});

test("[NORM-4] where the schema welcomes any name, only a misspelt parameter is converted", () => {
  for (const additionalProperties of [true, {}, text]) {
    const schema = { type: "object", properties: { deviceName: text }, additionalProperties };
    assert.deepEqual(normalized({ device_name: "a", my_own_key: "b" }, schema), {
      deviceName: "a",
      my_own_key: "b",
    });
  }
});

const spellings: readonly (readonly [from: string, to: string])[] = [
  ["new_parameter_name", "newParameterName"],
  ["a__b", "aB"],
  ["line_2", "line2"],
  ["DEVICE_NAME", "deviceName"],
  ["_private_key", "_privateKey"],
  ["trailing_one_", "trailingOne_"],
  ["deviceName_x", "deviceNameX"],
  ["ünder_äther", "ünderÄther"],
];

for (const [from, to] of spellings) {
  test(`[NORM-4] ${from} is ${to}`, () => assert.equal(toCamelCase(from), to));
}

for (const name of [
  "deviceName",
  "device",
  "DEVICE",
  "_meta",
  "trailing_",
  "__proto__",
  "_",
  "__",
  "",
  "kebab-case",
]) {
  test(`[NORM-5] "${name}" has no underscore between words and passes unchanged`, () => {
    assert.equal(toCamelCase(name), name);
    const args = Object.fromEntries([[name, 1]]);
    assert.equal(normalizeParameterNames(args, zwave).args, args);
  });
}

test("[NORM-6] each change says from what to what, with the value", () => {
  const { repairs } = normalizeParameterNames({ device_name: "Lamp", action: "on" }, zwave);
  assert.deepEqual(repairs, [
    { rule: "parameter", path: "/device_name", from: { device_name: "Lamp" }, to: { deviceName: "Lamp" } },
  ]);
});

test("[NORM-8] of two names for one parameter the one spelled right wins, and the loss is reported", () => {
  for (const args of [
    { device_name: "wrong", deviceName: "right" },
    { deviceName: "right", device_name: "wrong" },
  ]) {
    const result = normalizeParameterNames(args, zwave);
    assert.deepEqual(result.args, { deviceName: "right" });
    assert.deepEqual(result.lost, [{ name: "device_name", value: "wrong", rightName: "deviceName" }]);
    assert.deepEqual(result.repairs, [
      { rule: "parameter", path: "/device_name", from: { device_name: "wrong" } },
    ]);
  }
});

test("[NORM-8] of two names that are both wrong the mapped one wins, else the first", () => {
  const mapped = normalizeParameterNames({ dev__ice_name: 1, lamp: 2 }, zwave, { lamp: "devIceName" });
  assert.deepEqual(mapped.args, { devIceName: 2 });
  const first = normalizeParameterNames({ device_name: 1, device__name: 2 }, zwave);
  assert.deepEqual(first.args, { deviceName: 1 });
  assert.deepEqual(first.lost, [{ name: "device__name", value: 2, rightName: "deviceName" }]);
});

test("only the outermost names are looked at", () => {
  const inner = { my_key: [{ other_key: 1 }] };
  assert.deepEqual(normalized({ device_name: inner }, zwave), { deviceName: inner });
});

test("names from Object.prototype are names like any other", () => {
  const args = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1, "device_name": "a"}') as Record<
    string,
    unknown
  >;
  const result = normalizeParameterNames(args, zwave, zwaveMapping).args;
  assert.deepEqual(Object.keys(result), ["__proto__", "constructor", "deviceName"]);
  assert.equal(Object.getPrototypeOf(result), Object.prototype);
  const toProto = normalizeParameterNames({ a: { polluted: true } }, zwave, { a: "__proto__" }).args;
  assert.deepEqual(Object.keys(toProto), ["__proto__"]);
  assert.equal((toProto as { polluted?: unknown }).polluted, undefined);
});

test("a schema that refers to itself, to nothing, or has a broken pattern is no trouble", () => {
  const schema = {
    $ref: "#",
    allOf: [{ $ref: "#" }, { $ref: "#/nowhere" }, { $ref: "https://example.com/x" }, true, null],
    patternProperties: { "(": text },
    properties: { deviceName: text },
  };
  assert.deepEqual(normalized({ device_name: "a" }, schema), { deviceName: "a" });
});

test("a pattern cannot hang a call", () => {
  const schema = { type: "object", patternProperties: { "^(a+)+$": text }, properties: { deviceName: text } };
  assert.deepEqual(normalized({ [`${"a".repeat(40)}_b`]: 1 }, schema), { [`${"a".repeat(40)}B`]: 1 });
});

test("no value is lost without a report, none is made up, and the input stays as it was", () => {
  const name = fc.string({ unit: fc.constantFrom(..."abAB_".split("")) });
  const schemaFor = (names: readonly string[]) => ({
    type: "object",
    properties: Object.fromEntries(names.map((each) => [each, {}])),
  });
  fc.assert(
    fc.property(fc.dictionary(name, fc.integer()), fc.array(name), (args, names) => {
      const before = JSON.stringify(args);
      const result = normalizeParameterNames(args, schemaFor(names));
      assert.equal(JSON.stringify(args), before);
      const values = [...Object.values(result.args), ...result.lost.map(({ value }) => value)] as number[];
      const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
      assert.deepEqual(inOrder(values), inOrder(Object.values(args)));
      for (const each of names) {
        if (Object.hasOwn(args, each)) assert.equal(result.args[each], args[each]);
      }
    }),
  );
});
