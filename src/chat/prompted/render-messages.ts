import type { ToolCall } from "../../calls/call.ts";
import type { Tool } from "../../tools/tool.ts";
import type { AssistantMessage, Message, ToolMessage } from "../model.ts";
import type { Envelope, PromptForm } from "./prompt-form.ts";

const noToolsText = "You cannot use tools now. Answer the user with what you have.";

/** Whether a conversation has calls or results, which a model without tools cannot read as they are. */
export function hasToolMessages(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === "tool" || callsOf(message).length > 0);
}

/**
 * The same conversation in words only: tools in the system message, calls as the model's text, results as the user's.
 */
export function renderMessages(
  messages: readonly Message[],
  tools: readonly Tool[],
  form: PromptForm,
  envelope?: Envelope,
): Message[] {
  const instructions = tools.length > 0 ? form.writeTools(tools) : noToolsText;
  const [first, ...others] = messages;
  const rendered = [...groupResults(first?.role === "system" ? others : messages)].map((message) => {
    if (Array.isArray(message)) return renderResults(message, form);
    return message.role === "assistant" ? renderAssistant(message, form, envelope) : message;
  });
  const system = first?.role === "system" ? `${first.content}\n\n${instructions}` : instructions;
  return [{ role: "system", content: system }, ...rendered];
}

/** The results of one turn together: many templates want user and assistant to alternate. */
function* groupResults(
  messages: readonly Message[],
): Generator<Exclude<Message, ToolMessage> | ToolMessage[]> {
  let results: ToolMessage[] = [];
  for (const message of messages) {
    if (message.role === "tool") results.push(message);
    else {
      if (results.length > 0) yield results;
      results = [];
      yield message;
    }
  }
  if (results.length > 0) yield results;
}

function renderResults(results: readonly ToolMessage[], form: PromptForm): Message {
  return { role: "user", content: results.map((result) => form.writeResult(result)).join("\n") };
}

function renderAssistant(
  { toolCalls = [], ...message }: AssistantMessage,
  form: PromptForm,
  envelope: Envelope | undefined,
): AssistantMessage {
  const { content } = message;
  if (toolCalls.length === 0) return { ...message, content: envelope?.writeAnswer(content) ?? content };
  const calls = form.writeCalls(toolCalls);
  return { ...message, content: content === "" ? calls : `${content}\n${calls}` };
}

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === "assistant" ? (message.toolCalls ?? []) : [];
}
