import type { AIMessageChunk, UsageMetadata } from "@langchain/core/messages";
import type { CompletionChunk, ToolCallDelta, Usage } from "../../chat/model.ts";
import type { WireNames } from "../wire-names.ts";
import { ModelError } from "../model-error.ts";
import { CallPieces } from "../call-pieces.ts";
import { toFinalChunk } from "../finish-reason.ts";
import { finishReasonOf } from "./finish-reason.ts";
import { isWorthKeeping, type KeptTurn } from "./keepsakes.ts";
import type { Spoken } from "./provider.ts";

export interface ChunkReaderOptions {
  readonly model: string;
  readonly spoken: Spoken;
  readonly names: WireNames;
  /** The ids that the server gave its calls, in order, where LangChain's class drops them. */
  readonly serverCallIds?: readonly (string | undefined)[];
}

/** Reads the message chunks of one LangChain stream. */
export class ChunkReader {
  readonly #options: ChunkReaderOptions;
  readonly #calls: CallPieces;
  #reason: string | undefined;
  #usage: Usage | undefined;
  #kept: AIMessageChunk | undefined;
  #thinking = "";

  constructor(options: ChunkReaderOptions) {
    this.#options = options;
    this.#calls = new CallPieces(options.names, options.serverCallIds);
  }

  /** The chunk that a message chunk holds; `undefined` where nothing is in it. */
  read(message: AIMessageChunk): CompletionChunk | undefined {
    this.#readEnd(message);
    if (isWorthKeeping(message)) this.#kept = this.#kept?.concat(message) ?? message;
    const { text: delta, thinking } = readContent(message);
    this.#thinking += thinking;
    const toolCalls = this.#readCalls(message);
    if (delta === "" && thinking === "" && toolCalls.length === 0) return undefined;
    return { delta, ...(thinking !== "" && { thinking }), toolCalls, isFinal: false };
  }

  finish(): CompletionChunk {
    return toFinalChunk({
      model: this.#options.model,
      reason: this.#reason,
      calls: this.#calls,
      usage: this.#usage,
    });
  }

  /** What the provider wants to see again of this turn. */
  get keepsake(): KeptTurn | undefined {
    // A turn without calls is not asked for again, and there is nothing to know it by.
    const firstCallId = this.#calls.firstId;
    if (this.#kept === undefined || firstCallId === "") return undefined;
    return { firstCallId, thinking: this.#thinking, turn: this.#kept };
  }

  #readEnd(message: AIMessageChunk): void {
    const { spoken, model } = this.#options;
    // A model that cannot stream gives its whole message at once, and that is its end.
    const isWhole = !("concat" in message);
    this.#reason ??= finishReasonOf(message) ?? (isWhole ? "stop" : undefined);
    this.#addUsage(message.usage_metadata);
    if (spoken.history === "gemini" && isUnreadEvent(message)) {
      throw new ModelError("bad_response", `The server of ${model} sent an event that is no JSON.`);
    }
  }

  /**
   * Chunks add up, as everywhere in LangChain; only Anthropic's second count of the answer takes in the first. Of a
   * server that is only compatible, counts may be missing whatever the type says.
   */
  #addUsage(usage: Partial<UsageMetadata> | undefined): void {
    if (usage === undefined) return;
    const { promptTokens = 0, completionTokens = 0 } = this.#usage ?? {};
    const { input_tokens: input = 0, output_tokens: output = 0 } = usage;
    const isRunningTotal = this.#options.spoken.provider === "anthropic";
    this.#usage = {
      promptTokens: promptTokens + input,
      completionTokens: isRunningTotal ? output : completionTokens + output,
    };
  }

  #readCalls(message: AIMessageChunk): readonly ToolCallDelta[] {
    const { tool_call_chunks: pieces = [], tool_calls: calls = [] } = message;
    if (pieces.length > 0) return pieces.map((piece) => this.#calls.read(piece));
    // What LangChain could not read goes on as the text that it was: the executor repairs it (CHAT-2, FIX-1).
    const unread = message.invalid_tool_calls ?? [];
    return [
      ...calls.map(({ id, name, args }) => this.#calls.begin(id, name, JSON.stringify(args))),
      ...unread.map(({ id, name, args }) => this.#calls.begin(id, name, args ?? "")),
    ];
  }
}

/** ChatGoogle makes an end of an event that it could not read. */
function isUnreadEvent({ response_metadata: metadata }: AIMessageChunk): boolean {
  return metadata["finishReason"] === "stop" && metadata["model_provider"] === undefined;
}

/** A block of content, of any provider. */
interface ContentBlock {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly reasoning?: unknown;
  /** Gemini marks thinking on a block of text. */
  readonly thought?: unknown;
}

function readContent({ content, additional_kwargs: extra }: AIMessageChunk): {
  text: string;
  thinking: string;
} {
  let thinking = textOf(extra["reasoning_content"]);
  if (typeof content === "string") return { text: content, thinking };
  let text = "";
  for (const block of content as readonly ContentBlock[]) {
    if (block.type === "text" && block.thought !== true) text += textOf(block.text);
    else if (block.type === "text") thinking += textOf(block.text);
    else if (block.type === "thinking") thinking += textOf(block.thinking);
    else if (block.type === "reasoning") thinking += textOf(block.reasoning);
  }
  return { text, thinking };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
