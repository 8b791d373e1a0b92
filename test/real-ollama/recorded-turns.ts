import type { ChatModel } from "../../src/chat/model.ts";

/** What a model said in one turn, before anything of ours looked at it. */
export interface RecordedTurn {
  text: string;
  thinking: string;
  /** Calls that the server gave as calls, by their index. */
  readonly calls: Map<number, string>;
}

/** Keeps what passes by; nothing is changed. */
export function withRecordedTurns(model: ChatModel, turns: RecordedTurn[]): ChatModel {
  return {
    provider: model.provider,
    model: model.model,
    async *stream(messages, options) {
      const turn: RecordedTurn = { text: "", thinking: "", calls: new Map() };
      turns.push(turn);
      for await (const chunk of model.stream(messages, options)) {
        turn.text += chunk.delta;
        turn.thinking += chunk.thinking ?? "";
        for (const { index, name = "", argumentsDelta } of chunk.toolCalls) {
          turn.calls.set(index, (turn.calls.get(index) ?? "") + name + argumentsDelta);
        }
        yield chunk;
      }
    },
  };
}
