import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePythonCalls } from "./python-calls.ts";

test("[FIX-7] a Python call with the same argument twice is not read: one of the values would be lost", () => {
  assert.deepEqual(parsePythonCalls("add(a=1, b=2)"), [{ name: "add", args: { a: 1, b: 2 } }]);
  assert.equal(parsePythonCalls("add(a=1, a=2)"), undefined);
  assert.equal(parsePythonCalls("[add(a=1), add(a=1, b=2, a=3)]"), undefined);
  assert.equal(parsePythonCalls("add(a={'b': 1, 'b': 2})"), undefined);
  assert.deepEqual(parsePythonCalls("add(toString=1)"), [{ name: "add", args: { toString: 1 } }]);
});
