import { formatDuration } from "../calls/format-duration.ts";
import { onAbort } from "../calls/on-abort.ts";
import type { Clock } from "../clock.ts";
import { SwitchboardError } from "../errors.ts";

/** What a part of a turn is bounded by. */
export interface Bounds {
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Runs what an adapter does, under a time limit and a signal. When either fires the turn goes on at once, also where
 * the adapter does not listen: one that hangs must not silence the house.
 */
export async function runBounded<T>(
  what: string,
  { limitMs, signal, clock }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const controller = new AbortController();
  const stop = (reason: unknown) => {
    stopped.reject(reason);
    controller.abort(reason);
  };
  const alarm = clock.schedule(clock.now(), limitMs, {
    ring: () => stop(new SwitchboardError("timeout", `${what} took longer than ${formatDuration(limitMs)}`)),
  });
  const forget = onAbort(signal, () => stop(signal.reason));
  try {
    return await Promise.race([work(controller.signal), stopped.promise]);
  } finally {
    forget();
    alarm.stop();
  }
}
