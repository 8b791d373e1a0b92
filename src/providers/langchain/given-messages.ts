import type { AIMessage, BaseMessage, ToolMessage as LangChainToolMessage } from "@langchain/core/messages";
import { SwitchboardError } from "../../errors.ts";
import type { Message } from "../../chat/model.ts";
import { rememberGiven } from "./keepsakes.ts";

/** LangChain's messages as the loop's plain ones. What they hold beside text is kept for their way back (CHAT-3). */
export function parseBaseMessages(given: readonly BaseMessage[]): Message[] {
  const calledNames = new Map<string, string>();
  return given.map((message) => {
    const plain = parseBaseMessage(message, calledNames);
    rememberGiven(plain, message);
    return plain;
  });
}

function parseBaseMessage(message: BaseMessage, calledNames: Map<string, string>): Message {
  const content = message.text;
  switch (message.type) {
    case "system":
    case "developer":
      return { role: "system", content };
    case "human":
      return { role: "user", content };
    case "ai":
      return parseAIMessage(message as AIMessage, content, calledNames);
    case "tool":
      return parseToolMessage(message as LangChainToolMessage, content, calledNames);
    default:
      throw new SwitchboardError(
        "invalid_message",
        `A message of type "${message.type}" has no place in a conversation with tools. Use HumanMessage, SystemMessage, AIMessage or ToolMessage.`,
      );
  }
}

function parseAIMessage(message: AIMessage, content: string, calledNames: Map<string, string>): Message {
  // Calls that LangChain could not read are calls all the same: each needs its result (CHAT-2, CHAT-5).
  const calls = [...(message.tool_calls ?? []), ...(message.invalid_tool_calls ?? [])];
  const toolCalls = calls.map(({ id = "", name = "", args = {} }) => {
    calledNames.set(id, name);
    return { id, name, args };
  });
  return { role: "assistant", content, ...(toolCalls.length > 0 && { toolCalls }) };
}

function parseToolMessage(
  { tool_call_id: toolCallId, name, status }: LangChainToolMessage,
  content: string,
  calledNames: ReadonlyMap<string, string>,
): Message {
  const toolName = name ?? calledNames.get(toolCallId) ?? "";
  return { role: "tool", content, toolCallId, toolName, ...(status === "error" && { failed: true }) };
}
