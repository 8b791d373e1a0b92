import type { FinishReason } from "../chat/model.ts";

const lengthReasons = /^(?:length|max_tokens|max_output_tokens|model_context_window_exceeded|incomplete)$/i;

/** Why a turn ended, from the provider's own word for it. */
export function toFinishReason(reason: string, hasCalls: boolean): FinishReason {
  if (hasCalls) return "tool_use";
  return isLengthReason(reason) ? "length" : "stop";
}

export function isLengthReason(reason: string): boolean {
  return lengthReasons.test(reason);
}
