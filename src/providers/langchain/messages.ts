import type { BaseMessage, ToolMessage as LangChainToolMessage } from "@langchain/core/messages";
import { parseArguments } from "../../calls/repair-arguments.ts";
import type { ToolCall } from "../../calls/call.ts";
import type { AssistantMessage, Message, ToolMessage } from "../../chat/model.ts";
import type { ToWireId } from "../wire-ids.ts";
import type { WireNames } from "../wire-names.ts";
import { callSignatureOf, givenAs, thinkingBlocksOf } from "./keepsakes.ts";
import type { LangChainPackages } from "./packages.ts";
import type { Spoken } from "./provider.ts";

export type MessageClasses = Pick<
  LangChainPackages["@langchain/core/messages"],
  "AIMessage" | "HumanMessage" | "SystemMessage" | "ToolMessage"
>;

/** What tools and calls are called on the wire. */
interface WireWords extends Pick<WireNames, "toWire"> {
  readonly toWireId: ToWireId;
  /** What stands in for the signature of a call that has none, where the model wants one. */
  readonly noSignature?: string | undefined;
}

/** A conversation as LangChain's classes, in the form that the provider's class brings whole onto its wire (CHAT-3). */
export function toBaseMessages(
  messages: readonly Message[],
  history: Spoken["history"],
  words: WireWords,
  classes: MessageClasses,
): BaseMessage[] {
  switch (history) {
    case "anthropic":
      return toAnthropicHistory(messages, words, classes);
    case "gemini":
      return messages.map((message) =>
        message.role === "assistant"
          ? toSignedMessage(message, words, classes)
          : toBaseMessage(message, words, classes),
      );
    case "plain":
      return messages.map((message) => toBaseMessage(message, words, classes));
  }
}

export function toBaseMessage(message: Message, words: WireWords, classes: MessageClasses): BaseMessage {
  switch (message.role) {
    case "system":
      return givenAs(message) ?? new classes.SystemMessage(message.content);
    case "user":
      return givenAs(message) ?? new classes.HumanMessage(message.content);
    case "assistant":
      return new classes.AIMessage({
        content: message.content,
        tool_calls: (message.toolCalls ?? []).map((call) => toLangChainCall(call, words)),
      });
    case "tool":
      return toToolMessage(message, words, classes);
  }
}

function toToolMessage(
  { content, toolCallId, toolName, failed = false }: ToolMessage,
  words: WireWords,
  classes: MessageClasses,
): LangChainToolMessage {
  return new classes.ToolMessage({
    content,
    tool_call_id: words.toWireId(toolCallId),
    name: words.toWire(toolName),
    status: failed ? "error" : "success",
  });
}

function toLangChainCall({ id, name, args }: ToolCall, words: WireWords) {
  return {
    type: "tool_call" as const,
    id: words.toWireId(id),
    name: words.toWire(name),
    args: toObject(args),
  };
}

/** Providers refuse arguments that are no object; what cannot be read as one was never executed. */
function toObject(args: unknown): Record<string, unknown> {
  return parseArguments(args)?.args ?? {};
}

/**
 * ChatAnthropic sends a ToolMessage without its status, so results become the blocks that they are on the wire: all
 * results of a turn in one user message, `is_error` on those that failed. An answer without words would be a 400.
 */
function toAnthropicHistory(
  messages: readonly Message[],
  words: WireWords,
  classes: MessageClasses,
): BaseMessage[] {
  const history: BaseMessage[] = [];
  let results: object[] | undefined;
  for (const message of messages) {
    if (message.role === "tool") {
      if (results === undefined) {
        results = [];
        history.push(new classes.HumanMessage({ content: results as never }));
      }
      results.push(toResultBlock(message, words));
      continue;
    }
    results = undefined;
    if (message.role !== "assistant") history.push(toBaseMessage(message, words, classes));
    else if (!isEmpty(message)) history.push(toThinkingMessage(message, words, classes, spokenText(message)));
  }
  return history;
}

function toResultBlock({ toolCallId, content, failed }: ToolMessage, { toWireId }: WireWords): object {
  return {
    type: "tool_result",
    tool_use_id: toWireId(toolCallId),
    content,
    ...(failed && { is_error: true }),
  };
}

function isEmpty(message: AssistantMessage): boolean {
  return spokenText(message) === "" && (message.toolCalls ?? []).length === 0;
}

/** Claude likes to begin a call with an empty line, and its API then refuses text that is nothing else. */
function spokenText({ content }: AssistantMessage): string {
  return content.trim() === "" ? "" : content;
}

export function toThinkingMessage(
  message: AssistantMessage,
  words: WireWords,
  classes: MessageClasses,
  content = message.content,
): BaseMessage {
  const thinking = thinkingBlocksOf(message);
  const text = content === "" ? [] : [{ type: "text", text: content }];
  return new classes.AIMessage({
    content: thinking.length === 0 ? content : [...thinking, ...text],
    tool_calls: (message.toolCalls ?? []).map((call) => toLangChainCall(call, words)),
  });
}

/** ChatGoogle sends what stands in the content and nothing of `tool_calls`, but finds a result's call there. */
function toSignedMessage(message: AssistantMessage, words: WireWords, classes: MessageClasses): BaseMessage {
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return toBaseMessage(message, words, classes);
  const calls = toolCalls.map((call) => toLangChainCall(call, words));
  const parts = calls.map(({ id, name, args }, index) => {
    // Of parallel calls only the first is signed.
    const thoughtSignature = callSignatureOf(message, id) ?? (index === 0 ? words.noSignature : undefined);
    const functionCall = { ...(!isMadeUp(id) && { id }), name, args };
    return {
      type: "functionCall",
      functionCall,
      ...(thoughtSignature !== undefined && { thoughtSignature }),
    };
  });
  const text = content === "" ? [] : [{ type: "text", text: content }];
  return new classes.AIMessage({ content: [...text, ...parts], tool_calls: calls });
}

/** LangChain makes ids up where the API sent none, and leaves them out of results again. */
function isMadeUp(id: string): boolean {
  return id.startsWith("lc-tool-call-");
}
