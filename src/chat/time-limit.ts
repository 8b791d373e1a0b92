import { onAbort } from "../calls/on-abort.ts";
import type { Alarm, Bell, Clock } from "../clock.ts";

/** One for all: making an exception costs more than the rest of a stop. */
const ended = new DOMException("The run has ended", "AbortError");

const nothing = () => {};

/** Bounds a run in time; the caller's own abort goes through it. */
export class TimeLimit implements Bell {
  isUp = false;
  readonly #controller = new AbortController();
  readonly #alarm: Alarm;
  readonly #stopListening: () => void = nothing;

  constructor(limitMs: number, callerSignal: AbortSignal | undefined, clock: Clock) {
    // Holds the one listener that requests and calls share: to add it anew for each of them costs more than they do.
    onAbort(this.#controller.signal, nothing);
    this.#alarm = clock.schedule(clock.now(), limitMs, this);
    if (callerSignal === undefined) return;
    const abort = () => this.#controller.abort(callerSignal.reason);
    if (callerSignal.aborted) abort();
    else this.#stopListening = onAbort(callerSignal, abort);
  }

  /** Fires when the time is up, and when the caller aborts. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  ring(): void {
    this.isUp = true;
    this.#controller.abort(new DOMException("The run's time is up", "TimeoutError"));
  }

  /** Takes the timer away. */
  stop(): void {
    this.#alarm.stop();
    this.#stopListening();
  }

  /** The same, and ends what still runs under the signal. */
  abort(): void {
    this.stop();
    this.#controller.abort(ended);
  }
}
