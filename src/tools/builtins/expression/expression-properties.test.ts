import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { evaluateExpression, evaluateTokens } from "./expression.ts";
import { ExpressionError, toTokens } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** What the reference gives: an unreduced fraction, or `undefined` where something was divided by zero. */
type Reference = readonly [numerator: bigint, denominator: bigint] | undefined;

/** An expression that was written together with its value. */
interface Written {
  readonly text: string;
  readonly value: Reference;
  /** How tightly its outermost operator binds: it needs parentheses where something tighter is wanted. */
  readonly binding: number;
}

const SUM = 1;
const PRODUCT = 2;
const SIGNED = 3;
const POWER = 4;
const POSTFIX = 5;
const PRIMARY = 6;

const ZERO: Reference = [0n, 1n];
const HUNDRED: Reference = [100n, 1n];

const gap = fc.constantFrom("", " ", "  ");

const literal = fc
  .record({ whole: fc.nat(999), decimals: fc.constantFrom("", "0", "5", "25", "07") })
  .map(({ whole, decimals }): Written => ({
    text: decimals === "" ? `${whole}` : `${whole}.${decimals}`,
    value: [BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length)],
    binding: PRIMARY,
  }));

function writtenUpTo(depth: number): fc.Arbitrary<Written> {
  if (depth === 0) return literal;
  const part = writtenUpTo(depth - 1);
  const infix = (
    signs: readonly string[],
    binding: number,
    rightBinding: number,
    operate: (a: Reference, b: Reference) => Reference,
  ) =>
    fc.tuple(part, part, fc.constantFrom(...signs), gap).map(([a, b, sign, space]) => ({
      text: `${within(a, binding)}${space}${sign}${space}${within(b, rightBinding)}`,
      value: operate(a.value, b.value),
      binding,
    }));
  return fc.oneof(
    literal,
    infix(["+"], SUM, PRODUCT, (a, b) => subtract(a, subtract(ZERO, b))),
    infix(["-", "−"], SUM, PRODUCT, subtract),
    infix(["*", "×"], PRODUCT, SIGNED, multiply),
    infix(["/", "÷"], PRODUCT, SIGNED, divide),
    // Tighter than the grammar asks for: a sign after % would make it a percentage.
    infix(["%"], PRODUCT, POWER, remainder),
    fc.tuple(part, fc.constantFrom("-", "−")).map(([a, sign]) => ({
      text: sign + within(a, SIGNED),
      value: subtract(ZERO, a.value),
      binding: SIGNED,
    })),
    fc
      .tuple(literal, fc.integer({ min: -3, max: 3 }), fc.constantFrom("^", "**"), gap)
      .map(([base, exponent, sign, space]) => ({
        text: `${base.text}${space}${sign}${space}${exponent}`,
        value: raise(base.value, exponent),
        binding: POWER,
      })),
    fc.tuple(part, part).map(([share, whole]) => ({
      text: `${within(share, PRIMARY)}% of ${within(whole, SIGNED)}`,
      value: multiply(divide(share.value, HUNDRED), whole.value),
      binding: POWER,
    })),
    fc.tuple(part, literal).map(([factor, percent]) => ({
      text: `${within(factor, PRODUCT)} * ${percent.text}%`,
      value: multiply(factor.value, divide(percent.value, HUNDRED)),
      binding: PRODUCT,
    })),
    fc.nat(6).map((n) => ({ text: `${n}!`, value: [productUpTo(n), 1n] as const, binding: POSTFIX })),
  );
}

function within({ text, binding }: Written, wanted: number): string {
  return binding < wanted ? `(${text})` : text;
}

function subtract(a: Reference, b: Reference): Reference {
  return a && b && [a[0] * b[1] - b[0] * a[1], a[1] * b[1]];
}

function multiply(a: Reference, b: Reference): Reference {
  return a && b && [a[0] * b[0], a[1] * b[1]];
}

function divide(a: Reference, b: Reference): Reference {
  if (!a || !b || b[0] === 0n) return undefined;
  return b[0] < 0n ? [-a[0] * b[1], -a[1] * b[0]] : [a[0] * b[1], a[1] * b[0]];
}

/** By its definition: what is left after the divisor was taken away a whole number of times, rounded down. */
function remainder(a: Reference, b: Reference): Reference {
  const quotient = divide(a, b);
  if (!quotient) return undefined;
  const [numerator, denominator] = quotient;
  const rest = numerator % denominator;
  const times = (numerator - (rest < 0n ? rest + denominator : rest)) / denominator;
  return subtract(a, multiply([times, 1n], b));
}

function raise(base: Reference, exponent: number): Reference {
  let value: Reference = [1n, 1n];
  for (let times = 0; times < Math.abs(exponent); times++) value = multiply(value, base);
  return exponent < 0 ? divide([1n, 1n], value) : value;
}

function productUpTo(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * productUpTo(n - 1);
}

test("[VOX-8] an expression has the value that it was written with", () => {
  fc.assert(
    fc.property(writtenUpTo(3), ({ text, value }) => {
      fc.pre(text.length <= 1_000);
      if (value === undefined) {
        assert.throws(() => evaluateExpression(text), {
          name: "ExpressionError",
          message: /divides by zero/,
        });
        return;
      }
      const [numerator, denominator] = value;
      if (numerator % denominator === 0n) {
        assert.equal(evaluateExpression(text), `${numerator / denominator}`);
        return;
      }
      const expected = Number(numerator) / Number(denominator);
      const difference = Math.abs(Number(evaluateExpression(text)) - expected);
      assert.ok(difference <= Math.abs(expected) * 1e-14, `${evaluateExpression(text)}, not ${expected}`);
    }),
    { numRuns: 2_000 },
  );
});

test("[VOX-8] whatever is asked, the answer is a number or an ExpressionError that points into the text", () => {
  const piece = fc.constantFrom(
    ..."0 1 7 .5 1e9 1e-9 1e400 170 + - * / % ^ ** ! ( ) , × ÷ − π pi e of sqrt( ln( tan( max( round( mod( pow( log( x $".split(
      " ",
    ),
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(" ")),
    fc.string({ unit: "binary", maxLength: 50 }),
  );
  fc.assert(
    fc.property(text, (expression) => {
      try {
        assert.match(evaluateExpression(expression), /^-?\d+(\.\d+)?(e[+-]\d+)?$/);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        assert.ok(error.position >= 1 && error.position <= expression.length + 1);
      }
    }),
    { numRuns: 5_000 },
  );
});

test("[VOX-8] the work grows with the length of the expression, not faster", () => {
  const shapes = [
    "(".repeat(99) + "1" + ")".repeat(99),
    "abs(".repeat(99) + "1" + ")".repeat(99),
    "max(1, 2 % 3, ".repeat(99) + "1" + ")".repeat(99),
    "1^".repeat(99) + "1",
    "100% of ".repeat(99) + "1",
    "-".repeat(300) + "5! * 5%",
  ];
  for (const shape of shapes) {
    const [once, tenTimes] = [1, 10].map((times) => {
      const tokens = toTokens(Array.from({ length: times }, () => shape).join(" + "));
      return countReads(tokens) / tokens.length;
    });
    assert.ok(once !== undefined && once <= 2, `${once} reads per token of ${shape}`);
    assert.ok(tenTimes !== undefined && tenTimes <= 2, `${tenTimes} reads per token of ten times ${shape}`);
  }
});

/** How many tokens an evaluation looks at, counting one that it looks at again. */
function countReads(tokens: readonly Token[]): number {
  let reads = 0;
  const counting = new Proxy(tokens, {
    get(target, property, receiver) {
      reads++;
      return Reflect.get(target, property, receiver);
    },
  });
  evaluateTokens(counting);
  return reads;
}
