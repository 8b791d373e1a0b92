import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { Tail } from "./tail.ts";

test("the tail is the end of all that was pushed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 30 })),
      fc.integer({ min: 1, max: 20 }),
      (chunks, capacity) => {
        const tail = new Tail(capacity);
        for (const chunk of chunks) tail.push(Buffer.from(chunk));
        assert.deepEqual(tail.bytes, Buffer.from(Buffer.concat(chunks).subarray(-capacity)));
      },
    ),
  );
});

test("half a character at the start is left away", () => {
  const tail = new Tail(4);
  tail.push(Buffer.from("a€b"));
  assert.equal(tail.text, "€b");
  tail.push(Buffer.from("c"));
  assert.equal(tail.text, "bc");
});
