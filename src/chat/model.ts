import type { ToolCall } from "../calls/call.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Tool } from "../tools/tool.ts";

/** A conversation in plain data; LangChain's message classes are made of it at the edge. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

interface UserMessage {
  readonly role: "user";
  readonly content: string;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: string;
  readonly thinking?: string;
  readonly toolCalls?: readonly ToolCall[];
}

export interface ToolMessage {
  readonly role: "tool";
  readonly content: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly failed?: boolean;
}

/** A piece of a call. A provider that sends calls whole sends one piece per call. */
export interface ToolCallDelta {
  /** Counts 0, 1, 2 … over the whole stream; pieces of one call share it. */
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly argumentsDelta: string;
  /** The same as an object, where the provider sends calls whole: reading the text again is then not needed. */
  readonly args?: object;
  /** The text that a call was recovered from, where the provider gave none as a call (FIX-7); long text is cut. */
  readonly writtenAs?: string;
}

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export type FinishReason = "stop" | "tool_use" | "length";

/** What a caller should know although nothing failed. */
export interface Notice {
  readonly code: "prompted_tools" | "empty_answer" | "limit" | "unmade_call" | "context";
  readonly text: string;
}

export interface CompletionChunk {
  readonly delta: string;
  /** The text is known to be answer and nothing else, so that no calls or thinking are looked for in it. */
  readonly isSorted?: true;
  /** What the model thinks, never part of its answer (FIX-8). */
  readonly thinking?: string;
  readonly toolCalls: readonly ToolCallDelta[];
  /** The last chunk, and only it. A stream that ends without one was cut (CHAT-12). */
  readonly isFinal: boolean;
  readonly usage?: Usage;
  readonly finishReason?: FinishReason;
  readonly notice?: Notice;
}

export interface StreamOptions {
  readonly tools?: readonly Tool[];
  /** Constrains the answer to JSON of this schema, where the provider can. */
  readonly format?: JsonSchema;
  readonly signal?: AbortSignal;
}

/** The one port that every provider implements and the loop drives. */
export interface ChatModel {
  readonly provider: string;
  readonly model: string;
  /** Where the iterator is a `PolledStream`, a chunk reaches the loop without a promise of its own. */
  stream(messages: readonly Message[], options?: StreamOptions): AsyncIterable<CompletionChunk>;
  /** What the model was told that a tool is called, where not every name may be sent: calls in its text have that. */
  wireNameOf?(toolName: string, tools: readonly Tool[]): string;
}
