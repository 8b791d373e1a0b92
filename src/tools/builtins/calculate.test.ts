import assert from "node:assert/strict";
import { test } from "node:test";
import { calculate } from "./calculate.ts";
import { FUNCTIONS } from "./expression/functions.ts";

test("[VOX-8] calculate gives the result of its expression as text", () => {
  assert.equal(calculate.invoke({ expression: "15% of 80" }), "12");
  assert.equal(calculate.invoke({ expression: "2^64" }), "18446744073709551616");
});

test("[VOX-8] calculate runs no code", () => {
  for (const expression of ["process.exit(1)", "(() => 1)()", "globalThis", "1; 2", "`1`", "[]", "'a'"]) {
    assert.throws(() => calculate.invoke({ expression }), { name: "ExpressionError" }, expression);
  }
});

test("calculate refuses an expression that is no string", () => {
  for (const expression of [undefined, null, 2, ["2"], { toString: () => "2" }]) {
    assert.throws(() => calculate.invoke({ expression }), { message: /^expression must be a string/ });
  }
});

test("calculate tells the model of every function there is", () => {
  const told = JSON.stringify(calculate.schema);
  for (const name of FUNCTIONS.keys()) assert.match(told, new RegExp(`\\b${name}\\b`));
});
