import { isDeepStrictEqual } from "../deep-equal.ts";
import { parseLenientJson } from "../calls/lenient-json.ts";
import { createNameIndex } from "../calls/tool-names.ts";
import { type Tool, toolName } from "../tools/tool.ts";
import type { ChatModel, CompletionChunk, ToolCallDelta } from "./model.ts";
import type { RecoveredCall } from "./text-calls/call-reader.ts";
import { OfferedTools } from "./text-calls/offered-tools.ts";
import { type Piece, TextSorter } from "./text-calls/text-sorter.ts";
import { toCallDelta } from "./text-calls/written-calls.ts";

export interface TextCallOptions {
  /** The model's template has already opened its thinking, so that only the closing tag will come. */
  readonly startsInThinking?: boolean;
  /** The model that answers: its calls may have the names that it was told. */
  readonly model?: Pick<ChatModel, "wireNameOf">;
}

/** Enough of what was written to recognise it. */
const maxWrittenLength = 500;

/** Sorts the chunks of one answer into text, thinking and calls, one by one: the core of `withTextCalls`. */
export interface ChunkSorter {
  /** What the chunk becomes, maybe nothing yet; `undefined` where it is to be passed on as it is. */
  push(chunk: CompletionChunk): readonly CompletionChunk[] | undefined;
  /** To be asked when the stream is over: the text that is still held back where no final chunk came. */
  end(): readonly CompletionChunk[];
}

/**
 * Recovers calls that a model wrote as text (FIX-7) and keeps its thinking apart (FIX-8).
 *
 * The provider's own calls pass untouched. A written call with the name and the arguments of one of them is the same
 * call said twice and is dropped; the others get the indices behind them. They come with the final chunk, and
 * a stream without one gives none.
 */
export async function* withTextCalls(
  chunks: AsyncIterable<CompletionChunk>,
  tools: readonly Tool[],
  options: TextCallOptions = {},
): AsyncGenerator<CompletionChunk, void, undefined> {
  const sorter = createChunkSorter(tools, options);
  for await (const chunk of chunks) {
    const sorted = sorter.push(chunk);
    if (sorted === undefined) yield chunk;
    // Cheaper than `yield*`, which awaits once more for each.
    else for (const piece of sorted) yield piece;
  }
  yield* sorter.end();
}

export function createChunkSorter(tools: readonly Tool[], options: TextCallOptions = {}): ChunkSorter {
  return new AnswerSorter(tools, options);
}

/** Many answers are nothing but calls or nothing but text: what sorts the other kind is made when it is needed. */
class AnswerSorter implements ChunkSorter {
  readonly #tools: readonly Tool[];
  readonly #options: TextCallOptions;
  #text: TextSorter | undefined;
  #nativeCalls: NativeCalls | undefined;
  #hasEnded = false;

  constructor(tools: readonly Tool[], options: TextCallOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  push(chunk: CompletionChunk): readonly CompletionChunk[] | undefined {
    if (chunk.toolCalls.length > 0) (this.#nativeCalls ??= new NativeCalls()).add(chunk.toolCalls);
    if (chunk.isFinal) {
      this.#hasEnded = true;
      return this.#sortFinal(chunk);
    }
    if (chunk.delta === "" || chunk.isSorted) return undefined;
    const pieces = (this.#text ??= this.#openText()).push(chunk.delta);
    return pieces === undefined || isUnchanged(chunk, pieces) ? undefined : toChunks(chunk, pieces);
  }

  end(): readonly CompletionChunk[] {
    if (this.#hasEnded) return [];
    this.#hasEnded = true;
    return this.#text?.cut().map(toChunk) ?? [];
  }

  #sortFinal(chunk: CompletionChunk): readonly CompletionChunk[] | undefined {
    if (this.#text === undefined && (chunk.delta === "" || chunk.isSorted)) return undefined;
    const text = (this.#text ??= this.#openText());
    const answer: Piece[] = chunk.delta === "" ? [] : [{ kind: "answer", text: chunk.delta }];
    const pieces = chunk.isSorted || chunk.delta === "" ? [] : (text.push(chunk.delta) ?? answer);
    const rest = text.finish();
    const calls = this.#nativeCalls?.withoutRepeats(rest.calls, this.#tools) ?? rest.calls;
    const all = [...pieces, ...rest.pieces, ...(chunk.isSorted ? answer : [])];
    if (calls.length === 0) return isUnchanged(chunk, all) ? undefined : toChunks(chunk, all);
    const firstIndex = this.#nativeCalls?.count ?? 0;
    const toolCalls = [
      ...chunk.toolCalls,
      ...calls.map((call, index) => toRecoveredDelta(call, firstIndex + index)),
    ];
    return toChunks({ ...chunk, toolCalls, finishReason: "tool_use" }, all);
  }

  #openText(): TextSorter {
    const { model, startsInThinking = false } = this.#options;
    const toWireName = (name: string) => model?.wireNameOf?.(name, this.#tools) ?? name;
    return new TextSorter(new OfferedTools(this.#tools, toWireName), startsInThinking);
  }
}

function isUnchanged(chunk: CompletionChunk, pieces: readonly Piece[]): boolean {
  const [first] = pieces;
  if (first === undefined) return chunk.delta === "";
  return pieces.length === 1 && first.kind === "answer" && first.text === chunk.delta;
}

/** The chunk with its text sorted: a chunk for each piece, and one for what else was in it. */
function toChunks(chunk: CompletionChunk, pieces: readonly Piece[]): CompletionChunk[] {
  const { thinking, ...rest } = chunk;
  return [
    ...(thinking ? [toChunk({ kind: "thinking", text: thinking })] : []),
    ...pieces.map(toChunk),
    ...(rest.isFinal || rest.toolCalls.length > 0 || rest.notice !== undefined
      ? [{ ...rest, delta: "" }]
      : []),
  ];
}

function toChunk({ kind, text }: Piece): CompletionChunk {
  const empty = { delta: "", toolCalls: [], isFinal: false };
  return kind === "answer" ? { ...empty, delta: text } : { ...empty, thinking: text };
}

/** That a call was text must not be a secret. */
function toRecoveredDelta(call: RecoveredCall, index: number): ToolCallDelta {
  return { ...toCallDelta(call, index), writtenAs: call.writtenAs.slice(0, maxWrittenLength) };
}

/** The calls that the provider gave, put together from their pieces. */
class NativeCalls {
  /** The first index that is free. */
  count = 0;
  readonly #byIndex = new Map<number, { name: string; json: string }>();

  add(deltas: readonly ToolCallDelta[]): void {
    for (const { index, name, argumentsDelta } of deltas) {
      const call = this.#byIndex.get(index) ?? { name: "", json: "" };
      call.name ||= name ?? "";
      call.json += argumentsDelta;
      this.#byIndex.set(index, call);
      this.count = Math.max(this.count, index + 1);
    }
  }

  withoutRepeats(written: readonly RecoveredCall[], tools: readonly Tool[]): readonly RecoveredCall[] {
    if (this.#byIndex.size === 0 || written.length === 0) return written;
    const names = createNameIndex(tools.map(toolName));
    const native = [...this.#byIndex.values()].map(({ name, json }) => ({
      name: names.match(name),
      args: parseLenientJson(json)?.value,
    }));
    return written.filter(
      ({ name, args }) =>
        !native.some((call) => call.name === names.match(name) && isDeepStrictEqual(call.args, args)),
    );
  }
}
