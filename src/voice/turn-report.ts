import type { ToolResult } from "../calls/call.ts";

/**
 * How a turn ended. `ignored`: there was nothing to hear; `dropped`: another turn was running;
 * `interrupted`: somebody spoke, or it was cancelled; `failed`: `error` says why.
 */
export type TurnEnd = "answered" | "ignored" | "dropped" | "interrupted" | "failed";

/** How long each part took, where there was one. Speech overlaps with thinking: it starts with the first sentence. */
export interface TurnDurations {
  readonly transcribeMs?: number;
  /** From the question to the whole answer. */
  readonly thinkMs?: number;
  /** From the question to the first spoken sentence. */
  readonly untilSpeechMs?: number;
  readonly totalMs: number;
}

/** What became of one turn. Turns do not throw: a gateway goes on, whatever happens. */
export interface TurnReport {
  readonly end: TurnEnd;
  readonly source: string;
  readonly question: string;
  readonly answer: string;
  /** Every call's result, in order. */
  readonly results: readonly ToolResult[];
  readonly durations: TurnDurations;
  readonly error?: unknown;
}
