import type { ToolResult } from "../calls/call.ts";
import type { Answer, ChatEvent } from "../chat/events.ts";

/** An event as a line of JSON. Of a result only its text: what a tool returned may be anything. */
export function toEventLine(event: ChatEvent): string {
  if (event.type === "tool.ended") return toLine({ ...event, result: toPlainResult(event.result) });
  if (event.type === "answer.given") return toLine({ ...event, answer: toPlainAnswer(event.answer) });
  return toLine(event);
}

export function toLine(value: unknown): string {
  return `${JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner))}\n`;
}

export function toPlainAnswer(answer: Answer) {
  return { ...answer, results: answer.results.map(toPlainResult) };
}

export function toPlainResult(result: ToolResult) {
  if (!result.ok) {
    const { error: _, ...failure } = result;
    return failure;
  }
  const { value: _, ...success } = result;
  return success;
}
