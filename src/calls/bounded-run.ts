import type { Clock } from "../clock.ts";
import { onAbort } from "./on-abort.ts";

/** How a piece of work ended, and when by the clock. */
export type Outcome =
  | { readonly kind: "value"; readonly value: unknown; readonly endedAt: number }
  | { readonly kind: "error"; readonly error: unknown; readonly endedAt: number }
  | { readonly kind: "timeout"; readonly endedAt: number }
  | { readonly kind: "cancelled"; readonly reason: unknown; readonly endedAt: number };

export interface Bounds {
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** Told what arrives after the outcome is settled, and is dropped. */
  readonly onLate: (outcome: Outcome) => void;
}

/**
 * Runs work until it settles, its time is up or the caller aborts, whichever comes first. The work's own
 * signal fires in the latter two cases, and the outcome stands even when the work ignores it (EX-5, EX-12).
 */
export function runBounded(work: (signal: AbortSignal) => unknown, bounds: Bounds): Promise<Outcome> {
  return new Promise((resolve) => new BoundedRun(bounds, resolve).start(work));
}

/** Longer delays overflow a timer and would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** A class, as ten closures per call were a third of its cost. */
class BoundedRun {
  readonly #bounds: Bounds;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #controller = new AbortController();
  readonly #dueAt: number;
  #isSettled = false;
  #stopTimer: (() => void) | undefined;
  #stopListening: (() => void) | undefined;

  constructor(bounds: Bounds, resolve: (outcome: Outcome) => void) {
    this.#bounds = bounds;
    this.#resolve = resolve;
    this.#dueAt = bounds.startedAt + bounds.timeoutMs;
  }

  start(work: (signal: AbortSignal) => unknown): void {
    const { signal, startedAt, timeoutMs } = this.#bounds;
    if (signal?.aborted) return this.#cancel(signal);
    if (timeoutMs !== Infinity) this.#startTimer(startedAt, timeoutMs);
    if (signal !== undefined) this.#stopListening = onAbort(signal, () => this.#cancel(signal));
    startWork(work, this.#controller.signal).then(
      (value) => this.#onEnd({ kind: "value", value, endedAt: this.#bounds.clock.now() }),
      (error: unknown) => this.#onEnd({ kind: "error", error, endedAt: this.#bounds.clock.now() }),
    );
  }

  #startTimer(startedAt: number, delayMs: number): void {
    this.#stopTimer = this.#bounds.clock.schedule(startedAt, Math.min(delayMs, longestTimerMs), () => {
      const now = this.#bounds.clock.now();
      // A timer may be early, and one for a long limit always is.
      if (this.#dueAt - now > 1) this.#startTimer(now, this.#dueAt - now);
      else this.#timeOut(now);
    });
  }

  /** Work that blocked the event loop past its deadline is late, although no timer could fire. */
  #onEnd(outcome: Outcome): void {
    if (!this.#isSettled && outcome.endedAt >= this.#dueAt) this.#timeOut(outcome.endedAt);
    this.#settle(outcome);
  }

  #timeOut(endedAt: number): void {
    this.#settle({ kind: "timeout", endedAt });
    const message = `The call's time limit of ${this.#bounds.timeoutMs} ms is up`;
    this.#controller.abort(new DOMException(message, "TimeoutError"));
  }

  #cancel({ reason }: AbortSignal): void {
    this.#settle({ kind: "cancelled", reason, endedAt: this.#bounds.clock.now() });
    this.#controller.abort(reason);
  }

  #settle(outcome: Outcome): void {
    if (this.#isSettled) return this.#bounds.onLate(outcome);
    this.#isSettled = true;
    this.#stopTimer?.();
    this.#stopListening?.();
    this.#resolve(outcome);
  }
}

/** Makes a throw, a plain value and a promise alike; `async` would cost two more turns of the queue. */
function startWork(work: (signal: AbortSignal) => unknown, signal: AbortSignal): Promise<unknown> {
  try {
    return Promise.resolve(work(signal));
  } catch (error) {
    return Promise.reject(error);
  }
}
