import { toChatLine, toGoJson, toLastChatLine, toWireCall } from "../../src/testing/fake-ollama-wire.ts";
import type { ModelTurn } from "./model-turn.ts";

const end = { reason: "stop", promptTokens: 120, completionTokens: 20 } as const;

/** The lines of a streamed turn, as Ollama sends them on `/api/chat`. */
export function toOllamaLines(model: string, { text = [], calls = [] }: ModelTurn): string[] {
  const lines: object[] = text.map((content) => toChatLine(model, { content }));
  if (calls.length > 0) lines.push(toChatLine(model, { calls: calls.map(toWireCall) }));
  lines.push(toLastChatLine(model, {}, end));
  return lines.map((line) => `${toGoJson(line)}\n`);
}

/** The same turn in one piece. */
export function toOllamaBody(model: string, { text = [], calls = [] }: ModelTurn): string {
  const delta = { content: text.join(""), calls: calls.map(toWireCall) };
  return toGoJson(toLastChatLine(model, delta, end));
}
