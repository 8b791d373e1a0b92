import type OpenAI from "openai";
import { parseArguments } from "../../calls/repair-arguments.ts";
import type { AssistantMessage, Message } from "../../chat/model.ts";
import type { ToWireId } from "../wire-ids.ts";
import type { WireNames } from "../wire-names.ts";

/** A conversation as the chat completions API wants it. */
export function toChatMessages(
  messages: readonly Message[],
  names: WireNames,
  toWireId: ToWireId,
): OpenAI.ChatCompletionMessageParam[] {
  return messages.map((message) => {
    switch (message.role) {
      case "system":
      case "user":
        return { role: message.role, content: message.content };
      case "assistant":
        return toAssistantMessage(message, names, toWireId);
      case "tool":
        return { role: "tool", tool_call_id: toWireId(message.toolCallId), content: message.content };
    }
  });
}

function toAssistantMessage(
  { content, toolCalls = [] }: AssistantMessage,
  names: WireNames,
  toWireId: ToWireId,
): OpenAI.ChatCompletionAssistantMessageParam {
  if (toolCalls.length === 0) return { role: "assistant", content };
  return {
    role: "assistant",
    // Beside calls an empty text is none; some servers refuse it.
    content: content === "" ? null : content,
    tool_calls: toolCalls.map(({ id, name, args }) => ({
      id: toWireId(id),
      type: "function",
      function: { name: names.toWire(name), arguments: toArgumentsText(args) },
    })),
  };
}

/** Servers parse it again, and some fail on what is no object; what cannot be read as one was never executed. */
function toArgumentsText(args: unknown): string {
  return JSON.stringify(parseArguments(args)?.args ?? {});
}
