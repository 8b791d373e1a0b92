import {
  add,
  ArithmeticError,
  compare,
  divide,
  floor,
  fromFloat,
  fromInteger,
  modulo,
  multiply,
  negate,
  power,
  toFloat,
  toInteger,
} from "./numbers.ts";
import type { Value } from "./numbers.ts";

/** Counts its values itself: a wrong number of them is an ArithmeticError like any other. */
export type MathFunction = (values: readonly Value[]) => Value;

export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
  ["tau", 2 * Math.PI],
]);

const ZERO = fromInteger(0n);
const ONE = fromInteger(1n);
const TEN = fromInteger(10n);
const MOST_DECIMALS = 15n;

export const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ["sqrt", ofFloat(Math.sqrt)],
  ["cbrt", ofFloat(Math.cbrt)],
  ["abs", ofOne((x) => (compare(x, ZERO) < 0 ? negate(x) : x))],
  ["sign", ofOne((x) => fromFloat(compare(x, ZERO)))],
  ["round", ofOneOrTwo(round)],
  ["floor", ofOne(floor)],
  ["ceil", ofOne((x) => negate(floor(negate(x))))],
  ["trunc", ofOne((x) => onMagnitude(x, floor))],
  ["min", ofMany((values) => values.reduce((a, b) => (compare(b, a) < 0 ? b : a)))],
  ["max", ofMany((values) => values.reduce((a, b) => (compare(b, a) > 0 ? b : a)))],
  ["hypot", ofMany((values) => fromFloat(Math.hypot(...values.map(toFloat))))],
  ["pow", ofTwo(power)],
  ["mod", ofTwo(modulo)],
  ["exp", ofFloat(Math.exp)],
  ["ln", ofFloat((x) => Math.log(positive(x)))],
  ["log10", ofFloat((x) => Math.log10(positive(x)))],
  ["log2", ofFloat((x) => Math.log2(positive(x)))],
  ["log", ofOneOrTwo(logarithm)],
  ["sin", ofFloat(sine)],
  ["cos", ofFloat(cosine)],
  ["tan", ofFloat(tangent)],
  ["asin", ofFloat(Math.asin)],
  ["acos", ofFloat(Math.acos)],
  ["atan", ofFloat(Math.atan)],
  ["atan2", ofTwo((y, x) => fromFloat(Math.atan2(toFloat(y), toFloat(x))))],
]);

/** Halves go away from zero, as people round: round(-2.5) is -3. */
function round(value: Value, decimals: Value = ZERO): Value {
  const places = toInteger(decimals);
  if (places === undefined || places < -MOST_DECIMALS || places > MOST_DECIMALS) {
    throw new ArithmeticError(
      `takes a whole number from -${MOST_DECIMALS} to ${MOST_DECIMALS} as its second value`,
    );
  }
  const scale = power(TEN, decimals);
  const half = divide(ONE, fromInteger(2n));
  return divide(
    onMagnitude(multiply(value, scale), (scaled) => floor(add(scaled, half))),
    scale,
  );
}

/** With one value it is base 10 to some and base e to others: it is refused rather than guessed. */
function logarithm(value: Value, base?: Value): Value {
  if (base === undefined) {
    throw new ArithmeticError("needs a base: write log(x, base), or log10(x), log2(x) or ln(x)");
  }
  const [x, b] = [positive(toFloat(value)), positive(toFloat(base))];
  if (b === 1) throw new ArithmeticError("has no real value for base 1");
  // Math.log(1000) / Math.log(10) falls short of 3.
  if (b === 10) return fromFloat(Math.log10(x));
  if (b === 2) return fromFloat(Math.log2(x));
  return fromFloat(Math.log(x) / Math.log(b));
}

function positive(x: number): number {
  if (x <= 0) throw new ArithmeticError("needs a number above 0");
  return x;
}

function sine(angle: number): number {
  return withoutRoundingNoise(Math.sin(angle), angle);
}

function cosine(angle: number): number {
  return withoutRoundingNoise(Math.cos(angle), angle);
}

function tangent(angle: number): number {
  // NaN where the cosine is zero: a tangent of 1.6e16 would only be pi's rounding.
  return cosine(angle) === 0 ? Number.NaN : sine(angle) / cosine(angle);
}

/** pi itself is rounded, so sin(pi) comes out as 1.2e-16; what is smaller than that rounding is zero. */
function withoutRoundingNoise(result: number, angle: number): number {
  return Math.abs(result) < Math.abs(angle) * Number.EPSILON ? 0 : result;
}

/** Applies to the magnitude and puts the sign back. */
function onMagnitude(value: Value, compute: (magnitude: Value) => Value): Value {
  return compare(value, ZERO) < 0 ? negate(compute(negate(value))) : compute(value);
}

function ofFloat(compute: (x: number) => number): MathFunction {
  return ofOne((x) => fromFloat(compute(toFloat(x))));
}

function ofOne(compute: (x: Value) => Value): MathFunction {
  return (values) => {
    const [x] = values;
    if (x === undefined || values.length > 1) throw wrongCount("1 value", values);
    return compute(x);
  };
}

function ofTwo(compute: (x: Value, y: Value) => Value): MathFunction {
  return (values) => {
    const [x, y] = values;
    if (x === undefined || y === undefined || values.length > 2) throw wrongCount("2 values", values);
    return compute(x, y);
  };
}

function ofOneOrTwo(compute: (x: Value, y?: Value) => Value): MathFunction {
  return (values) => {
    const [x, y] = values;
    if (x === undefined || values.length > 2) throw wrongCount("1 or 2 values", values);
    return compute(x, y);
  };
}

function ofMany(compute: (values: readonly Value[]) => Value): MathFunction {
  return (values) => {
    if (values.length === 0) throw wrongCount("1 value or more", values);
    return compute(values);
  };
}

function wrongCount(expected: string, values: readonly Value[]): ArithmeticError {
  return new ArithmeticError(`takes ${expected}, but was given ${values.length}`);
}
