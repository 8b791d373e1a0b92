import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseLenientJson } from "./lenient-json.ts";

const almostJson: readonly (readonly [what: string, text: string, value: unknown])[] = [
  ["single quotes", "{'city': 'Paris', 'tags': ['a', 'b']}", { city: "Paris", tags: ["a", "b"] }],
  ["trailing commas", '{"a": [1, 2,], "b": {"c": 3,},}', { a: [1, 2], b: { c: 3 } }],
  [
    "unquoted keys",
    "{city: 1, $id: 2, _x: 3, größe: 4, kebab-case: 5}",
    { city: 1, $id: 2, _x: 3, größe: 4, "kebab-case": 5 },
  ],
  ["Python's words", "{'a': True, 'b': False, 'c': None}", { a: true, b: false, c: null }],
  ["a code fence", '```json\n{"a": 1}\n```', { a: 1 }],
  ["a code fence on one line", "``` {'a': 1} ```", { a: 1 }],
  ["a code fence without a language", "```[1]```", [1]],
  ["comments", '{// the room\n"a": 1, /* and\nmore */ "b": 2}', { a: 1, b: 2 }],
  ["raw line breaks in a string", '{"text": "one\ntwo\tthree"}', { text: "one\ntwo\tthree" }],
  ["escapes", String.raw`{'a': 'it\'s \u00e9 \x41 \n \" \/'}`, { a: "it's é A \n \" /" }],
  ["a quote of the other kind inside a string", `{"a": "it's", 'b': 'say "x"'}`, { a: "it's", b: 'say "x"' }],
  ["numbers", "[-1.5e3, 0, 12,]", [-1500, 0, 12]],
  ["a byte order mark", '\uFEFF{"a": 1}', { a: 1 }],
  ["a lone surrogate", "['\uD800']", ["\uD800"]],
  ["the last of two equal keys", "{a: 1, a: 2}", { a: 2 }],
];

for (const [what, text, value] of almostJson) {
  test(`[FIX-1] almost-JSON is read: ${what}`, () => {
    assert.deepEqual(parseLenientJson(text), { value });
  });
}

const notJson: readonly (readonly [what: string, text: string])[] = [
  ["nothing", ""],
  ["space", "  \n"],
  ["prose before it", 'Here you are: {"a": 1}'],
  ["prose behind it", '{"a": 1} is what you want'],
  ["two values", "{} {}"],
  ["an object without its end", "{'a': 1"],
  ["an array without its end", "[1, 2"],
  ["a string without its end", "{'a': 'b"],
  ["a string alone without its end", "'abc"],
  ["a string that ends in a backslash", "'a\\"],
  ["a comment without its end", "{'a': 1} /* and"],
  ["a fence without its end", '```json\n{"a": 1}'],
  ["an empty fence", "``````"],
  ["a missing value", "{'a': }"],
  ["a missing comma", "['a' 'b']"],
  ["a missing colon", "{'a' 1}"],
  ["two commas", "[1,, 2]"],
  ["only a comma", "[,]"],
  ["an apostrophe that ends the string", "{'a': 'it's'}"],
  ["an escape that two languages read differently", String.raw`{'a': '\d'}`],
  ["half an escape", String.raw`{'a': '\u12'}`],
  ["an unquoted value", "{city: Paris}"],
  ["a word that merely starts like one", "Trueish"],
  ["NaN", "[NaN,]"],
  ["Infinity", "[Infinity,]"],
  ["undefined", "{'a': undefined}"],
  ["a number with a leading zero", "[01,]"],
  ["a hexadecimal number", "[0x10,]"],
  ["a sign alone", "-"],
];

for (const [what, text] of notJson) {
  test(`what would have to be guessed is not read: ${what}`, () => {
    assert.equal(parseLenientJson(text), undefined);
  });
}

test("a key named __proto__ is data and touches no prototype", () => {
  const parsed = parseLenientJson("{__proto__: {admin: true}, 'constructor': 1}")?.value as Record<
    string,
    unknown
  >;
  assert.deepEqual(Object.keys(parsed), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
  assert.equal(parsed["admin"], undefined);
});

test("text nested too deeply for the stack is not read, and does not overflow it", () => {
  assert.equal(parseLenientJson("['a',".repeat(10_000)), undefined);
  assert.equal(parseLenientJson(`${"[".repeat(10_000)}'a'${"]".repeat(10_000)}`), undefined);
  assert.deepEqual(parseLenientJson("[['a',],]"), { value: [["a"]] });
  // JSON.parse does not use the stack.
  assert.notEqual(parseLenientJson(`${"[".repeat(10_000)}${"]".repeat(10_000)}`), undefined);
});

test("megabytes are read in one go, whatever they are made of", () => {
  const size = 1_000_000;
  const texts = ["[", "{a:", "'", "\\", "/*", "//\n", " ", "```", "-", "1", "a", "'a',", "\uD800"];
  for (const text of texts) assert.equal(parseLenientJson(`[${text.repeat(size / text.length)}`), undefined);
  const long = "x".repeat(5 * size);
  assert.deepEqual(parseLenientJson(`{a: '${long}'}`), { value: { a: long } });
});

test("valid JSON means what JSON.parse says", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.deepEqual(parseLenientJson(text), { value: JSON.parse(text) });
    }),
  );
});

test("JSON in a fence, with Python's quotes and commas, means what it meant before", () => {
  const keys = fc.stringMatching(/^[a-z_]{1,8}$/);
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.string(),
      tie("list"),
      tie("map"),
    ),
    list: fc.array(tie("any"), { maxLength: 4 }),
    map: fc.dictionary(keys, tie("any"), { maxKeys: 4 }),
  })).any;
  fc.assert(
    fc.property(value, (original) => {
      const text = toPython(original);
      assert.deepEqual(parseLenientJson(text)?.value, toPlain(original));
      assert.deepEqual(parseLenientJson(`\`\`\`python\n${text}\n\`\`\``)?.value, toPlain(original));
    }),
  );
});

test("no text makes it throw", () => {
  const noise = fc.string({
    unit: fc.constantFrom(..."{}[],:'\"\\/*`-+.0123eEtrueTNone \n\u2028\uD800é".split("")),
  });
  fc.assert(
    fc.property(fc.oneof(noise, fc.string({ unit: "binary" })), (text) => void parseLenientJson(text)),
  );
});

test("a text without its end is never read", () => {
  const whole = "{a: ['x', {b: True,},], 'c': 'd', /* e */ f: -1.5}";
  for (let end = 0; end < whole.length; end++) assert.equal(parseLenientJson(whole.slice(0, end)), undefined);
  assert.notEqual(parseLenientJson(whole), undefined);
});

function toPython(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string")
    return `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`;
  if (Array.isArray(value)) return `[${value.map((item) => `${toPython(item)},`).join(" ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}: ${toPython(item)},`)
      .join(" ")}}`;
  return JSON.stringify(value);
}

/** fast-check's dictionaries may have no prototype. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
