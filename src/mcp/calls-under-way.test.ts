import assert from "node:assert/strict";
import test from "node:test";
import { CallsUnderWay } from "./calls-under-way.ts";

test("what works for calls goes on until the last of them has ended", () => {
  const calls = new CallsUnderWay();
  const isOver = () => calls.over?.aborted;
  assert.equal(isOver(), undefined, "nothing is over where nothing has begun");
  calls.begin();
  calls.begin();
  const { over } = calls;
  calls.end();
  assert.equal(over?.aborted, false);
  calls.end();
  assert.deepEqual([over.aborted, isOver()], [true, undefined]);
  calls.begin();
  assert.equal(isOver(), false, "the next calls are other ones");
});
