import { randomBytes } from "node:crypto";

import type OpenAI from "openai";

type Chunk = OpenAI.ChatCompletionChunk;
type Delta = OpenAI.ChatCompletionChunk.Choice.Delta;
type FinishReason = OpenAI.ChatCompletionChunk.Choice["finish_reason"];

export interface CompletionEnvelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** A call in an answer. Some servers give calls no id, against the API. */
export interface AnswerCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly json: string;
}

export interface AnswerMessage {
  readonly content: string;
  /** Not of OpenAI: the field in which compatible servers send what the model thinks. */
  readonly thinking: string;
  readonly refusal: string;
  readonly calls: readonly AnswerCall[];
}

export interface AnswerUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Ids as the API makes them: a prefix and 24 or more letters and digits. */
export function createId(prefix: "chatcmpl-" | "call_" | "req_"): string {
  return prefix + Array.from(randomBytes(24), (byte) => (byte % 36).toString(36)).join("");
}

export function toRoleDelta(): object {
  return { role: "assistant", content: "", refusal: null } satisfies Delta;
}

export function toContentDelta(content: string): object {
  return { content } satisfies Delta;
}

export function toThinkingDelta(thinking: string): object {
  return { reasoning_content: thinking } satisfies Delta & { reasoning_content: string };
}

export function toRefusalDelta(refusal: string): object {
  return { refusal } satisfies Delta;
}

export function toCallDelta(index: number, { id, name }: AnswerCall): object {
  return {
    tool_calls: [
      { index, ...(id !== undefined && { id }), type: "function", function: { name, arguments: "" } },
    ],
  } satisfies Delta;
}

export function toArgumentsDelta(index: number, json: string): object {
  return { tool_calls: [{ index, function: { arguments: json } }] } satisfies Delta;
}

/** A chunk with one piece of the answer. Where usage was asked for, all chunks but the last say `null`. */
export function toChunk(
  envelope: CompletionEnvelope,
  delta: object,
  finishReason: string | null,
  withUsage: boolean,
): object {
  return {
    ...toChunkEnvelope(envelope),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: toFinishReason(finishReason) }],
    ...(withUsage && { usage: null }),
  } satisfies Chunk;
}

export function toUsageChunk(envelope: CompletionEnvelope, usage: AnswerUsage): object {
  return { ...toChunkEnvelope(envelope), choices: [], usage: toUsage(usage) } satisfies Chunk;
}

export function toCompletion(
  envelope: CompletionEnvelope,
  message: AnswerMessage,
  finishReason: string,
  usage: AnswerUsage,
): object {
  return {
    ...envelope,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: toMessage(message),
        logprobs: null,
        finish_reason: toFinishReason(finishReason) ?? "stop",
      },
    ],
    usage: toUsage(usage),
    service_tier: "default",
    system_fingerprint: "fp_44709d6fcb",
  } satisfies OpenAI.ChatCompletion;
}

export interface OpenAIError {
  readonly message: string;
  readonly type?: string;
  readonly param?: string | null;
  readonly code?: string | null;
}

const errorTypes: Readonly<Record<number, { type: string; code: string | null }>> = {
  401: { type: "invalid_request_error", code: "invalid_api_key" },
  404: { type: "invalid_request_error", code: "model_not_found" },
  429: { type: "requests", code: "rate_limit_exceeded" },
};

export function toErrorBody(status: number, error: OpenAIError): object {
  const { type, code } = errorTypes[status] ?? {
    type: status < 500 ? "invalid_request_error" : "server_error",
    code: null,
  };
  return { error: { type, param: null, code, ...error } };
}

export function toModelsBody(names: readonly string[]): object {
  return { object: "list", data: names.map(toModel) };
}

export function toModel(id: string): object {
  return { id, object: "model", created: 1_767_225_600, owned_by: "system" } satisfies OpenAI.Model;
}

function toChunkEnvelope(envelope: CompletionEnvelope) {
  return {
    ...envelope,
    object: "chat.completion.chunk" as const,
    service_tier: "default" as const,
    system_fingerprint: "fp_44709d6fcb",
  };
}

// A script may name a reason that the API does not have.
function toFinishReason(reason: string | null): FinishReason {
  return reason as FinishReason;
}

function toMessage({ content, thinking, refusal, calls }: AnswerMessage): OpenAI.ChatCompletionMessage {
  return {
    role: "assistant",
    content: content === "" && (calls.length > 0 || refusal !== "") ? null : content,
    refusal: refusal === "" ? null : refusal,
    annotations: [],
    ...(thinking !== "" && { reasoning_content: thinking }),
    ...(calls.length > 0 && { tool_calls: calls.map(toToolCall) }),
  };
}

function toToolCall({ id, name, json }: AnswerCall): OpenAI.ChatCompletionMessageFunctionToolCall {
  const call = { type: "function" as const, function: { name, arguments: json } };
  return (id === undefined ? call : { id, ...call }) as OpenAI.ChatCompletionMessageFunctionToolCall;
}

function toUsage({ promptTokens, completionTokens }: AnswerUsage): OpenAI.CompletionUsage {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
