import type { Alarm, Clock } from "../clock.ts";
import { onAbort } from "./on-abort.ts";

/** How a piece of work ended, and when by the clock. */
export type Outcome =
  | { readonly kind: "value"; readonly value: unknown; readonly endedAt: number }
  | { readonly kind: "error"; readonly error: unknown; readonly endedAt: number }
  | { readonly kind: "timeout"; readonly endedAt: number }
  | { readonly kind: "cancelled"; readonly reason: unknown; readonly endedAt: number };

/**
 * Work that goes on until it settles, its time is up or the caller aborts, whichever comes first. The work's own
 * signal fires in the latter two cases, and the outcome stands even when the work ignores it (EX-5, EX-12).
 *
 * A class to be extended, with plain fields: callbacks, objects for them, and a promise of its own were half the cost
 * of a call.
 */
export abstract class BoundedRun {
  readonly timeoutMs: number;
  readonly startedAt: number;
  private readonly clock: Clock;
  private readonly callerSignal: AbortSignal | undefined;
  private readonly controller = new AbortController();
  private isSettled = false;
  private alarm: Alarm | undefined = undefined;
  private stopListening: (() => void) | undefined = undefined;

  constructor(clock: Clock, startedAt: number, timeoutMs: number, signal: AbortSignal | undefined) {
    this.clock = clock;
    this.startedAt = startedAt;
    this.timeoutMs = timeoutMs;
    this.callerSignal = signal;
  }

  protected abstract work(signal: AbortSignal): unknown;
  /** Told once. */
  protected abstract onOutcome(outcome: Outcome): void;
  /** Told what arrives after the outcome, and is dropped; work that ended because it was told to is no news. */
  protected abstract onLate(outcome: Outcome): void;

  start(): void {
    const { callerSignal } = this;
    if (callerSignal !== undefined) {
      if (callerSignal.aborted) return this.cancel();
      this.stopListening = onAbort(callerSignal, () => this.cancel());
    }
    this.alarm = this.clock.schedule(this.startedAt, this.timeoutMs, this);
    void this.drive();
  }

  private async drive(): Promise<void> {
    let outcome: Outcome;
    try {
      const value = await this.work(this.controller.signal);
      outcome = { kind: "value", value, endedAt: this.clock.now() };
    } catch (error) {
      outcome = { kind: "error", error, endedAt: this.clock.now() };
    }
    this.onEnd(outcome);
  }

  /** The deadline's. */
  ring(): void {
    this.timeOut(this.clock.now());
  }

  /** Work that blocked the event loop past its deadline is late, although no alarm could ring. */
  private onEnd(outcome: Outcome): void {
    const isLate = outcome.endedAt - this.startedAt >= this.timeoutMs;
    if (isLate && !this.isSettled) this.timeOut(outcome.endedAt);
    this.settle(outcome);
  }

  private timeOut(endedAt: number): void {
    this.settle({ kind: "timeout", endedAt });
    const message = `The call's time limit of ${this.timeoutMs} ms is up`;
    this.controller.abort(new DOMException(message, "TimeoutError"));
  }

  private cancel(): void {
    const reason: unknown = this.callerSignal?.reason;
    this.settle({ kind: "cancelled", reason, endedAt: this.clock.now() });
    this.controller.abort(reason);
  }

  private settle(outcome: Outcome): void {
    if (this.isSettled) {
      if (!hasObeyed(outcome, this.controller.signal)) this.onLate(outcome);
      return;
    }
    this.isSettled = true;
    this.alarm?.stop();
    this.stopListening?.();
    this.onOutcome(outcome);
  }
}

/** Whether work ended with nothing but its signal's own reason: as it is, or in the AbortError of Node's functions. */
function hasObeyed(outcome: Outcome, { reason }: AbortSignal): boolean {
  if (outcome.kind !== "error") return false;
  if (outcome.error === reason) return true;
  try {
    const { name, cause } = outcome.error as { name?: unknown; cause?: unknown };
    return name === "AbortError" || (cause !== undefined && cause === reason);
  } catch {
    // Nothing was thrown, or something that cannot be read.
    return false;
  }
}
