import type { Outcome } from "./bounded-run.ts";
import type { ToolCall, ToolFailure, ToolResult } from "./call.ts";
import { toFailure, type Failure } from "./failure.ts";
import { formatDuration } from "./format-duration.ts";
import { cutText, isErrorResult, toOutputText } from "./output.ts";
import type { PreparedCall, RefusedCall } from "./prepare-call.ts";

/** The result of a call whose tool was run. */
export function toResult(
  call: ToolCall,
  prepared: PreparedCall,
  outcome: Outcome,
  durationMs: number,
  timeoutMs: number,
  maxOutputBytes: number,
): ToolResult {
  const { name, args, repairs, isMcp } = prepared;
  if (outcome.kind === "value" && !(isMcp && isErrorResult(outcome.value))) {
    const { value } = outcome;
    const text = cutText(toOutputText(value, isMcp), maxOutputBytes);
    return { ok: true, id: call.id, name, text, value, args, repairs, durationMs };
  }
  const failure = toFailureOf(outcome, name, timeoutMs);
  return toFailedResult(call, { name, repairs, ...failure }, durationMs, maxOutputBytes);
}

function toFailureOf(
  outcome: Outcome,
  name: string,
  timeoutMs: number,
): Failure & { readonly error?: unknown } {
  switch (outcome.kind) {
    case "value":
      return { code: "failed", message: toOutputText(outcome.value), error: outcome.value };
    case "error": {
      const { code, message } = toFailure(outcome.error, name);
      return { code, message, error: outcome.error };
    }
    case "timeout":
      return { code: "timeout", message: `Timed out after ${formatDuration(timeoutMs)}` };
    case "cancelled":
      return { code: "cancelled", message: sayCancelled(outcome.reason), error: outcome.reason };
  }
}

/** Nobody cancels when a run's time is up: whoever reads it should look for the limit. */
export function sayCancelled(reason: unknown): string {
  const isTimeUp = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeUp ? "Cancelled, as the caller's time was up" : "Cancelled by the caller";
}

export function toFailedResult(
  call: ToolCall,
  refused: RefusedCall,
  durationMs: number,
  maxOutputBytes: number,
): ToolFailure {
  const { name, code, message, repairs, error } = refused;
  const text = cutText(message.startsWith("Error: ") ? message : `Error: ${message}`, maxOutputBytes);
  const result = { ok: false, id: call.id, name, text, code, repairs, durationMs } as const;
  return error === undefined ? result : { ...result, error };
}
