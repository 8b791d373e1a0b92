import type { ToolCall } from "../../calls/call.ts";
import { parseArguments } from "../../calls/repair-arguments.ts";
import type { Message, Notice, Usage } from "../../chat/model.ts";
import type { Tool } from "../../tools/tool.ts";
import { encodeTools, serializeTools } from "../formats.ts";
import type { WireNames } from "../wire-names.ts";
import type { RequestBody } from "./http/exchange.ts";
import type { ChatRequest, Message as WireMessage, OllamaToolCall } from "./wire.ts";

/** How a model is to answer. What is left out is left to the server. */
export interface OllamaModelSettings {
  /** Models that can think do so unless told otherwise. */
  readonly think?: ChatRequest["think"] | undefined;
  /** `num_ctx`, `temperature`, `seed`, `num_predict` … as Ollama names them. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** How long the model stays loaded: `"10m"`, seconds, or `-1` for ever. */
  readonly keepAlive?: string | number | undefined;
  /** Constrains the answer: any JSON, or JSON of a schema. */
  readonly format?: ChatRequest["format"] | undefined;
  /** `false` makes a conversation that is too long an error (`context_exceeded`), where the server would cut it. */
  readonly truncate?: boolean | undefined;
}

export interface CompletionRequest extends OllamaModelSettings {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asked when the answer is whole: what the counts say that the caller should know. */
  readonly noticeAtEnd?: (usage: Usage) => Notice | undefined;
}

/** Longer lists of tools are sent as the bytes that were kept of them; for short ones a second piece costs more. */
const longestToolsText = 32 * 1024;

/** The body of `POST /api/chat`. The text of the tools is kept from turn to turn and only put in its place (FMT-11). */
export function toChatBody(request: CompletionRequest, names: WireNames): RequestBody {
  const { model, messages, tools = [], think, options, keepAlive: keep_alive, format, truncate } = request;
  const wireMessages = messages.map((message) => toWireMessage(message, names));
  // What is undefined is not written.
  const fields = {
    model,
    messages: wireMessages,
    stream: true,
    think,
    format,
    options,
    keep_alive,
    truncate,
  };
  const text = JSON.stringify(fields satisfies Loose<Omit<ChatRequest, "messages" | "tools">>);
  if (tools.length === 0) return text;
  const beginning = `${text.slice(0, -1)},"tools":`;
  const toolsText = serializeTools(tools, "ollama");
  if (toolsText.length <= longestToolsText) return `${beginning}${toolsText}}`;
  return [beginning, encodeTools(tools, "ollama"), "}"];
}

/** With `undefined` for what is left out: to leave it out takes longer than to write the message. */
type Loose<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

function toWireMessage(message: Message, names: WireNames): Loose<WireMessage> {
  const { role, content } = message;
  if (role === "tool") {
    return { role, content, tool_name: names.toWire(message.toolName), tool_call_id: message.toolCallId };
  }
  if (role !== "assistant") return { role, content };
  const { thinking, toolCalls } = message;
  if (toolCalls === undefined || toolCalls.length === 0) return { role, content, thinking };
  return { role, content, thinking, tool_calls: toolCalls.map((call) => toWireCall(call, names)) };
}

function toWireCall({ id, name, args }: ToolCall, names: WireNames): OllamaToolCall {
  return { id, function: { name: names.toWire(name), arguments: toObject(args) } };
}

/** The server answers 400 to arguments that are no object; what cannot be read as one was never executed. */
function toObject(args: unknown): object {
  return parseArguments(args)?.args ?? {};
}
