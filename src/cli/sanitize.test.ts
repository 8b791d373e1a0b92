import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { sanitize } from "./sanitize.ts";

test("what commands a terminal is shown instead, and ordinary text stays as it is", () => {
  assert.equal(sanitize("\u001b[31mred\u0007"), "␛[31mred␇");
  assert.equal(sanitize("C1: \u009b2J, DEL: \u007f"), "C1: \ufffd2J, DEL: ␡");
  assert.equal(sanitize("over\rwritten\r\n"), "overwritten\n");
  assert.equal(sanitize("user\u202egpj.exe"), "user\ufffdgpj.exe");
  assert.equal(sanitize("Grüße, 世界 👋🏽\n\ttabbed"), "Grüße, 世界 👋🏽\n\ttabbed");
});

test("no control character but newline and tab is ever left, and text in pieces comes out as text in one", () => {
  const anyText = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(anyText, anyText, (first, second) => {
      const clean = sanitize(first + second);
      // oxlint-disable-next-line no-control-regex
      assert.doesNotMatch(clean, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      assert.equal(sanitize(first) + sanitize(second), clean);
      assert.equal(sanitize(clean), clean);
    }),
  );
});
