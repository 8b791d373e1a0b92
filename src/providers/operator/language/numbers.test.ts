import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { findNumbers } from "./numbers.ts";
import { toTokens } from "./tokens.ts";

const numbers = (text: string) =>
  findNumbers(toTokens(text)).map(({ value, unit, isShare }) => [value, unit ?? (isShare ? "share" : "")]);

test("numbers are read in digits and in words", () => {
  const cases: Readonly<Record<string, readonly number[]>> = {
    "21": [21],
    "-5 degrees": [-5],
    "1,250.5": [1250.5],
    seven: [7],
    "twenty five": [25],
    "twenty-five": [25],
    "a hundred": [100],
    "two hundred and fifty": [250],
    "three thousand four hundred": [3400],
    "nineteen and a half": [19.5],
    "two and a half": [2.5],
    "one two three": [1, 2, 3],
    "lamp five and lamp six": [5, 6],
    nothing: [],
  };
  for (const [text, expected] of Object.entries(cases)) {
    assert.deepEqual(
      numbers(text).map(([value]) => value),
      expected,
      text,
    );
  }
});

test("percent, degrees and shares are told apart", () => {
  assert.deepEqual(numbers("50% of 20 degrees, 18 °C, half, max, twelve percent"), [
    [50, "percent"],
    [20, "degrees"],
    [18, "degrees"],
    [0.5, "share"],
    [1, "share"],
    [12, "percent"],
  ]);
});

test("Fahrenheit is not taken for something else", () => {
  assert.deepEqual(
    findNumbers(toTokens("70 °F")).filter(({ unit }) => unit === "degrees"),
    [],
  );
});

test("durations are seconds, however they are put together", () => {
  const cases: Readonly<Record<string, number>> = {
    "90 seconds": 90,
    "five minutes": 300,
    "half an hour": 1800,
    "an hour": 3600,
    "an hour and a half": 5400,
    "two and a half hours": 9000,
    "1 hour 20 minutes": 4800,
    "one hour and twenty minutes": 4800,
    "2 days": 172_800,
  };
  for (const [text, seconds] of Object.entries(cases))
    assert.deepEqual(numbers(text), [[seconds, "seconds"]], text);
});

test("quarters of an hour, large numbers in digits, and a one that stands for a thing", () => {
  assert.deepEqual(numbers("a quarter of an hour"), [[900, "seconds"]]);
  assert.deepEqual(numbers("three quarters of an hour"), [[2_700, "seconds"]]);
  assert.deepEqual(numbers("a ten-minute break"), [[600, "seconds"]]);
  assert.deepEqual(numbers("1.5 million"), [[1_500_000, ""]]);
  for (const text of ["the one in the attic", "the bedroom one", "another one"])
    assert.deepEqual(numbers(text), [], text);
});

const units =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

test("a number below a thousand that is written out is read as itself", () => {
  const inWords = (value: number): string => {
    if (value >= 100) {
      const rest = value % 100;
      return `${units[Math.floor(value / 100)]} hundred${rest === 0 ? "" : ` and ${inWords(rest)}`}`;
    }
    if (value < 16) return units[value] ?? "";
    if (value < 20) return { 16: "sixteen", 17: "seventeen", 18: "eighteen", 19: "nineteen" }[value] ?? "";
    return `${tens[Math.floor(value / 10) - 2]}${value % 10 === 0 ? "" : ` ${units[value % 10]}`}`;
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), (value) => {
      assert.deepEqual(numbers(inWords(value)), [[value, ""]], inWords(value));
    }),
  );
});
