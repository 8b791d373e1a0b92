import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { toPieces } from "./fake-answer.ts";

test("pieces make up the text again, and none of them breaks a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 2000 }), (text) => {
      const pieces = toPieces(text);
      assert.equal(pieces.join(""), text);
      assert.ok(pieces.every((piece) => piece.isWellFormed() && piece !== ""));
      assert.ok(text.length <= 16 || pieces.length > 1);
    }),
  );
});
