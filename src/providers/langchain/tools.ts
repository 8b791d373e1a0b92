import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { Message } from "../../chat/model.ts";
import type { Tool } from "../../tools/tool.ts";
import { toProviderTools } from "../formats.ts";
import type { ProviderName } from "../provider-name.ts";
import { toFunctionTools } from "../strict-tools.ts";
import type { WireNames } from "../wire-names.ts";

/** Tools as `bindTools` is to be given them: compiled for the provider, under their names on its wire. */
export function toBoundTools(
  tools: readonly Tool[],
  format: ProviderName,
  isStrict: boolean,
): BindToolsInput[] {
  if (format === "anthropic") {
    // LangChain's own format (CHAT-7), with a schema that the API takes.
    return toProviderTools(tools, format).map(({ name, description, input_schema }) => ({
      name,
      description,
      schema: input_schema,
    }));
  }
  const forms = format === "openai" ? toFunctionTools(tools, isStrict) : toProviderTools(tools, format);
  return [...forms] as BindToolsInput[];
}

/**
 * The tools that a conversation has called, by name only. Anthropic's API refuses calls in the history of a request
 * that defines no tools, as the last one of a run does (CHAT-8); they are sent with `tool_choice: "none"`.
 */
export function toCalledTools(messages: readonly Message[], names: WireNames): BindToolsInput[] {
  const called = messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ name }) => names.toWire(name)) : [],
  );
  return [...new Set(called)].map((name) => ({
    name,
    description: "Was available earlier in this conversation",
    schema: { type: "object", properties: {} },
  }));
}
