import type { ToolCall, ToolFailure } from "../calls/call.ts";
import { checkPositive } from "../options.ts";
import { RepeatDetector } from "./repeats.ts";
import type { Turn } from "./turn.ts";

/** Which calls of a run are not made. */
export class CallLimits {
  readonly #maxCallsPerRound: number;
  readonly #maxCalls: number;
  readonly #repeats = new RepeatDetector();

  constructor(maxCallsPerRound = 32, maxCalls = Infinity) {
    this.#maxCallsPerRound = checkPositive("maxCallsPerRound", maxCallsPerRound);
    this.#maxCalls = checkPositive("maxCalls", maxCalls);
  }

  /** For each call of a turn that is not made, what it gets instead; `callsBefore` were made in the rounds before. */
  refusalsOf(turn: Turn, round: number, callsBefore: number): (ToolFailure | undefined)[] {
    return turn.calls.map((call, index) => {
      const reason = this.#reasonAgainst(call, index, turn, round, callsBefore);
      return reason === undefined ? undefined : refuse(call, reason);
    });
  }

  /** A word to the model about a call that is not made (CHAT-8). */
  #reasonAgainst(
    call: ToolCall,
    index: number,
    turn: Turn,
    round: number,
    callsBefore: number,
  ): string | undefined {
    // At its length limit a model may stop in the middle of a call, which then looks like a whole one (CHAT-12).
    if (turn.finishReason === "length" && index === turn.calls.length - 1) {
      return "The answer reached its length limit before this call was whole; write less before it";
    }
    if (index >= this.#maxCallsPerRound) {
      return `Only ${this.#maxCallsPerRound} calls are made in one round; this one was not`;
    }
    if (callsBefore + index >= this.#maxCalls) {
      return `Only ${this.#maxCalls} calls are made for one question; this one was not`;
    }
    if (this.#repeats.isStuck(call, round)) {
      return "This call was made with the same arguments before; use its result or try something else";
    }
    return undefined;
  }
}

function refuse(call: ToolCall, reason: string): ToolFailure {
  const { id, name } = call;
  return { ok: false, id, name, code: "denied", text: `Error: ${reason}`, repairs: [], durationMs: 0 };
}
