import type OpenAI from "openai";
import type { CompletionChunk, Usage } from "../../chat/model.ts";
import { CallPieces } from "../call-pieces.ts";
import { isLengthReason, toFinishReason } from "../finish-reason.ts";
import { toTruncatedError } from "../model-error.ts";
import type { WireNames } from "../wire-names.ts";

/** Not of the API: where compatible servers put what the model thinks. */
interface ThinkingDelta {
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
}

/** Reads the events of one streamed completion. */
export class ChunkReader {
  readonly #model: string;
  readonly #calls: CallPieces;
  #reason: string | undefined;
  #usage: Usage | undefined;

  constructor(model: string, names: WireNames) {
    this.#model = model;
    this.#calls = new CallPieces(names);
  }

  /** The chunk that an event holds; `undefined` where nothing is in it. */
  read({ choices, usage }: OpenAI.ChatCompletionChunk): CompletionChunk | undefined {
    if (usage) {
      this.#usage = { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens };
    }
    // The event that carries the usage has no choices.
    const choice = choices?.[0];
    if (choice === undefined) return undefined;
    this.#reason ??= choice.finish_reason ?? undefined;
    const { content, refusal, tool_calls: pieces = [] } = choice.delta;
    const { reasoning_content: thought, reasoning } = choice.delta as ThinkingDelta;
    const delta = (content ?? "") + (refusal ?? "");
    const thinking = thought ?? reasoning ?? "";
    const toolCalls = (pieces ?? []).map(({ index, id, function: part }) =>
      this.#calls.read({ index, id: id || undefined, name: part?.name || undefined, args: part?.arguments }),
    );
    if (delta === "" && thinking === "" && toolCalls.length === 0) return undefined;
    return { delta, ...(thinking !== "" && { thinking }), toolCalls, isFinal: false };
  }

  /** The last chunk. Without a reason for the end there is none: the stream was cut, and so may its calls be (CHAT-12). */
  finish(): CompletionChunk {
    const reason = this.#reason;
    if (reason === undefined || (isLengthReason(reason) && !this.#calls.areWhole)) {
      throw toTruncatedError(this.#model);
    }
    return {
      delta: "",
      toolCalls: [],
      isFinal: true,
      ...(this.#usage !== undefined && { usage: this.#usage }),
      finishReason: toFinishReason(reason, this.#calls.count > 0),
    };
  }
}
