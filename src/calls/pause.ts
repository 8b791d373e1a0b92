import type { Clock } from "../clock.ts";
import { onAbort } from "./on-abort.ts";

/** Lets time pass; ends early, without an error, when the signal aborts. */
export async function pause(delayMs: number, signal: AbortSignal | undefined, clock: Clock): Promise<void> {
  if (signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const alarm = clock.schedule(clock.now(), delayMs, { ring: resolve });
  const stopListening = signal && onAbort(signal, resolve);
  await promise;
  alarm.stop();
  stopListening?.();
}
