import type { CompletionChunk, FinishReason, Usage } from "../chat/model.ts";
import type { CallPieces } from "./call-pieces.ts";
import { toTruncatedError } from "./model-error.ts";

const lengthReasons = /^(?:length|max_tokens|max_output_tokens|model_context_window_exceeded|incomplete)$/i;

/** Why a turn ended, from the provider's own word for it. */
function toFinishReason(reason: string, hasCalls: boolean): FinishReason {
  if (hasCalls) return "tool_use";
  return isLengthReason(reason) ? "length" : "stop";
}

function isLengthReason(reason: string): boolean {
  return lengthReasons.test(reason);
}

const filterReasons = /^(?:content_filter|content_filtered|guardrail_intervened|refusal|safety)$/i;

/** Whether a turn was stopped from outside, where a model may be in the middle of a call (CHAT-12). */
function isStoppedReason(reason: string): boolean {
  return isLengthReason(reason) || filterReasons.test(reason);
}

/** How a stream ended: why, with what calls, and at what cost. */
export interface StreamEnd {
  readonly model: string;
  readonly reason: string | undefined;
  readonly calls: CallPieces;
  readonly usage: Usage | undefined;
}

/** The last chunk. Without a reason for the end there is none: the stream was cut, and so may its calls be (CHAT-12). */
export function toFinalChunk({ model, reason, calls, usage }: StreamEnd): CompletionChunk {
  if (reason === undefined || (isStoppedReason(reason) && !calls.areWhole)) throw toTruncatedError(model);
  return {
    delta: "",
    toolCalls: [],
    isFinal: true,
    ...(usage !== undefined && { usage }),
    finishReason: toFinishReason(reason, calls.count > 0),
  };
}
