import { createHash, randomBytes } from "node:crypto";

import type Anthropic from "@anthropic-ai/sdk";

/** A block of an answer; its fields are those of the API. */
export type AnswerBlock =
  | { readonly type: "text"; text: string }
  | { readonly type: "thinking"; thinking: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; json: string };

export interface AnswerUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

interface Envelope extends AnswerUsage {
  readonly id: string;
  readonly model: string;
}

/** Ids as the API makes them: a prefix, `01`, and 22 letters or digits. */
export function createId(prefix: "msg" | "toolu" | "req"): string {
  const letters = Array.from(randomBytes(22), (byte) => (byte % 36).toString(36)).join("");
  return `${prefix}_01${letters}`;
}

/** Signs what the model thought, so that a conversation that changes it can be told. */
export function toSignature(thinking: string): string {
  return createHash("sha256").update(thinking).digest("base64");
}

export function toMessageStart(envelope: Envelope): object {
  return {
    type: "message_start",
    message: buildMessage(envelope, [], null),
  } satisfies Anthropic.RawMessageStartEvent;
}

export function toBlockStart(index: number, block: AnswerBlock): object {
  return {
    type: "content_block_start",
    index,
    content_block: toContentBlock(toEmpty(block)),
  } satisfies Anthropic.RawContentBlockStartEvent;
}

export function toTextDelta(index: number, text: string): object {
  return toBlockDelta(index, { type: "text_delta", text });
}

export function toThinkingDelta(index: number, thinking: string): object {
  return toBlockDelta(index, { type: "thinking_delta", thinking });
}

export function toSignatureDelta(index: number, thinking: string): object {
  return toBlockDelta(index, { type: "signature_delta", signature: toSignature(thinking) });
}

export function toJsonDelta(index: number, json: string): object {
  return toBlockDelta(index, { type: "input_json_delta", partial_json: json });
}

export function toBlockStop(index: number): object {
  return { type: "content_block_stop", index } satisfies Anthropic.RawContentBlockStopEvent;
}

export function toMessageDelta(stopReason: string, usage: AnswerUsage): object {
  return {
    type: "message_delta",
    delta: {
      container: null,
      stop_details: toStopDetails(stopReason),
      stop_reason: stopReason as Anthropic.StopReason,
      stop_sequence: null,
    },
    usage: {
      input_tokens: usage.promptTokens,
      output_tokens: usage.completionTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens_details: null,
      server_tool_use: null,
    },
  } satisfies Anthropic.RawMessageDeltaEvent;
}

export function toMessageStop(): object {
  return { type: "message_stop" } satisfies Anthropic.RawMessageStopEvent;
}

export function toMessage(envelope: Envelope, blocks: readonly AnswerBlock[], stopReason: string): object {
  return buildMessage(envelope, blocks, stopReason);
}

// Not exported: the types of the SDK must not get into published declarations.
function buildMessage(
  envelope: Envelope,
  blocks: readonly AnswerBlock[],
  stopReason: string | null,
): Anthropic.Message {
  return {
    id: envelope.id,
    type: "message",
    role: "assistant",
    model: envelope.model,
    content: blocks.map(toContentBlock),
    container: null,
    diagnostics: null,
    stop_details: toStopDetails(stopReason),
    stop_reason: stopReason as Anthropic.StopReason | null,
    stop_sequence: null,
    usage: {
      input_tokens: envelope.promptTokens,
      output_tokens: envelope.completionTokens,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      inference_geo: null,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: "standard",
      speed: null,
    },
  };
}

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

export function toErrorBody(status: number, message: string, requestId: string | null): object {
  const type = errorTypes[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
  return {
    type: "error",
    error: { type, message } as Anthropic.ErrorObject,
    request_id: requestId,
  } satisfies Anthropic.ErrorResponse;
}

export function toModelsBody(names: readonly string[]): object {
  return {
    data: names.map(
      (id) =>
        ({
          type: "model",
          id,
          display_name: id,
          created_at: "2026-01-01T00:00:00Z",
          lifecycle: "active",
          capabilities: null,
          deprecated_at: null,
          line: null,
          max_input_tokens: 200_000,
          max_tokens: 64_000,
          retires_at: null,
        }) satisfies Anthropic.ModelInfo,
    ),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  };
}

function toStopDetails(stopReason: string | null): Anthropic.RefusalStopDetails | null {
  return stopReason === "refusal" ? { type: "refusal", category: null, explanation: null } : null;
}

function toBlockDelta(index: number, delta: Anthropic.RawContentBlockDelta): object {
  return { type: "content_block_delta", index, delta } satisfies Anthropic.RawContentBlockDeltaEvent;
}

/** What a stream says of a block before its first piece. */
function toEmpty(block: AnswerBlock): AnswerBlock {
  if (block.type === "text") return { ...block, text: "" };
  return block.type === "thinking" ? { ...block, thinking: "" } : { ...block, json: "" };
}

function toContentBlock(block: AnswerBlock): Anthropic.ContentBlock {
  if (block.type === "text") return { type: "text", text: block.text, citations: null };
  if (block.type === "thinking") {
    const { thinking } = block;
    return { type: "thinking", thinking, signature: thinking === "" ? "" : toSignature(thinking) };
  }
  const { id, name, json } = block;
  return { type: "tool_use", id, name, input: toInput(json), caller: { type: "direct" } };
}

/** Arguments that are not JSON stay what the model wrote. */
function toInput(json: string): unknown {
  try {
    return json === "" ? {} : JSON.parse(json);
  } catch {
    return json;
  }
}
