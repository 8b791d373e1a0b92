import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { explainLoss, parseExactJson, parseLenientJson } from "./lenient-json.ts";

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
  ["the same key and value twice", "{a: [1], a: [1.0]}", { a: [1] }],
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
});

test("[FIX-1] text is read up to 200 levels deep, whether it is JSON or almost", () => {
  for (const end of ["", ",", " "]) {
    const nested = (levels: number): string => "[".repeat(levels) + `1${end}` + "]".repeat(levels);
    assert.notEqual(parseLenientJson(nested(200)), undefined);
    assert.equal(parseLenientJson(nested(201)), undefined);
    assert.equal(parseLenientJson(nested(10_000)), undefined);
    assert.match(explainLoss(nested(10_000)) ?? "", /nested more than 200 levels/);
  }
});

const lossy: readonly (readonly [what: string, text: string, why: RegExp])[] = [
  ["an integer with too many digits", '{"id": 12345678901234567891}', /^12345678901234567891 cannot be kept/],
  ["the same in compact JSON", '{"id":12345678901234567891}', /^12345678901234567891 cannot be kept/],
  ["an integer just beyond the safe ones", "[9007199254740993]", /^9007199254740993 cannot be kept/],
  ["a fraction with too many digits", "[0.12345678901234567891]", /^0.12345678901234567891 cannot be kept/],
  ["a number that is too large", "[1e400]", /^1e400 cannot be kept/],
  ["a number that is too small", "[1e-400]", /^1e-400 cannot be kept/],
  ["a number in almost-JSON", "{id: 12345678901234567891}", /send it as a string/],
  ["a number in a fence", "```json\n[12345678901234567891]\n```", /send it as a string/],
  ["a key with two values", '{"to": "alice", "to": "bob"}', /^"to" is given twice with different values/],
  ["a key with two values in compact JSON", '{"to":"alice","to":"bob"}', /send it once/],
  ["a key with two values in almost-JSON", "{to: 'alice', 'to': 'bob'}", /send it once/],
  ["a key with two values further in", '{"a": [{"b": {}, "b": []}]}', /^"b" is given twice/],
  ["two values of a key named __proto__", '{"__proto__": 1, "__proto__": 2}', /^"__proto__" is given twice/],
];

for (const [what, text, why] of lossy) {
  test(`[FIX-1] what would lose something is not read, and says what: ${what}`, () => {
    assert.equal(parseLenientJson(text), undefined);
    assert.equal(parseExactJson(text), undefined);
    assert.match(explainLoss(text) ?? "", why);
    assert.match(explainLoss(JSON.stringify(text)) ?? "", why);
  });
}

test("[FIX-1] a number that is the same afterwards is read, however it is written", () => {
  const text = "[1.10, 2.0, 1e3, -0, 0.30000000000000004, 12345678901234567000, 5e-324, 1E+21]";
  assert.deepEqual(parseExactJson(text), { value: JSON.parse(text) });
});

test("only JSON that would lose something has a loss to explain", () => {
  for (const text of ["", "hello", '{"a": 1}', '{"a": 1', "12345678901234567891", '"12345678901234567891"']) {
    assert.equal(explainLoss(text), undefined);
  }
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
      const spaced = JSON.stringify(JSON.parse(text), null, 2);
      assert.deepEqual(parseExactJson(spaced), { value: JSON.parse(spaced) });
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
