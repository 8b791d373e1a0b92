import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { cutText, isErrorResult, toOutputText } from "./output.ts";

class Point {
  x = 1;
  #hidden = 2;
  sum() {
    return this.x + this.#hidden;
  }
}

class Secret {
  readonly #hidden: number;
  constructor(hidden: number) {
    this.#hidden = hidden;
  }
  reveal() {
    return this.#hidden;
  }
}

const circular: { name: string; self?: unknown } = { name: "loop" };
circular.self = circular;

const values: [string, unknown, string][] = [
  ["a string", "as it is", "as it is"],
  ["an empty string", "", ""],
  ["nothing", undefined, "(no output)"],
  ["null", null, "null"],
  ["a number", 42, "42"],
  ["not a number", NaN, "NaN"],
  ["a boolean", false, "false"],
  ["an object", { a: 1, b: [true, null] }, '{"a":1,"b":[true,null]}'],
  ["an empty array", [], "[]"],
  ["a big integer", 2n ** 70n, "1180591620717411303424"],
  ["a big integer inside", { n: 5n }, '{"n":"5"}'],
  ["a circle", circular, '{"name":"loop","self":"[circular]"}'],
  ["the same object twice, which is no circle", [circular.name, { a: { b: 1 } }], '["loop",{"a":{"b":1}}]'],
  ["a map", new Map([["a", 1]]), '{"a":1}'],
  ["a map with other keys", new Map([[1, "a"]]), '[[1,"a"]]'],
  ["a set", new Set([1, 2]), "[1,2]"],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["an invalid date", new Date(NaN), "[invalid date]"],
  ["a class instance", new Point(), '{"x":1}'],
  ["an empty object", {}, "{}"],
  ["an empty object without a prototype", Object.create(null), "{}"],
  ["a response", new Response("body"), "[Response, with nothing in it to read]"],
  ["an instance that shows nothing", new Secret(1), "[Secret, with nothing in it to read]"],
  [
    "a promise that nobody awaited",
    { a: Promise.resolve(1) },
    '{"a":"[Promise, with nothing in it to read]"}',
  ],
  ["an iterator", (function* () {})(), "[Generator, with nothing in it to read]"],
  ["an error", { error: new TypeError("bad") }, '{"error":"TypeError: bad"}'],
  ["binary data", Buffer.from("abc"), "[binary, 3 bytes]"],
  ["an array buffer", new ArrayBuffer(8), "[binary, 8 bytes]"],
  ["a function", { f: function named() {} }, '{"f":"[function named]"}'],
  ["a symbol", { s: Symbol("s") }, '{"s":"Symbol(s)"}'],
  ["an absent property", { a: undefined, b: 1 }, '{"b":1}'],
  ["a hole in an array", [undefined, 1], "[null,1]"],
  ["infinity", { n: -Infinity }, '{"n":"-Infinity"}'],
  ["an address", new URL("http://x.test/"), "http://x.test/"],
  ["own toJSON", { toJSON: () => ({ a: 1 }) }, '{"a":1}'],
];

for (const [title, value, text] of values) {
  test(`[EX-11] ${title} becomes stable text`, () => assert.equal(toOutputText(value), text));
}

test("[EX-11] a toJSON, a getter and a proxy that throw are named, not thrown", () => {
  const thrower = () => {
    throw new Error("no");
  };
  const getter = Object.defineProperty({}, "x", { enumerable: true, get: thrower });
  const proxy = new Proxy({}, { get: thrower, ownKeys: thrower, getPrototypeOf: thrower });
  assert.equal(toOutputText({ a: { toJSON: thrower } }), '{"a":"[unreadable: no]"}');
  assert.equal(toOutputText(getter), "[unreadable: no]");
  assert.match(toOutputText(proxy), /unreadable/);
});

test("[EX-11] ten thousand levels are cut where reading ends, not overflowed", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  assert.match(toOutputText(deep), /nested too deeply/);
});

test("[EX-11] a value that refers to the same things again and again is cut, not written out", () => {
  let shared: unknown = "leaf";
  for (let level = 0; level < 40; level += 1) shared = [shared, shared];
  assert.match(toOutputText(shared), /too much to write out/);
});

test("[EX-11] MCP content blocks become their text, and what is not text is named", () => {
  const blocks = [
    { type: "text", text: "one" },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "resource", resource: { uri: "file:///a", text: "two" } },
    { type: "resource", resource: { uri: "file:///b", blob: "AAAA", mimeType: "audio/wav" } },
    { type: "resource_link", uri: "file:///c" },
  ];
  const text =
    "one\n[image image/png, 3 bytes]\ntwo\n[resource file:///b audio/wav, 3 bytes]\n[resource file:///c]";
  assert.equal(toOutputText(blocks), text);
  assert.equal(toOutputText({ content: blocks }), text);
});

test("[EX-11] [text, artifacts] becomes its text for an MCP tool, and stays an array for any other", () => {
  const pair = ["It is on", [{ type: "resource", resource: {} }]];
  assert.equal(toOutputText(pair, true), "It is on");
  assert.equal(toOutputText(["It is on", []], true), "It is on");
  assert.equal(toOutputText([[{ type: "text", text: "on" }], []], true), "on");
  assert.equal(toOutputText(["a", ["b"]]), '["a",["b"]]');
});

test("an object that merely has a type is not taken for content blocks", () => {
  assert.equal(toOutputText([{ type: "dog", name: "Rex" }]), '[{"type":"dog","name":"Rex"}]');
});

test("an MCP result that says isError is one", () => {
  assert.equal(isErrorResult({ isError: true, content: [{ type: "text", text: "no" }] }), true);
  assert.equal(isErrorResult({ isError: false, content: [{ type: "text", text: "yes" }] }), false);
  assert.equal(isErrorResult({ isError: true }), false);
});

test("[EX-11] text over the limit is cut with a marker that says how much is missing", () => {
  assert.equal(cutText("abcdef", 6), "abcdef");
  assert.equal(cutText("abcdefgh", 6), "abcdef\n[cut: 2 of 8 bytes are missing]");
});

test("[EX-11] a cut never splits a character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      (text, maxBytes) => {
        const kept = cutText(text, maxBytes).split("\n[cut:")[0] ?? "";
        assert.ok(text.startsWith(kept));
        assert.ok(kept.isWellFormed());
      },
    ),
  );
});

test("[EX-11] whatever a tool returns becomes a string", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (value) => {
      assert.equal(typeof toOutputText(value), "string");
    }),
  );
});
