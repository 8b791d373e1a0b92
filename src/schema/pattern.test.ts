import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { createPatternEngine } from "./pattern.ts";
import { toRe2Syntax } from "./re2-syntax.ts";

function matches(source: string, text: string): boolean {
  return createPatternEngine().compile(source).test(text);
}

const awkwardCharacters = Array.from("abzABZ09_- \t\n\r\v\f/\\^$.*+?()[]{}|éß中\u00a0\u2028\ufeff\0😀🙏");
const character = fc.constantFrom(...awkwardCharacters);
const escaped = character.map((text) => (/[\^$\\.*+?()[\]{}|/]/.test(text) ? `\\${text}` : text));
const classMember = character.map((text) => (/[\^\\\]-]/.test(text) ? `\\${text}` : text));
const hexadecimal = (text: string) => (text.codePointAt(0) ?? 0).toString(16);
const characterEscape = fc.oneof(
  character.map((text) => `\\u{${hexadecimal(text)}}`),
  fc.constantFrom("a", "é", " ", "\n").map((text) => `\\u${hexadecimal(text).padStart(4, "0")}`),
  fc.constantFrom("a", "Z", "\t").map((text) => `\\x${hexadecimal(text).padStart(2, "0")}`),
  fc.constantFrom("\\t", "\\n", "\\v", "\\f", "\\r", "\\cJ", "\\ci", "\\/", "\\ud83d\\ude00"),
);
const setEscape = fc.constantFrom("\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\p{L}", "\\P{Lu}", "\\p{Zs}");
const range = fc
  .tuple(character, character)
  .map(([one, other]) =>
    [hexadecimal(one), hexadecimal(other)].toSorted((a, b) => parseInt(a, 16) - parseInt(b, 16)),
  )
  .map(([low, high]) => `\\u{${low}}-\\u{${high}}`);
const characterClass = fc
  .tuple(
    fc.constantFrom("", "^"),
    fc.array(fc.oneof(classMember, characterEscape, setEscape, range, fc.constant("\\b"))),
  )
  .map(([negation, members]) => `[${negation}${members.join("")}]`);

const { pattern } = fc.letrec<{ pattern: string; term: string; atom: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie("term"), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((alternatives) => alternatives.map((terms) => terms.join("")).join("|")),
  term: fc.oneof(
    { weight: 4, arbitrary: tie("atom") },
    // Not `\B`: against the standard, V8 finds it between the two halves of one character.
    { weight: 1, arbitrary: fc.constantFrom("^", "$", "\\b") },
    fc
      .tuple(tie("atom"), fc.constantFrom("*", "+", "?", "*?", "+?", "{2}", "{1,}", "{0,2}"))
      .map((parts) => parts.join("")),
  ),
  atom: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    escaped,
    characterEscape,
    setEscape,
    fc.constant("."),
    characterClass,
    fc.tuple(fc.constantFrom("(", "(?:"), tie("pattern")).map(([open, inner]) => `${open}${inner})`),
  ),
}));

test("a pattern matches exactly what it matches in JavaScript with the u flag", () => {
  const text = fc
    .array(fc.oneof(character, fc.constantFrom("\ud83d", "\ude00")), { maxLength: 6 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 4 }), (source, texts) => {
      const native = new RegExp(source, "u");
      assert.notEqual(toRe2Syntax(source), undefined);
      for (const each of texts)
        assert.equal(matches(source, each), native.test(each), JSON.stringify([source, each]));
    }),
    { numRuns: 300 },
  );
});

test("syntax that JavaScript and RE2 write differently keeps JavaScript's meaning", () => {
  const cases: readonly (readonly [source: string, text: string, isMatch: boolean])[] = [
    ["^[^]$", "\n", true],
    ["^[]$", "", false],
    ["[]", "a", false],
    ["^.$", "\u2028", false],
    ["^.$", "😀", true],
    ["a$", "a\n", false],
    ["^\\s$", "\u3000", true],
    ["^[\\S]$", "\ufeff", false],
    ["^\\0$", "\0", true],
    ["^[\\b]$", "\b", true],
    ["a\\Bb", "ab", true],
    ["^(?<year>\\d{4})$", "2026", true],
    ["^\\u{1F600}$", "😀", true],
    ["^\\w$", "é", false],
    ["^\\d$", "٣", false],
  ];
  for (const [source, text, isMatch] of cases) {
    assert.equal(matches(source, text), isMatch, `${source} on ${JSON.stringify(text)}`);
    assert.equal(new RegExp(source, "u").test(text), isMatch, "the case itself is right");
    assert.notEqual(toRe2Syntax(source), undefined, `${source} runs in linear time`);
  }
});

test("a pattern that only sloppy syntax allows is read as it is meant", () => {
  assert.equal(matches("^\\d{2}\\-\\d{2}$", "12-34"), true);
  assert.equal(matches("^[\\w-.]+\\@x$", "a.b-c@x"), true);
  assert.equal(matches("^{}]$", "{}]"), true);
});

test("look-around, back-references and long repetitions match as in JavaScript", () => {
  assert.equal(matches("^(?=.*[A-Z])(?!.*\\.\\.).+$", "a.B"), true);
  assert.equal(matches("^(?=.*[A-Z])(?!.*\\.\\.).+$", "a..B"), false);
  assert.equal(matches("^(['\"])x\\1$", "'x'"), true);
  assert.equal(matches("^(['\"])x\\1$", "'x\""), false);
  assert.equal(matches("^\\p{Script=Greek}+$", "αβγ"), true);
  assert.equal(matches("^a{1,5000}$", "a".repeat(4_000)), true);
});

test("a pattern that explodes in JavaScript's engine answers at once", () => {
  const longText = `${"a".repeat(100_000)}!`;
  assert.equal(matches("^(a+)+$", longText), false);
  assert.equal(matches("^(a|a)*$", longText), false);
  assert.equal(matches("^(?:(a+)+b|a+!)$", longText), true, "it is not cut off either");
});

test("an exploding pattern that needs JavaScript's engine is cut off and counts as no match", () => {
  const engine = createPatternEngine();
  const exploding = engine.compile("^(?=a)(a+)+$");
  assert.equal(exploding.test("aaa"), true);
  // Each of these would take minutes; all of them share one limit.
  for (let index = 0; index < 1_000; index++)
    assert.equal(exploding.test(`${"a".repeat(40)}${index}`), false);
  assert.equal(exploding.test("aaa"), false, "no time is left in this validation");
  engine.restart();
  assert.equal(exploding.test("aaa"), true, "the next one has its own");
});

test("two patterns are told apart by their text", () => {
  const engine = createPatternEngine();
  assert.equal(String(engine.compile("^a$")), "/^a$/u");
  assert.equal(String(engine.compile("^(?=b)b$")), "/^(?=b)b$/u");
});

test("what is no pattern is a SyntaxError", () => {
  for (const source of ["(", "[z-a]", "a**", "(?<n>a)(?<n>b)", "\\"]) {
    assert.throws(() => createPatternEngine().compile(source), SyntaxError, source);
  }
});
