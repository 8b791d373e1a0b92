import { onAbort } from "../calls/on-abort.ts";
import type { Clock } from "../clock.ts";

/** Lets others wait for something to change. */
export class Changes {
  #next = Promise.withResolvers<void>();

  tell(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  /** Settles at the next change, after a time, or when the signal aborts. */
  async next(longestMs: number, signal: AbortSignal | undefined, clock: Clock): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const alarm = clock.schedule(clock.now(), longestMs, { ring: resolve });
    const stopListening = signal && onAbort(signal, resolve);
    await Promise.race([promise, this.#next.promise]);
    alarm.stop();
    stopListening?.();
  }
}
