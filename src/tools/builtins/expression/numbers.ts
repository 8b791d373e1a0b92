/**
 * A number of the calculator. It is an exact fraction as long as that is possible, so that sums of money
 * (0.1 + 0.2, round(1.005, 2)) and whole numbers past 2^53 come out right. A float stands for what has no
 * fraction (sqrt(2)), and for fractions that grow past EXACT_LIMIT.
 */
export type Value = Fraction | number;

/** In lowest terms; the denominator is positive. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** An operation without an answer. The message is a verb phrase: the caller knows which operation it was. */
export class ArithmeticError extends Error {
  override readonly name = "ArithmeticError";
}

const EXACT_BITS = 1023;
/** Both halves of a fraction stay below this, so that each of them still has a finite float. */
const EXACT_LIMIT = 2n ** BigInt(EXACT_BITS);
const SIGNIFICANT_DIGITS = 15;
const LARGEST_FACTORIAL = 170n;

export function add(a: Value, b: Value): Value {
  return combine(
    a,
    b,
    (x, y) =>
      toFraction(x.numerator * y.denominator + y.numerator * x.denominator, x.denominator * y.denominator),
    (x, y) => x + y,
  );
}

export function subtract(a: Value, b: Value): Value {
  return add(a, negate(b));
}

export function multiply(a: Value, b: Value): Value {
  return combine(
    a,
    b,
    (x, y) => toFraction(x.numerator * y.numerator, x.denominator * y.denominator),
    (x, y) => x * y,
  );
}

export function divide(a: Value, b: Value): Value {
  refuseZeroDivisor(b);
  return combine(
    a,
    b,
    (x, y) => toFraction(x.numerator * y.denominator, x.denominator * y.numerator),
    (x, y) => x / y,
  );
}

/** The remainder takes the sign of the divisor, as in spreadsheets: -7 mod 3 is 2. */
export function modulo(a: Value, b: Value): Value {
  refuseZeroDivisor(b);
  return combine(
    a,
    b,
    (x, y) => {
      const dividend = x.numerator * y.denominator;
      const divisor = y.numerator * x.denominator;
      return toFraction(((dividend % divisor) + divisor) % divisor, x.denominator * y.denominator);
    },
    (x, y) => ((x % y) + y) % y,
  );
}

export function power(base: Value, exponent: Value): Value {
  if (compare(exponent, fromInteger(0n)) < 0) refuseZeroDivisor(base);
  return combine(base, exponent, exactPower, (x, y) => x ** y);
}

function exactPower(base: Fraction, exponent: Fraction): Fraction | undefined {
  if (exponent.denominator !== 1n) return undefined;
  const times = magnitude(exponent.numerator);
  const bits = Math.max(bitLength(base.numerator), bitLength(base.denominator));
  // Looked at before the power is taken: 9^9^9 must cost nothing.
  if (BigInt(bits - 1) * times > EXACT_BITS) return undefined;
  const numerator = base.numerator ** times;
  const denominator = base.denominator ** times;
  return exponent.numerator < 0n ? toFraction(denominator, numerator) : toFraction(numerator, denominator);
}

export function factorial(value: Value): Value {
  const whole = toInteger(value);
  if (whole === undefined || whole < 0n || whole > LARGEST_FACTORIAL) {
    throw new ArithmeticError(`needs a whole number from 0 to ${LARGEST_FACTORIAL}`);
  }
  let product = 1n;
  for (let factor = 2n; factor <= whole; factor++) product *= factor;
  return fromInteger(product);
}

export function negate(value: Value): Value {
  return typeof value === "number" ? -value : { ...value, numerator: -value.numerator };
}

/** Below, at or above zero, as a is less than, equal to or greater than b. */
export function compare(a: Value, b: Value): number {
  if (typeof a === "number" || typeof b === "number") return Math.sign(toFloat(a) - toFloat(b));
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : Number(difference > 0n);
}

export function floor(value: Value): Value {
  if (typeof value === "number") return fromFloat(Math.floor(value));
  const towardsZero = value.numerator / value.denominator;
  const isBelow = value.numerator < 0n && value.denominator !== 1n;
  return fromInteger(isBelow ? towardsZero - 1n : towardsZero);
}

export function fromInteger(integer: bigint): Fraction {
  return { numerator: integer, denominator: 1n };
}

/** A whole float is as good as an integer, and becomes one: sqrt(16)! is 24. */
export function fromFloat(float: number): Value {
  if (Number.isNaN(float)) throw new ArithmeticError("has no real value");
  if (!Number.isFinite(float)) throw new ArithmeticError("goes past the largest number (about 1.8e308)");
  return Number.isSafeInteger(float) ? fromInteger(BigInt(float)) : float;
}

/** Reads a literal such as `12`, `.5`, `1.` or `1.5e-3` without loss. */
export function fromLiteral(literal: string): Value {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const shift = Number(exponent) - decimals.length;
  // Past this no fraction fits, and 10 ** shift might take forever.
  if (Math.abs(shift) > EXACT_BITS) return fromFloat(Number(literal));
  const digits = BigInt(whole + decimals);
  const scale = 10n ** BigInt(Math.abs(shift));
  return (
    (shift < 0 ? toFraction(digits, scale) : toFraction(digits * scale, 1n)) ?? fromFloat(Number(literal))
  );
}

export function toFloat(value: Value): number {
  return typeof value === "number" ? value : Number(value.numerator) / Number(value.denominator);
}

export function toInteger(value: Value): bigint | undefined {
  return typeof value !== "number" && value.denominator === 1n ? value.numerator : undefined;
}

/** Exact integers with all their digits, everything else to 15 significant ones. */
export function toText(value: Value): string {
  const float = Number(toFloat(value).toPrecision(SIGNIFICANT_DIGITS));
  return (toInteger(value) ?? float).toString();
}

function combine(
  a: Value,
  b: Value,
  exactly: (x: Fraction, y: Fraction) => Fraction | undefined,
  roughly: (x: number, y: number) => number,
): Value {
  const exact = typeof a !== "number" && typeof b !== "number" ? exactly(a, b) : undefined;
  return exact ?? fromFloat(roughly(toFloat(a), toFloat(b)));
}

/** `undefined` where the fraction is too large to be kept. */
function toFraction(numerator: bigint, denominator: bigint): Fraction | undefined {
  const divisor = greatestCommonDivisor(magnitude(numerator), magnitude(denominator));
  const sign = denominator < 0n ? -1n : 1n;
  const reduced = {
    numerator: (sign * numerator) / divisor,
    denominator: (sign * denominator) / divisor,
  };
  const fits = magnitude(reduced.numerator) < EXACT_LIMIT && reduced.denominator < EXACT_LIMIT;
  return fits ? reduced : undefined;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

function refuseZeroDivisor(value: Value): void {
  if (toInteger(value) === 0n) throw new ArithmeticError("divides by zero");
}

function magnitude(integer: bigint): bigint {
  return integer < 0n ? -integer : integer;
}

function bitLength(integer: bigint): number {
  return magnitude(integer).toString(2).length;
}
