import type { ToolCall, ToolResult } from "../calls/call.ts";
import type { AssistantMessage, Message, ToolMessage } from "./model.ts";
import type { Turn } from "./turn.ts";

/**
 * Makes calls and results correspond 1:1, as every provider demands (CHAT-5): a call without a result gets a
 * placeholder that says why, results follow their calls in call order, and a result that answers no call is
 * left out. Gives the same array back where nothing is amiss.
 */
export function pairToolResults(messages: readonly Message[]): readonly Message[] {
  const paired: Message[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index] as Message;
    if (message.role === "tool") continue;
    paired.push(message);
    if (message.role !== "assistant" || message.toolCalls === undefined) continue;
    const results = resultsAfter(messages, index);
    for (const call of message.toolCalls) paired.push(results.get(call.id)?.shift() ?? placeholderFor(call));
  }
  const isUnchanged =
    paired.length === messages.length && paired.every((message, index) => message === messages[index]);
  return isUnchanged ? messages : paired;
}

/** The results between a request for tools and the model's next words, by id and in order. */
function resultsAfter(messages: readonly Message[], index: number): Map<string, ToolMessage[]> {
  const results = new Map<string, ToolMessage[]>();
  for (let next = index + 1; next < messages.length; next += 1) {
    const message = messages[next];
    if (message?.role === "assistant") break;
    if (message?.role !== "tool") continue;
    const sameId = results.get(message.toolCallId) ?? [];
    sameId.push(message);
    results.set(message.toolCallId, sameId);
  }
  return results;
}

function placeholderFor(call: ToolCall): ToolMessage {
  return {
    role: "tool",
    content: "Error: No result was recorded for this call; whether it took effect is unknown",
    toolCallId: call.id,
    toolName: call.name,
    failed: true,
  };
}

/** What a model said, as the history keeps it. */
export function toAssistantMessage({ text, thinking }: Turn, calls: readonly ToolCall[]): AssistantMessage {
  const message = { role: "assistant", content: text } as const;
  if (thinking !== "")
    return calls.length > 0 ? { ...message, thinking, toolCalls: calls } : { ...message, thinking };
  return calls.length > 0 ? { role: "assistant", content: text, toolCalls: calls } : message;
}

/** What came of a call, as the history keeps it. */
export function toToolMessage(call: ToolCall, result: ToolResult): ToolMessage {
  const { text: content, name: toolName, ok } = result;
  const toolCallId = call.id;
  return ok
    ? { role: "tool", content, toolCallId, toolName }
    : { role: "tool", content, toolCallId, toolName, failed: true };
}

/** The ids that a conversation has used for its calls. */
export function callIdsOf(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const { id } of message.toolCalls ?? []) ids.add(id);
  }
  return ids;
}
