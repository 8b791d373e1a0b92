import { createCallId } from "../../calls/call-id.ts";
import { parseLenientJson } from "../../calls/lenient-json.ts";
import { setOwn } from "../../calls/own-property.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import type { ToolCallDelta } from "../model.ts";

/** A call as the text has it. */
export interface WrittenCall {
  /** As it was written; the executor finds the tool that it means (FIX-5). */
  readonly name: string;
  readonly args: unknown;
}

/** A call that comes in one piece. */
export function toCallDelta({ name, args }: WrittenCall, index: number): ToolCallDelta {
  return { index, id: createCallId(), name, argumentsDelta: JSON.stringify(args) };
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

const keysOfNames = new Set<string>(nameKeys);
const keysOfLabels = new Set<string>(labelKeys);
const knownKeys = new Set<string>([...nameKeys, ...argumentKeys, ...wrapperKeys, listKey, ...labelKeys]);

/**
 * The calls that a parsed text stands for, all of them or none. A marked call has said that it is one; an unmarked
 * one has to look like nothing else: it has arguments, and no keys that a call has not. What names two tools or has
 * arguments in two places is no call: something would be lost.
 */
export function toWrittenCalls(value: unknown, isMarked: boolean): WrittenCall[] | undefined {
  if (Array.isArray(value)) return toListed(value, isMarked);
  if (!isPlainObject(value) || Object.hasOwn(value, "description")) return undefined;
  if (!isMarked && !looksLikeCall(value)) return undefined;
  const foundArguments = argumentKeys.filter((key) => Object.hasOwn(value, key));
  if (Array.isArray(value[listKey])) {
    return foundArguments.length === 0 ? toAll(value[listKey], isMarked) : undefined;
  }
  const [wrapped, ...moreWrapped] = wrapperKeys.map((key) => value[key]).filter(isPlainObject);
  if (wrapped) {
    const isAlone = foundArguments.length === 0 && moreWrapped.length === 0;
    return isAlone ? toWrittenCalls(wrapped, isMarked) : undefined;
  }
  return foundArguments.length <= 1 ? toCall(value, foundArguments[0], isMarked) : undefined;
}

function toCall(
  value: Readonly<Record<string, unknown>>,
  argumentKey: string | undefined,
  isMarked: boolean,
): WrittenCall[] | undefined {
  const names = new Set(nameKeys.map((key) => value[key]).filter((item) => typeof item === "string"));
  const [name] = names;
  if (name === undefined || names.size > 1 || (argumentKey === undefined && !isMarked)) return undefined;
  const args = argumentKey === undefined ? besidesName(value) : toArguments(value[argumentKey]);
  if (isSchema(args) || (!isMarked && !isPlainObject(args))) return undefined;
  return [{ name, args }];
}

/** A list of tools without parameters looks like a list of calls without arguments, so that it must have a marker. */
function toListed(values: readonly unknown[], isMarked: boolean): WrittenCall[] | undefined {
  const calls = toAll(values, isMarked);
  return isMarked || !calls?.some(({ args }) => isEmpty(args)) ? calls : undefined;
}

function toAll(values: readonly unknown[], isMarked: boolean): WrittenCall[] | undefined {
  const calls = values.map((value) => toWrittenCalls(value, isMarked));
  return calls.length > 0 && calls.every((each) => each !== undefined) ? calls.flat() : undefined;
}

/** Many records have an `id` and a name; a call with one says its type too, and its id is text. */
function looksLikeCall(value: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(value);
  if (!keys.every((key) => knownKeys.has(key))) return false;
  const labels = keys.filter((key) => key !== "type" && keysOfLabels.has(key));
  if (labels.length === 0) return true;
  const hasCallType = callTypes.some((type) => type === value["type"]);
  return hasCallType && labels.every((key) => key === "index" || typeof value[key] === "string");
}

/** `{"name": "add", "a": 1, "b": 2}`: the arguments without a key of their own. */
function besidesName(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const args = {};
  for (const [key, item] of Object.entries(value)) {
    if (!keysOfNames.has(key) && !isLabel(key, item)) setOwn(args, key, item);
  }
  return args;
}

/** Whether it is the call's own; any other `id` or `type` is an argument. */
function isLabel(key: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  return key === "type" ? callTypes.includes(value) : keysOfLabels.has(key) && value.startsWith("call");
}

function isEmpty(args: unknown): boolean {
  return isPlainObject(args) && Object.keys(args).length === 0;
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
