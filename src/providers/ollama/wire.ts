import type { JsonSchema } from "../../schema/json-schema.ts";
import type { FunctionTool } from "../tool-shapes.ts";

/** What Ollama's server takes and gives on `/api/chat`, of the version of August 2026. */

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly FunctionTool[];
  /** The server streams unless told otherwise. */
  readonly stream?: boolean;
  readonly format?: "json" | JsonSchema;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Models that can think do so unless told otherwise. */
  readonly think?: boolean | "low" | "medium" | "high" | "max";
  readonly keep_alive?: string | number;
  readonly truncate?: boolean;
  readonly shift?: boolean;
  readonly logprobs?: boolean;
}

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly thinking?: string;
  readonly images?: readonly string[];
  readonly tool_calls?: readonly OllamaToolCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

export interface OllamaToolCall {
  /** `call_` and 8 characters, or absent. */
  readonly id?: string;
  readonly function: {
    /** Not to be trusted: parallel calls may all say 0. */
    readonly index?: number;
    readonly name: string;
    /** An object; from models that miss the form also text or nothing. */
    readonly arguments?: unknown;
  };
}

export interface ToolMessage {
  readonly role: "tool";
  readonly content: string;
  readonly tool_name: string;
  readonly tool_call_id: string;
}
