import type { CompletionChunk, FinishReason, Notice, ToolCallDelta, Usage } from "../../chat/model.ts";
import { parseToolCall, type CallContext } from "./convert.ts";
import { OllamaError, type ErrorContext } from "./errors.ts";
import { toStreamError } from "./server-errors.ts";

export interface ChunkReaderOptions extends ErrorContext, CallContext {
  readonly noticeAtEnd?: ((usage: Usage) => Notice | undefined) | undefined;
}

/** A line of `/api/chat`, before anything in it is trusted. */
interface ChatLine {
  readonly error?: unknown;
  readonly message?: ChatLineMessage | null;
  readonly done?: unknown;
  readonly done_reason?: unknown;
  readonly prompt_eval_count?: unknown;
  readonly eval_count?: unknown;
}

type JsonLine = Readonly<Record<string, unknown>> & ChatLine;

interface ChatLineMessage {
  readonly content?: unknown;
  readonly thinking?: unknown;
  readonly tool_calls?: unknown;
}

interface WireCall {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/**
 * The line that nearly all of a stream is made of: text or thinking. Finding it this way takes a sixth of the time of
 * JSON.parse, which gets every other line. Escapes are left in: a string within quotes ends with its first quote that is
 * none of them.
 */
const plainLine =
  /^\{"model":"[^"\\]*","created_at":"[^"\\]*","message":\{"role":"assistant","content":"([^"\\]*(?:\\.[^"\\]*)*)"(?:,"thinking":"([^"\\]*(?:\\.[^"\\]*)*)")?\},"done":false\}$/;

/** A longer one is no token, and its escapes might be more than a pattern can go back over. */
const longestPlainLine = 64 * 1024;

const noCalls: readonly ToolCallDelta[] = [];

/** Reads the lines of one stream. It counts the calls, as their indices run over the whole stream (OLL-3). */
export class ChunkReader {
  readonly #options: ChunkReaderOptions;
  readonly #callContext: CallContext;
  #callCount = 0;

  constructor(options: ChunkReaderOptions) {
    const { usedIds = new Set(), names } = options;
    this.#options = options;
    this.#callContext = names === undefined ? { usedIds } : { usedIds, names };
  }

  /** The chunk that a line holds; `undefined` where nothing is in it. */
  read(line: string): CompletionChunk | undefined {
    const plain = line.length > longestPlainLine ? null : plainLine.exec(line);
    if (plain !== null) return toChunk(unescape(plain[1], line), unescape(plain[2], line), noCalls);
    if (line.trim() === "") return undefined;
    const parsed = parseJsonLine(line);
    const { error, message } = parsed;
    if (error !== undefined && error !== null) throw toStreamError(toText(error), this.#options);
    const delta = textOf(message?.content);
    const thinking = textOf(message?.thinking);
    const toolCalls = this.#readCalls(message?.tool_calls);
    return parsed.done === true
      ? this.#toFinalChunk(delta, thinking, toolCalls, parsed)
      : toChunk(delta, thinking, toolCalls);
  }

  #readCalls(calls: unknown): readonly ToolCallDelta[] {
    return Array.isArray(calls) ? calls.map((call) => this.#readCall(call)) : noCalls;
  }

  #readCall(wireCall: WireCall | null): ToolCallDelta {
    const id = wireCall?.id;
    const name = wireCall?.function?.name;
    if (typeof name !== "string") {
      throw new OllamaError("bad_response", `Ollama sent a tool call without a name: ${toJson(wireCall)}`);
    }
    const wellFormed = {
      id: typeof id === "string" ? id : "",
      function: { name, arguments: wireCall?.function?.arguments },
    };
    const call = parseToolCall(wellFormed, this.#callContext);
    const index = this.#callCount++;
    const argumentsDelta = toText(call.args);
    return isKeptWhole(call.args, argumentsDelta)
      ? { index, id: call.id, name: call.name, argumentsDelta, args: call.args }
      : { index, id: call.id, name: call.name, argumentsDelta };
  }

  /** `prompt_eval_count` is missing where the server had the prompt in its cache. */
  #toFinalChunk(
    delta: string,
    thinking: string,
    toolCalls: readonly ToolCallDelta[],
    end: ChatLine,
  ): CompletionChunk {
    const usage = { promptTokens: countOf(end.prompt_eval_count), completionTokens: countOf(end.eval_count) };
    const notice = this.#options.noticeAtEnd?.(usage);
    const finishReason = this.#callCount > 0 ? "tool_use" : toFinishReason(end.done_reason);
    const chunk = { delta, toolCalls, isFinal: true, usage, finishReason } as const;
    if (thinking === "" && notice === undefined) return chunk;
    return { ...chunk, ...(thinking !== "" && { thinking }), ...(notice !== undefined && { notice }) };
  }
}

function toChunk(
  delta: string,
  thinking: string,
  toolCalls: readonly ToolCallDelta[],
): CompletionChunk | undefined {
  if (thinking !== "") return { delta, thinking, toolCalls, isFinal: false };
  return delta === "" && toolCalls.length === 0 ? undefined : { delta, toolCalls, isFinal: false };
}

/** What stands between the quotes of a string. */
function unescape(json: string | undefined, line: string): string {
  if (json === undefined) return "";
  if (!json.includes("\\")) return json;
  try {
    return JSON.parse(`"${json}"`);
  } catch (cause) {
    throw toBadLineError(line, cause);
  }
}

/** A line as the object that it has to be. */
export function parseJsonLine(line: string): JsonLine {
  let parsed: JsonLine | null;
  try {
    parsed = JSON.parse(line);
  } catch (cause) {
    throw toBadLineError(line, cause);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw toBadLineError(line);
  return parsed;
}

const longestQuote = 200;

function toBadLineError(line: string, cause?: unknown): OllamaError {
  const quote = line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
  const message = `Ollama's answer has a line that is no JSON object: ${quote}\nIs it an Ollama server, and is a proxy in between?`;
  return new OllamaError("bad_response", message, { cause });
}

/** Longer text may be nested more deeply than a history can be; whoever reads it finds out. */
const longestWhole = 400;

function isKeptWhole(args: unknown, text: string): args is object {
  return typeof args === "object" && args !== null && text.length <= longestWhole;
}

/** JSON.stringify fails on what is nested some thousand levels deep, where JSON.parse does not. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new OllamaError("bad_response", "Ollama sent a tool call that is nested too deeply.", { cause });
  }
}

function toFinishReason(reason: unknown): FinishReason {
  return reason === "length" ? "length" : "stop";
}

/** Arguments that arrive as text stay what the model wrote (FIX-1). */
function toText(value: unknown): string {
  return typeof value === "string" ? value : toJson(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
