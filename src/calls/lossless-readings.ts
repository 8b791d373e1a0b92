import type { Repair } from "./call.ts";
import { parseLenientJson } from "./lenient-json.ts";

/** Another way to read a value; without `value`, that it is not there at all. */
export interface Reading {
  readonly rule: Repair["rule"];
  readonly value?: unknown;
}

/** What a schema, or any branch of a union in it, asks for at one place. */
export interface Expectation {
  /** JSON Schema's names of types. */
  readonly types: ReadonlySet<unknown>;
  /** From `enum` and `const`. */
  readonly allowedValues: readonly unknown[];
}

/**
 * All readings of a value that lose nothing and could be what is expected (FIX-2, FIX-3, FIX-4). `isProperty`
 * tells the property of an object from the item of an array.
 */
export function losslessReadings(value: unknown, expected: Expectation, isProperty: boolean): Reading[] {
  if (value === null) return isProperty ? [{ rule: "null" }] : [];
  const scalars = [...readAsAllowed(value, expected.allowedValues), ...readAsType(value, expected.types)];
  const distinct = scalars.filter(
    (reading, index) => scalars.findIndex((other) => Object.is(other.value, reading.value)) === index,
  );
  return [...distinct, ...readAsContainer(value, expected.types, isProperty)];
}

function readAsAllowed(value: unknown, allowedValues: readonly unknown[]): Reading[] {
  if (!isScalar(value) || allowedValues.length === 0) return [];
  const number = typeof value === "string" ? readNumber(value) : undefined;
  const form = foldScalar(value);
  const fitting = allowedValues.filter(
    (allowed) =>
      isScalar(allowed) && (foldScalar(allowed) === form || (number !== undefined && allowed === number)),
  );
  const [only, ...others] = new Set(fitting);
  return only === undefined || others.length > 0 ? [] : [{ rule: "enum", value: only }];
}

function readAsType(value: unknown, types: ReadonlySet<unknown>): Reading[] {
  if (typeof value !== "string") {
    const text = types.has("string") ? writeAsText(value) : undefined;
    return text === undefined ? [] : [{ rule: "type", value: text }];
  }
  const readings: Reading[] = [];
  const number = types.has("number") || types.has("integer") ? readNumber(value) : undefined;
  if (number !== undefined) readings.push({ rule: "type", value: number });
  const word = types.has("boolean") || types.has("null") ? readWord(value) : undefined;
  if (typeof word === "boolean" && types.has("boolean")) readings.push({ rule: "type", value: word });
  if (word === null && types.has("null")) readings.push({ rule: "type", value: null });
  return readings;
}

function readAsContainer(value: unknown, types: ReadonlySet<unknown>, isProperty: boolean): Reading[] {
  const isArrayExpected = types.has("array");
  if (!isArrayExpected && !types.has("object")) return [];
  const parsed = typeof value === "string" ? readContainer(value) : undefined;
  const readings: Reading[] = [];
  if (parsed !== undefined && types.has(Array.isArray(parsed) ? "array" : "object")) {
    readings.push({ rule: "json", value: parsed });
  }
  // Inside an array, `[1, 2]` for a list of lists might be [[1], [2]] or [[1, 2]]: two readings, so none.
  if (isArrayExpected && isProperty && !Array.isArray(parsed) && isSingleItem(value)) {
    readings.push({ rule: "type", value: [value] });
  }
  return readings;
}

/** Nothing, and what looks like an array that was spoilt, are not taken for one item. */
function isSingleItem(value: unknown): boolean {
  if (typeof value !== "string") return !Array.isArray(value);
  const text = value.trimStart();
  return text !== "" && !text.startsWith("[");
}

function readContainer(text: string): object | undefined {
  // Most texts are no JSON; this is cheaper than finding out by parsing.
  if (!/^\s*[[{`]/.test(text)) return undefined;
  const value = parseLenientJson(text)?.value;
  return typeof value === "object" && value !== null ? value : undefined;
}

/** `"true"`, `"False"`, `" null "`; not `"yes"`, not `"1"`. */
function readWord(text: string): boolean | null | undefined {
  const word = text.trim();
  if (/^true$/i.test(word)) return true;
  if (/^false$/i.test(word)) return false;
  return /^null$/i.test(word) ? null : undefined;
}

/** Longer than the largest number written out in full. */
const maxNumberLength = 400;

/** JSON's notation only, and only what is the same number afterwards: `"12345678901234567890"` would not be. */
function readNumber(text: string): number | undefined {
  const digits = text.trim();
  if (digits.length > maxNumberLength) return undefined;
  const number = Number(digits);
  if (!Number.isFinite(number)) return undefined;
  const written = toDecimal(digits);
  return written !== undefined && written === toDecimal(String(number)) ? number : undefined;
}

/** A number's value as text, the same for every way to write it: `12.50`, `1.25e1` → `125e-1`. */
function toDecimal(text: string): string | undefined {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** Beyond the safe integers a number may already be another one than the model wrote. */
function writeAsText(value: unknown): string | undefined {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function foldScalar(value: string | number | boolean | null): string {
  return String(value).trim().toLowerCase();
}
