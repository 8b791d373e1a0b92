import assert from "node:assert/strict";
import test from "node:test";
import { createRedactor } from "./redact.ts";

test("[EX-2] of a secret that is the start of another one, the longer is hidden whole", () => {
  const redact = createRedactor({ secrets: ["sesame", "sesame-street"] });
  assert.equal(redact("say sesame-street, or sesame"), "say [redacted], or [redacted]");
});

test("[EX-2] a value with very many parts is cut, and the next one is shown again", () => {
  const redact = createRedactor();
  const rows = Array.from({ length: 40 }, () => Array.from({ length: 40 }, () => 1));
  const shown = JSON.stringify(redact(rows));
  assert.ok(shown.includes("[…]"));
  assert.ok(shown.length < JSON.stringify(rows).length);
  assert.deepEqual(redact({ a: [1, "two", null] }), { a: [1, "two", null] });
});
