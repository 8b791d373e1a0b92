import { createHash, randomBytes } from "node:crypto";

import type { Candidate, FinishReason, GenerateContentResponse, Part } from "@google/genai";

import { isRecord } from "./is-record.ts";
import type { ScriptedCall } from "./script.ts";

// The class has getters as well, which are made by the SDK.
type Response = Pick<
  GenerateContentResponse,
  "candidates" | "promptFeedback" | "usageMetadata" | "modelVersion" | "responseId"
>;

export interface ResponseEnvelope {
  readonly model: string;
  readonly id: string;
  readonly promptTokens: number;
}

export interface ResponseEnd {
  readonly reason: string;
  readonly completionTokens: number;
  readonly thinkingTokens: number;
}

export function createResponseId(): string {
  return randomBytes(16).toString("base64url");
}

export function toTextPart(text: string): object {
  return { text } satisfies Part;
}

export function toThoughtPart(text: string): object {
  return { text, thought: true } satisfies Part;
}

/** Args that are not an object are against the API, and sent as they stand. */
export function toCallPart({ id, name, arguments: args = {} }: ScriptedCall, isSigned: boolean): object {
  const functionCall = {
    name,
    args: args as Record<string, unknown>,
    ...(typeof id === "string" && { id }),
  };
  return { functionCall, ...(isSigned && { thoughtSignature: toSignature(functionCall) }) } satisfies Part;
}

/** Signs a call, so that a conversation that loses the signature can be told. */
function toSignature({ name, args }: { name?: unknown; args?: unknown }): string {
  return createHash("sha256")
    .update(JSON.stringify([name, args ?? {}]))
    .digest("base64");
}

/** One chunk of a stream; with an end, the last one or a whole answer. */
export function toResponse(envelope: ResponseEnvelope, parts: readonly object[], end?: ResponseEnd): object {
  const { promptTokens } = envelope;
  const { completionTokens = 0, thinkingTokens = 0 } = end ?? {};
  const candidate: Candidate = {
    content: { parts: [...parts], role: "model" },
    ...(end !== undefined && { finishReason: toFinishReason(end.reason) }),
    index: 0,
  };
  return {
    candidates: [candidate],
    usageMetadata: {
      promptTokenCount: promptTokens,
      ...(end !== undefined && { candidatesTokenCount: completionTokens }),
      totalTokenCount: promptTokens + completionTokens + thinkingTokens,
      ...(thinkingTokens > 0 && { thoughtsTokenCount: thinkingTokens }),
    },
    modelVersion: envelope.model,
    responseId: envelope.id,
  } satisfies Response;
}

/** The answer to a prompt that was blocked: it has no candidate. */
export function toBlockedResponse(envelope: ResponseEnvelope, blockReasonMessage: string): object {
  const blockReason = "PROHIBITED_CONTENT" as NonNullable<Response["promptFeedback"]>["blockReason"] & string;
  return {
    promptFeedback: { blockReason, blockReasonMessage },
    usageMetadata: { promptTokenCount: envelope.promptTokens, totalTokenCount: envelope.promptTokens },
    modelVersion: envelope.model,
    responseId: envelope.id,
  } satisfies Response;
}

const statuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

export function toErrorBody(code: number, message: string, details: readonly object[] = []): object {
  const status = statuses[code] ?? "UNKNOWN";
  return { error: { code, message, status, ...(details.length > 0 && { details }) } };
}

/** What is wrong with the JSON itself, field by field. */
export function toFieldViolations(violations: readonly { field: string; description: string }[]): object {
  return { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: violations };
}

export function toModelsBody(names: readonly string[]): object {
  return { models: names.map(toModel) };
}

export function toModel(name: string): object {
  return {
    name: `models/${name}`,
    version: "001",
    displayName: name,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ["generateContent", "countTokens"],
  };
}

/** What the API takes for the signature of a call that its model did not make. */
const noSignature = "skip_thought_signature_validator";

export function isSignedCall(part: unknown): boolean {
  if (!isRecord(part) || !isRecord(part.functionCall)) return false;
  const { thoughtSignature: signature } = part;
  return signature === noSignature || signature === toSignature(part.functionCall);
}

// A script may name a reason that the API does not have.
function toFinishReason(reason: string): FinishReason {
  return reason as FinishReason;
}
