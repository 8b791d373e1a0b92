import type { ToolCall } from "../../calls/call.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import type { Tool } from "../../tools/tool.ts";
import type { CompletionChunk, ToolMessage } from "../model.ts";

/** How tools, calls and results are written for a model that takes them as text only (OLL-9). */
export interface PromptForm {
  /** Tells the model which tools there are and how it calls one. */
  writeTools(tools: readonly Tool[]): string;
  /** Calls as the model itself would have written them. */
  writeCalls(calls: readonly ToolCall[]): string;
  writeResult(result: ToolMessage): string;
  /** Absent where the model answers in plain text. */
  readonly envelope?: Envelope;
}

/** What everything that the model says is wrapped in, and taken out of again. */
export interface Envelope {
  writeAnswer(text: string): string;
  /** What the model's output is held to; without tools, an answer. */
  toFormat(tools: readonly Tool[]): JsonSchema;
  decode(chunks: AsyncIterable<CompletionChunk>): AsyncIterable<CompletionChunk>;
}
