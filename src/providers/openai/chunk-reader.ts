import type OpenAI from "openai";
import type { CompletionChunk, Usage } from "../../chat/model.ts";
import { CallPieces } from "../call-pieces.ts";
import { toFinalChunk } from "../finish-reason.ts";
import type { WireNames } from "../wire-names.ts";

/** What servers send in a delta; those that are only compatible leave out or add what they like. */
interface LooseDelta extends Partial<Omit<OpenAI.ChatCompletionChunk.Choice.Delta, "content">> {
  /** Text, or blocks that have it. */
  readonly content?: unknown;
  /** Not of the API: where compatible servers put what the model thinks. */
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
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
  read(event: OpenAI.ChatCompletionChunk | null): CompletionChunk | undefined {
    const { choices, usage } = event ?? {};
    if (usage) this.#usage = toUsage(usage);
    // The event that carries the usage has no choices.
    const choice = choices?.[0];
    if (choice === undefined) return undefined;
    // Some servers say `""` until there is a reason.
    this.#reason ??= choice.finish_reason || undefined;
    // The last event, and those of Azure's filters, may have no delta.
    const said = (choice.delta ?? {}) as LooseDelta;
    const delta = textOf(said.content) + textOf(said.refusal);
    const thinking = textOf(said.reasoning_content) || textOf(said.reasoning);
    const toolCalls = (said.tool_calls ?? []).map(({ index, id, function: part }) =>
      this.#calls.read({ index, id, name: part?.name, args: part?.arguments }),
    );
    if (delta === "" && thinking === "" && toolCalls.length === 0) return undefined;
    return { delta, ...(thinking !== "" && { thinking }), toolCalls, isFinal: false };
  }

  finish(): CompletionChunk {
    return toFinalChunk({ model: this.#model, reason: this.#reason, calls: this.#calls, usage: this.#usage });
  }
}

function toUsage(usage: Partial<OpenAI.CompletionUsage>): Usage {
  return { promptTokens: usage.prompt_tokens ?? 0, completionTokens: usage.completion_tokens ?? 0 };
}

/** The text of a field that is text, or that is a list of blocks with text in them. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value.map((block: { readonly text?: unknown } | null) => textOf(block?.text)).join("");
}
