import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { toScreen } from "../../scripts/picture/terminal-screen.ts";
import { WordWrap } from "./word-wrap.ts";

/** What a terminal of this width shows of a text that comes in these pieces. */
function show(pieces: readonly string[], width: number): string[] {
  const wrap = new WordWrap();
  const written = pieces.map((piece) => wrap.push(piece, width)).join("");
  // A terminal's driver goes to the beginning of the next line.
  const output = written.replaceAll("\n", "\r\n");
  return toScreen(output, width).map((line) =>
    line
      .map(({ character }) => character)
      .join("")
      .trimEnd(),
  );
}

for (const [what, pieces, lines] of [
  ["a word that does not fit begins the next line", ["one two three"], ["one two", "three"]],
  ["also where it comes in pieces", ["one two t", "hr", "ee"], ["one two", "three"]],
  ["a blank at the end of a line is its end", ["one two 3 four"], ["one two 3", "four"]],
  ["also where more blanks follow", ["one two 3", "  ", " four"], ["one two 3", "four"]],
  [
    "also where the line ends there",
    ["one two 3 ", " \n", "four\n\nfive"],
    ["one two 3", "four", "", "five"],
  ],
  ["lines and indents of the text stay", ["a\n  b\n\nc"], ["a", "  b", "", "c"]],
  [
    "what is longer than a line is left to the terminal",
    ["see http://example/x y"],
    ["see", "http://exa", "mple/x y"],
  ],
] as const) {
  test(`${what}: ${JSON.stringify(pieces)}`, () => assert.deepEqual(show(pieces, 10), lines));
}

test("code is left to the terminal, which copies a long line as one", () => {
  const text = "do this\n```sh\nnpm install a b c\n```\nand then that";
  const wrap = new WordWrap();
  const written = Array.from(text, (character) => wrap.push(character, 10)).join("");
  assert.ok(written.startsWith("do this\n```sh\nnpm install a b c\n```\nand then"), written);
  assert.match(written, /\nthat$/);
});

test("what is of uncertain width is never taken back: marks, emoji, and what is written without blanks", () => {
  for (const text of [
    "aa bb cc\u0301cccccc",
    "aa bb cc\u00adccccccc",
    "aa bb 👨\u200d👩\u200d👧xxxx",
    "aa 日本語のテキスト",
  ]) {
    const wrap = new WordWrap();
    const written = Array.from(text, (character) => wrap.push(character, 10)).join("");
    assert.equal(written, text);
  }
});

test("however a text is cut, every word is whole, no line is too long, and nothing is lost", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "é", "-", "."), minLength: 1, maxLength: 9 });
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(" ", "\n", "  ")))
    .map((parts) => parts.flat().join(""));
  fc.assert(
    fc.property(text, fc.array(fc.nat(6)), (whole, cuts) => {
      let rest = whole;
      const pieces = cuts.map((cut) => {
        const piece = rest.slice(0, cut);
        rest = rest.slice(cut);
        return piece;
      });
      const lines = show([...pieces, rest], 11);
      assert.ok(
        lines.every((line) => line.length <= 10),
        JSON.stringify(lines),
      );
      const wordsOf = (each: string) => each.split(/\s+/).filter((one) => one !== "");
      assert.deepEqual(lines.flatMap(wordsOf), wordsOf(whole));
    }),
  );
});
