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

test("calculations are told as something to do", () => {
  const cases: Readonly<Record<string, string>> = {
    "multiply 12 by 7": "12 * 7",
    "divide 100 by 4": "100 / 4",
    "add 15 and 27": "15 + 27",
    "add up 12, 15 and 18": "12 + 15 + 18",
    "the sum of 2 and 3": "2 + 3",
    "what do 15 and 27 add up to": "15 + 27",
    "subtract 36 from 90": "90 - 36",
    "take 17 away from 50": "50 - 17",
    "the product of 12 and 7": "12 * 7",
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(read(text), expected, text);
  for (const text of ["add milk and eggs", "take 5", "add 5 minutes"])
    assert.equal(read(text), undefined, text);
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
