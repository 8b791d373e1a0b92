import { SwitchboardError } from "../errors.ts";
import type { ToolCall } from "../calls/call.ts";
import type { CompletionChunk, FinishReason, ToolCallDelta, Usage } from "./model.ts";

/** What a model said in answer to one request. */
export interface Turn {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly ToolCall[];
  readonly usage: Usage | undefined;
  readonly finishReason: FinishReason;
}

/** Puts the pieces of a turn together as they stream by. */
export class TurnBuilder {
  #text = "";
  #thinking = "";
  readonly #calls = new Map<number, { id: string; name: string; args: string }>();
  #final: CompletionChunk | undefined;

  add(chunk: CompletionChunk): void {
    this.#text += chunk.delta;
    if (chunk.thinking !== undefined) this.#thinking += chunk.thinking;
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
    const calls = Array.from(this.#calls.values(), ({ id, name, args }) => ({
      id: uniqueId(id, usedIds),
      name,
      args: parseObject(args),
    }));
    return {
      text: this.#text,
      thinking: this.#thinking,
      calls,
      usage: this.#final.usage,
      finishReason: this.#final.finishReason ?? (calls.length > 0 ? "tool_use" : "stop"),
    };
  }

  /** What there is of a turn that was ended early: its text, and none of its calls. */
  cut(): Turn {
    return {
      text: this.#text,
      thinking: this.#thinking,
      calls: [],
      usage: undefined,
      finishReason: "length",
    };
  }

  #addCall({ index, id, name, argumentsDelta }: ToolCallDelta): void {
    const call = this.#calls.get(index);
    if (call === undefined) {
      this.#calls.set(index, { id: id ?? "", name: name ?? "", args: argumentsDelta });
      return;
    }
    call.id ||= id ?? "";
    call.name ||= name ?? "";
    call.args += argumentsDelta;
  }
}

/** Inside the program arguments are an object; text that is none goes to the repair ladder as it is (FIX-1). */
function parseObject(text: string): unknown {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

function uniqueId(id: string, usedIds: Set<string>): string {
  const unique = id === "" || usedIds.has(id) ? `call_${crypto.randomUUID()}` : id;
  usedIds.add(unique);
  return unique;
}
