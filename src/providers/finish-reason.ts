import type { FinishReason } from "../chat/model.ts";

const lengthReasons = /^(?:length|max_tokens|max_output_tokens|model_context_window_exceeded|incomplete)$/i;

/** Why a turn ended, from the provider's own word for it. */
export function toFinishReason(reason: string, hasCalls: boolean): FinishReason {
  if (hasCalls) return "tool_use";
  return isLengthReason(reason) ? "length" : "stop";
}

function isLengthReason(reason: string): boolean {
  return lengthReasons.test(reason);
}

const filterReasons = /^(?:content_filter|content_filtered|guardrail_intervened|refusal|safety)$/i;

/** Whether a turn was stopped from outside, where a model may be in the middle of a call (CHAT-12). */
export function isStoppedReason(reason: string): boolean {
  return isLengthReason(reason) || filterReasons.test(reason);
}
