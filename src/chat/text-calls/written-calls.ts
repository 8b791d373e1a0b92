import { parseLenientJson } from "../../calls/lenient-json.ts";
import { isPlainObject } from "../../schema/json-schema.ts";

/** A call as the text has it. */
export interface WrittenCall {
  /** As it was written; the executor finds the tool that it means (FIX-5). */
  readonly name: string;
  readonly args: unknown;
}

/** The keys under which models put the name of the tool. */
export const nameKeys = ["name", "tool_name", "tool", "function_name", "function"] as const;
export const argumentKeys = ["arguments", "parameters", "args", "input"] as const;
/** The keys under which a call stands as a whole. */
export const wrapperKeys = ["function", "function_call", "tool_call"] as const;
export const listKey = "tool_calls";
/** What else may stand beside a call. */
export const labelKeys = ["type", "id", "index", "call_id", "tool_call_id"] as const;
export const callTypes = ["function", "function_call", "tool_call", "tool_use"];

const knownKeys = new Set<string>([...nameKeys, ...argumentKeys, ...wrapperKeys, listKey, ...labelKeys]);

/**
 * The calls that a parsed text stands for, all of them or none. A marked call has said that it is one; an unmarked
 * one has to look like nothing else: it has arguments, and no keys that a call has not.
 */
export function toWrittenCalls(value: unknown, isMarked: boolean): WrittenCall[] | undefined {
  if (Array.isArray(value)) return toAll(value, isMarked);
  if (!isPlainObject(value) || Object.hasOwn(value, "description")) return undefined;
  if (!isMarked && !Object.keys(value).every((key) => knownKeys.has(key))) return undefined;
  if (Array.isArray(value[listKey])) return toAll(value[listKey], isMarked);
  const wrapped = wrapperKeys.map((key) => value[key]).find(isPlainObject);
  if (wrapped) return toWrittenCalls(wrapped, isMarked);

  const name = nameKeys.map((key) => value[key]).find((item) => typeof item === "string");
  const argumentKey = argumentKeys.find((key) => Object.hasOwn(value, key));
  if (name === undefined || (argumentKey === undefined && !isMarked)) return undefined;
  const args = toArguments(argumentKey === undefined ? {} : value[argumentKey]);
  if (isSchema(args) || (!isMarked && !isPlainObject(args))) return undefined;
  return [{ name, args }];
}

function toAll(values: readonly unknown[], isMarked: boolean): WrittenCall[] | undefined {
  const calls = values.map((value) => toWrittenCalls(value, isMarked));
  return calls.length > 0 && calls.every((each) => each !== undefined) ? calls.flat() : undefined;
}

/** Arguments written as JSON in a string are arguments; what cannot be read is left for the executor to answer. */
function toArguments(value: unknown): unknown {
  if (value === null) return {};
  const parsed = typeof value === "string" ? parseLenientJson(value)?.value : value;
  return isPlainObject(parsed) ? parsed : value;
}

/** `{"name": …, "parameters": {"type": "object", …}}` describes a tool. */
function isSchema(args: unknown): boolean {
  return isPlainObject(args) && args["type"] === "object" && isPlainObject(args["properties"]);
}
