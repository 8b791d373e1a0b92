import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { toTable } from "./table.ts";
import { cutToWidth, padToWidth, widthOf } from "./text-width.ts";

test("a text's width is counted in columns: wide characters take two, combining marks none", () => {
  assert.equal(widthOf("abc"), 3);
  assert.equal(widthOf("世界"), 4);
  assert.equal(widthOf("e\u0301"), 1);
  assert.equal(widthOf("👋🏽👨‍👩‍👧"), 4);
  assert.equal(widthOf("✓ → ↻ …"), 7);
});

test("a line is cut where it does not fit, with an ellipsis, and never in the middle of a character", () => {
  assert.equal(cutToWidth("abcdef", 6), "abcdef");
  assert.equal(cutToWidth("abcdefg", 6), "abcde…");
  assert.equal(cutToWidth("世界世界", 8), "世界世界");
  assert.equal(cutToWidth("世界世界", 7), "世界世…");
  assert.equal(cutToWidth("世界世界", 6), "世界…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      const line = text.replaceAll(/\p{Cc}/gu, "");
      const cut = cutToWidth(line, width);
      assert.ok(widthOf(cut) <= width, JSON.stringify({ line, cut }));
      if (widthOf(line) <= width) assert.equal(cut, line);
    }),
  );
});

test("columns of a table line up, and its lines fit", () => {
  assert.equal(padToWidth("世", 4), "世  ");
  assert.deepEqual(
    toTable(
      [
        ["世界", "first\nline"],
        ["a", "\u001b[2J second, which is long"],
      ],
      20,
    ),
    ["世界  first line", "a     ␛[2J second, …"],
  );
});
