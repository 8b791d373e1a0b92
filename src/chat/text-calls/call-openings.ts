import { readMarker } from "./call-markers.ts";
import type { Lookahead } from "./lookahead.ts";
import type { OfferedTools } from "./offered-tools.ts";
import { toPlainName } from "./python-calls.ts";
import { argumentKeys, callTypes, labelKeys, listKey, nameKeys, wrapperKeys } from "./written-calls.ts";

/** How the text of a call is to be read. */
export type CallSyntax = "json" | "python" | "tags";

interface Payload {
  readonly syntax: CallSyntax;
  /** Where the call's own text begins; before it stand markers only. */
  readonly payloadAt: number;
  /** Where the marker names the tool, and the payload is its arguments. */
  readonly name?: string;
}

/** The beginning of what may be a call to an offered tool. */
export interface Opening extends Payload {
  /** Whether a marker says that this is a call, so that it counts wherever it stands. */
  readonly isMarked: boolean;
  /** The number of backticks that are to be closed behind it. */
  readonly fenceLength: number;
}

/** Which calls without a marker may begin at a place. */
export interface Unmarked {
  readonly fenced: boolean;
  readonly json: boolean;
  readonly python: boolean;
}

const separator = "<｜tool▁sep｜>";

const jsonFences = ["json", "xml", "tool_calls", "tool_call", "function_calls", "function_call", "tool_code"];
/** In these, `name(a=1)` is a call too; in a block without a language it is more likely shown than made. */
const pythonFences = new Set(["tool_calls", "tool_call", "function_calls", "function_call", "tool_code"]);

const firstKeys = [...new Set([...nameKeys, ...argumentKeys, ...wrapperKeys, listKey, ...labelKeys])];
const keysOfArguments = new Set<string>(argumentKeys);
const keysOfLabels = new Set<string>(labelKeys);
const keysOfWrappers = new Set<string>(wrapperKeys);

/** Finds out whether a call may begin here; also tells no from not yet (`ahead.ranOut`). */
export function readOpening(ahead: Lookahead, tools: OfferedTools, unmarked: Unmarked): Opening | undefined {
  return (
    ahead.attempt(() => readMarked(ahead, tools)) ??
    (unmarked.fenced ? ahead.attempt(() => readFenced(ahead, tools)) : undefined) ??
    ahead.attempt(() => readBare(ahead, tools, unmarked))
  );
}

function readMarked(ahead: Lookahead, tools: OfferedTools): Opening | undefined {
  if (ahead.take("functools")) {
    const list = ahead.sees("[") ? readJson(ahead, tools) : undefined;
    return list && { ...list, isMarked: true, fenceLength: 0 };
  }
  let isMarked = ahead.sees("<function=");
  while (readMarker(ahead)) {
    isMarked = true;
    ahead.skipSpace();
  }
  if (!isMarked || ahead.ranOut) return undefined;

  const fenceLength = readFence(ahead)?.length ?? 0;
  const payload =
    ahead.attempt(() => readJson(ahead, tools)) ??
    ahead.attempt(() => readFunctionTag(ahead, tools)) ??
    ahead.attempt(() => readPython(ahead, () => readAnyName(ahead, tools)));
  if (payload) return { ...payload, isMarked, fenceLength };
  return fenceLength === 0 ? ahead.attempt(() => readNamedArguments(ahead, tools)) : undefined;
}

function readFenced(ahead: Lookahead, tools: OfferedTools): Opening | undefined {
  const fence = readFence(ahead);
  if (!fence) return undefined;
  const payload =
    ahead.attempt(() => readMarked(ahead, tools)) ??
    ahead.attempt(() => readJson(ahead, tools)) ??
    (pythonFences.has(fence.language) ? readPython(ahead, () => readAnyName(ahead, tools)) : undefined);
  return payload && { ...payload, isMarked: false, fenceLength: fence.length };
}

function readBare(ahead: Lookahead, tools: OfferedTools, { json, python }: Unmarked): Opening | undefined {
  const payload =
    (json ? ahead.attempt(() => readJson(ahead, tools)) : undefined) ??
    (python ? readPython(ahead, () => readOfferedName(ahead, tools)) : undefined);
  return payload && { ...payload, isMarked: false, fenceLength: 0 };
}

/** The first line of a block of JSON; the line break may be missing. */
function readFence(ahead: Lookahead): { length: number; language: string } | undefined {
  return ahead.attempt(() => {
    if (!ahead.sees("```")) return undefined;
    const { length } = ahead.takeWhile((code) => code === 96) ?? "";
    const language = ahead.takeOneOf(jsonFences) ?? "";
    ahead.skipSpace();
    return ahead.ranOut ? undefined : { length, language };
  });
}

/** An object that begins as a call does: with its arguments, with an offered tool, or with labels before those. */
function readJson(ahead: Lookahead, tools: OfferedTools): Payload | undefined {
  const payloadAt = ahead.at;
  if (ahead.take("[")) ahead.skipSpace();
  if (!ahead.take("{")) return undefined;
  let key = readKey(ahead);
  while (key !== undefined && keysOfLabels.has(key)) key = readLabel(ahead, key) ? readKey(ahead) : undefined;
  if (key === undefined) return undefined;
  const isOfCall =
    key === listKey
      ? ahead.take("[")
      : keysOfArguments.has(key)
        ? ahead.takeOneOf(["{", '"', "'"]) !== undefined
        : (keysOfWrappers.has(key) && ahead.take("{")) || tools.has(readString(ahead) ?? "");
  return isOfCall ? { syntax: "json", payloadAt } : undefined;
}

/** One of the keys that a call may begin with, up to its value. */
function readKey(ahead: Lookahead): string | undefined {
  ahead.skipSpace();
  const quote = ahead.takeOneOf(['"', "'"]) ?? "";
  const key = firstKeys.find((each) => ahead.attempt(() => readKeyText(ahead, each, quote)));
  ahead.skipSpace();
  return key;
}

function readKeyText(ahead: Lookahead, key: string, quote: string): true | undefined {
  if (!ahead.take(key) || !ahead.take(quote)) return undefined;
  ahead.skipSpace();
  return ahead.take(":") || undefined;
}

/** The value of a label, up to the next key. */
function readLabel(ahead: Lookahead, key: string): boolean {
  const value = readString(ahead) ?? ahead.takeWhile(isNameCode);
  if (value === undefined || (key === "type" && !callTypes.includes(value))) return false;
  ahead.skipSpace();
  return ahead.take(",");
}

/** A short string without escapes: what a name is. */
function readString(ahead: Lookahead): string | undefined {
  const quote = ahead.takeOneOf(['"', "'"]);
  if (quote === undefined) return undefined;
  const end = quote.charCodeAt(0);
  const value = ahead.takeWhile((code) => code !== end && code !== 10);
  return ahead.take(quote) ? value : undefined;
}

/** `<function=name>`, with JSON or one tag per parameter behind it. */
function readFunctionTag(ahead: Lookahead, tools: OfferedTools): Payload | undefined {
  if (!ahead.take("<function=")) return undefined;
  const name = readAnyName(ahead, tools);
  if (name === undefined || !ahead.take(">")) return undefined;
  ahead.skipSpace();
  const payloadAt = ahead.at;
  if (ahead.sees("{")) return { syntax: "json", payloadAt, name };
  return ahead.sees("<parameter=") || ahead.sees("</function>")
    ? { syntax: "tags", payloadAt, name }
    : undefined;
}

/** `name[ARGS]{…}` and its kin: the name, some marker, and the arguments, in a fence or not. */
function readNamedArguments(ahead: Lookahead, tools: OfferedTools): Opening | undefined {
  ahead.take(`function${separator}`);
  const name = readAnyName(ahead, tools);
  if (name === undefined) return undefined;
  if (ahead.take("[CALL_ID]")) ahead.takeWhile(isNameCode);
  if (!ahead.take("[ARGS]")) ahead.take(separator);
  ahead.skipSpace();
  const fenceLength = readFence(ahead)?.length ?? 0;
  const payloadAt = ahead.at;
  return ahead.sees("{") ? { syntax: "json", payloadAt, name, isMarked: true, fenceLength } : undefined;
}

/** `name(` or `[name(`, and then the name of a parameter or the end: values without a name cannot be placed. */
function readPython(ahead: Lookahead, readName: () => string | undefined): Payload | undefined {
  const payloadAt = ahead.at;
  if (ahead.take("[")) ahead.skipSpace();
  if (readName() === undefined || !ahead.take("(")) return undefined;
  ahead.skipSpace();
  if (ahead.sees(")")) return { syntax: "python", payloadAt };
  if (!mayBeginName(ahead) || ahead.takeWhile(isNameCode) === undefined) return undefined;
  ahead.skipSpace();
  return ahead.take("=") && !ahead.sees("=") && !ahead.ranOut ? { syntax: "python", payloadAt } : undefined;
}

function readAnyName(ahead: Lookahead, tools: OfferedTools): string | undefined {
  const name = toPlainName(ahead.takeWhile(isNameCode) ?? "");
  return tools.has(name) ? name : undefined;
}

/** Most messages begin with a word; only one that may be the name of a tool is waited for. */
function readOfferedName(ahead: Lookahead, tools: OfferedTools): string | undefined {
  return mayBeginName(ahead) && tools.mayBegin(ahead.arrived(isNameCode))
    ? readAnyName(ahead, tools)
    : undefined;
}

function mayBeginName(ahead: Lookahead): boolean {
  return !/^[-.\d]/.test(ahead.arrived(isNameCode));
}

/** Letters, digits and `_ . -`. */
function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 46 ||
    code === 45
  );
}
