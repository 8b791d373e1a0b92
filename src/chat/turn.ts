import { SwitchboardError } from "../errors.ts";
import type { ToolCall } from "../calls/call.ts";
import { createCallId } from "../calls/call-id.ts";
import { parseExactJson } from "../calls/lenient-json.ts";
import type { CompletionChunk, FinishReason, ToolCallDelta, Usage } from "./model.ts";

/** What a model said in answer to one request. */
export interface Turn {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly ToolCall[];
  readonly usage: Usage | undefined;
  readonly finishReason: FinishReason;
}

interface CallInPieces {
  id: string;
  name: string;
  /** Its arguments as they are written. */
  text: string;
  /** The same as an object, where they came as one. */
  args: object | undefined;
  readonly writtenAs: string | undefined;
}

/** `+=` would keep every piece of a long answer alive behind the text that they make up. */
class TextBuilder {
  #text = "";
  #pieces: string[] = [];

  add(piece: string): void {
    if (this.#pieces.push(piece) >= 1_000) this.#join();
  }

  toString(): string {
    if (this.#pieces.length > 0) this.#join();
    return this.#text;
  }

  #join(): void {
    this.#text += this.#pieces.join("");
    this.#pieces = [];
  }
}

const noCalls: ReadonlyMap<number, CallInPieces> = new Map();

/** Puts the pieces of a turn together as they stream by. Few turns have all of text, thinking and calls. */
export class TurnBuilder {
  #text: TextBuilder | undefined;
  #thinking: TextBuilder | undefined;
  #calls: Map<number, CallInPieces> | undefined;
  #final: CompletionChunk | undefined;

  add(chunk: CompletionChunk): void {
    if (chunk.delta !== "") (this.#text ??= new TextBuilder()).add(chunk.delta);
    if (chunk.thinking) (this.#thinking ??= new TextBuilder()).add(chunk.thinking);
    for (const delta of chunk.toolCalls) this.#addCall(delta);
    if (chunk.isFinal) this.#final = chunk;
  }

  /** Ids that are missing or were used before in the conversation are replaced: results go by them. */
  finish(usedIds: Set<string>): Turn {
    // Without its last chunk a stream was cut, and a call in it may be half a call (CHAT-12).
    if (this.#final === undefined) {
      throw new SwitchboardError(
        "truncated",
        "The model's answer was cut off before its end; nothing of it was executed",
      );
    }
    const calls: ToolCall[] = [];
    for (const { id, name, text, args, writtenAs } of (this.#calls ?? noCalls).values()) {
      const call = { id: uniqueId(id, usedIds), name, args: args ?? parseObject(text) };
      calls.push(writtenAs === undefined ? call : { ...call, writtenAs });
    }
    return {
      text: this.#text?.toString() ?? "",
      thinking: this.#thinking?.toString() ?? "",
      calls,
      usage: this.#final.usage,
      finishReason: this.#final.finishReason ?? (calls.length > 0 ? "tool_use" : "stop"),
    };
  }

  /** What there is of a turn that was ended early: its text, and none of its calls. */
  cut(): Turn {
    return {
      text: this.#text?.toString() ?? "",
      thinking: this.#thinking?.toString() ?? "",
      calls: [],
      usage: undefined,
      finishReason: "length",
    };
  }

  #addCall({ index, id, name, argumentsDelta, args, writtenAs }: ToolCallDelta): void {
    const calls = (this.#calls ??= new Map());
    const call = calls.get(index);
    if (call === undefined) {
      calls.set(index, { id: id ?? "", name: name ?? "", text: argumentsDelta, args, writtenAs });
      return;
    }
    call.args = undefined;
    call.id ||= id ?? "";
    call.name ||= name ?? "";
    call.text += argumentsDelta;
  }
}

/**
 * Inside the program arguments are an object; text that is none, or that would lose something as one, goes to the
 * repair ladder as it is (FIX-1). So does what is nested too deeply for a history that is written down.
 */
function parseObject(text: string): unknown {
  if (text === "") return {};
  const value = parseExactJson(text)?.value;
  return typeof value === "object" && value !== null ? value : text;
}

function uniqueId(id: string, usedIds: Set<string>): string {
  const unique = id === "" || usedIds.has(id) ? createCallId() : id;
  usedIds.add(unique);
  return unique;
}
