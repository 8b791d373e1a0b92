import type { Repair } from "./call.ts";
import { keepSpelling, readExactNumber } from "./exact-number.ts";
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

/** Where a value stands, and how it was written. */
export interface Place {
  readonly value: unknown;
  /** It stands in an array, not in an object. */
  readonly isItem: boolean;
  /** Whether the schema lists it in `properties`; asked of few, as it takes a walk through the schema. */
  readonly isNamed: () => boolean;
  /** Of a number that JavaScript writes otherwise. */
  readonly spelling: string | undefined;
}

/** All readings of a value that lose nothing and could be what is expected (FIX-2, FIX-3, FIX-4). */
export function losslessReadings(place: Place, expected: Expectation): Reading[] {
  const { value, isItem, isNamed } = place;
  // The entry of a map is data: without it, the map says something else.
  if (value === null) return !isItem && isNamed() ? [{ rule: "null" }] : [];
  const scalars = [...readAsAllowed(place, expected.allowedValues), ...readAsType(place, expected.types)];
  const distinct = scalars.filter(
    (reading, index) => scalars.findIndex((other) => Object.is(other.value, reading.value)) === index,
  );
  return [...distinct, ...readAsContainer(place, expected.types)];
}

function readAsAllowed({ value, spelling }: Place, allowedValues: readonly unknown[]): Reading[] {
  if (!isScalar(value) || allowedValues.length === 0) return [];
  const asWritten = spelling === undefined ? [] : fittingValues(spelling, allowedValues);
  const [only, ...others] = asWritten.length > 0 ? asWritten : fittingValues(value, allowedValues);
  return only === undefined || others.length > 0 ? [] : [{ rule: "enum", value: only }];
}

function fittingValues(value: Scalar, allowedValues: readonly unknown[]): unknown[] {
  const number = typeof value === "string" ? readExactNumber(value.trim()) : undefined;
  const form = foldScalar(value);
  const fitting = allowedValues.filter(
    (allowed) =>
      isScalar(allowed) && (foldScalar(allowed) === form || (number !== undefined && allowed === number)),
  );
  return [...new Set(fitting)];
}

function readAsType({ value, spelling }: Place, types: ReadonlySet<unknown>): Reading[] {
  if (typeof value !== "string") {
    const text = types.has("string") ? (spelling ?? writeAsText(value)) : undefined;
    return text === undefined ? [] : [{ rule: "type", value: text }];
  }
  const readings: Reading[] = [];
  const number = types.has("number") || types.has("integer") ? readExactNumber(value.trim()) : undefined;
  if (number !== undefined) readings.push({ rule: "type", value: number });
  const word = types.has("boolean") || types.has("null") ? readWord(value) : undefined;
  if (typeof word === "boolean" && types.has("boolean")) readings.push({ rule: "type", value: word });
  if (word === null && types.has("null")) readings.push({ rule: "type", value: null });
  return readings;
}

function readAsContainer({ value, isItem, spelling }: Place, types: ReadonlySet<unknown>): Reading[] {
  const isArrayExpected = types.has("array");
  if (!isArrayExpected && !types.has("object")) return [];
  const parsed = typeof value === "string" ? readContainer(value) : undefined;
  const readings: Reading[] = [];
  if (parsed !== undefined && types.has(Array.isArray(parsed) ? "array" : "object")) {
    readings.push({ rule: "json", value: parsed });
  }
  // Inside an array, `[1, 2]` for a list of lists might be [[1], [2]] or [[1, 2]]: two readings, so none.
  if (isArrayExpected && !isItem && !Array.isArray(parsed) && isSingleItem(value)) {
    const list = [value];
    if (spelling !== undefined) keepSpelling(list, "0", spelling);
    readings.push({ rule: "type", value: list });
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

/** Beyond the safe integers a number may already be another one than the model wrote. */
function writeAsText(value: unknown): string | undefined {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
}

type Scalar = string | number | boolean | null;

function isScalar(value: unknown): value is Scalar {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function foldScalar(value: Scalar): string {
  return String(value).trim().toLowerCase();
}
