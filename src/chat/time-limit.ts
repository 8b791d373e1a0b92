import { onAbort } from "../calls/on-abort.ts";
import type { Clock } from "../clock.ts";

export interface TimeLimit {
  /** Fires when the time is up, and when the caller aborts. */
  readonly signal: AbortSignal;
  readonly isUp: boolean;
  /** Ends what still runs under the signal and takes the timer away. */
  stop(): void;
}

/** One for all: making an exception costs more than the rest of a stop. */
const ended = new DOMException("The run has ended", "AbortError");

/** Bounds a run in time; the caller's own abort goes through it. */
export function startTimeLimit(
  limitMs: number,
  callerSignal: AbortSignal | undefined,
  clock: Clock,
): TimeLimit {
  const controller = new AbortController();
  let isUp = false;
  const alarm = clock.schedule(clock.now(), limitMs, {
    ring() {
      isUp = true;
      controller.abort(new DOMException("The run's time is up", "TimeoutError"));
    },
  });
  const abort = (): void => controller.abort(callerSignal?.reason);
  if (callerSignal?.aborted) abort();
  const stopListening = callerSignal === undefined ? undefined : onAbort(callerSignal, abort);
  return {
    signal: controller.signal,
    get isUp() {
      return isUp;
    },
    stop() {
      alarm.stop();
      stopListening?.();
      controller.abort(ended);
    },
  };
}
