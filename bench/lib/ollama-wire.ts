import { toChatLine, toGoJson, toLastChatLine, toWireCall } from "../../src/testing/fake-ollama-wire.ts";
import type { ModelTurn } from "./model-turn.ts";

/** The lines of a streamed turn, as Ollama sends them on `/api/chat`. */
export function toOllamaLines(model: string, turn: ModelTurn, promptTokens: number): string[] {
  const { text = [], calls = [] } = turn;
  const lines: object[] = text.map((content) => toChatLine(model, { content }));
  if (calls.length > 0) lines.push(toChatLine(model, { calls: calls.map(toWireCall) }));
  lines.push(toLastChatLine(model, {}, toEnd(promptTokens)));
  return lines.map((line) => `${toGoJson(line)}\n`);
}

/** The same turn in one piece. */
export function toOllamaBody(model: string, turn: ModelTurn, promptTokens: number): string {
  const { text = [], calls = [] } = turn;
  const delta = { content: text.join(""), calls: calls.map(toWireCall) };
  return toGoJson(toLastChatLine(model, delta, toEnd(promptTokens)));
}

function toEnd(promptTokens: number) {
  return { reason: "stop", promptTokens, completionTokens: 20 } as const;
}
