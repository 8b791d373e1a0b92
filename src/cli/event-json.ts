import type { ToolResult } from "../calls/call.ts";
import type { Answer, ChatEvent } from "../chat/events.ts";
import type { ChatModel } from "../chat/model.ts";

/** An event as a line of JSON. Of a result only its text: what a tool returned may be anything. */
export function toEventLine(event: ChatEvent): string {
  if (event.type === "tool.ended") return toLine({ ...event, result: toPlainResult(event.result) });
  if (event.type === "answer.given") return toLine({ ...event, answer: toPlainAnswer(event.answer) });
  return toLine(event);
}

export function toLine(value: unknown): string {
  return `${JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner))}\n`;
}

function toPlainAnswer(answer: Answer) {
  return { ...answer, results: answer.results.map(toPlainResult) };
}

/** An answer, and whose it is. What was said before it is the caller's own. */
export function toAnswerLine(answer: Answer, { provider, model }: ChatModel): string {
  const { messages: _, ...rest } = toPlainAnswer(answer);
  return toLine({ ...rest, provider, model });
}

export function toPlainResult(result: ToolResult) {
  if (!result.ok) {
    const { error: _, ...failure } = result;
    return failure;
  }
  const { value: _, ...success } = result;
  return success;
}
