import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EventQueue } from "./event-queue.ts";

test("events come out in the order in which they went in, however the two alternate", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (isPush) => {
      const queue = new EventQueue<number>();
      const expected: number[] = [];
      for (const [index, push] of isPush.entries()) {
        if (push) queue.push(index);
        if (push) expected.push(index);
        else assert.equal(queue.take(), expected.shift());
      }
      for (const event of expected) assert.equal(queue.take(), event);
      assert.equal(queue.take(), undefined);
    }),
  );
});
