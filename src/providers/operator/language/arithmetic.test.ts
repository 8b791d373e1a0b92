import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { evaluateExpression } from "../../../tools/builtins/expression/expression.ts";
import { findArithmetic } from "./arithmetic.ts";
import { toTokens } from "./tokens.ts";

const read = (text: string) => findArithmetic(toTokens(text))?.expression;

test("a calculation is found in signs and in words", () => {
  const cases: Readonly<Record<string, string>> = {
    "what is 2 plus 2": "2 + 2",
    "5 * (6 - 1)": "5 * (6 - 1)",
    "2^10": "2^10",
    "seven times eight": "7 * 8",
    "81 divided by 9": "81 / 9",
    "20 percent of 250": "20% of 250",
    "15% of 80": "15% of 80",
    "two to the power of ten": "2 ^ 10",
    "7 squared": "7^2",
    "the square root of 144": "sqrt(144)",
    "square root of 81 plus 1": "sqrt(81) + 1",
    "sqrt(2)": "sqrt(2)",
    "1,000 × 3": "1000 * 3",
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(read(text), expected, text);
});

test("numbers alone are no calculation, and half of one is none", () => {
  for (const text of ["21", "10 minutes", "2 plus", "(2 + 3", "2026-12-01", "one two", "plus five"]) {
    assert.equal(read(text), undefined, text);
  }
});

test("what is found can be calculated", () => {
  const operator = fc.constantFrom("plus", "minus", "times", "divided by", "+", "-", "*", "/");
  const number = fc.integer({ min: 1, max: 999 });
  fc.assert(
    fc.property(
      number,
      fc.array(fc.tuple(operator, number), { minLength: 1, maxLength: 5 }),
      (first, rest) => {
        const expression = read([first, ...rest.flat()].join(" "));
        assert.ok(expression !== undefined);
        assert.doesNotThrow(() => evaluateExpression(expression));
      },
    ),
  );
});
