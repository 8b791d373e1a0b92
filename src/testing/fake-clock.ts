import type { Alarm, Bell, Clock } from "../clock.ts";

interface SetAlarm {
  readonly dueAt: number;
  readonly bell: Bell;
}

/** A clock that stands still until it is told to go on: deadlines without waiting. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #alarms = new Set<SetAlarm>();

  now(): number {
    return this.#now;
  }

  schedule(startedAt: number, delayMs: number, bell: Bell): Alarm {
    const alarm = { dueAt: startedAt + delayMs, bell };
    this.#alarms.add(alarm);
    return { stop: () => void this.#alarms.delete(alarm) };
  }

  /** How many alarms are set; 0 after everything has settled. */
  get pending(): number {
    return this.#alarms.size;
  }

  /** Lets time pass, and what falls due on the way happen in its order. */
  advance(durationMs: number): void {
    const end = this.#now + durationMs;
    for (let alarm = this.#nextUntil(end); alarm !== undefined; alarm = this.#nextUntil(end)) {
      this.#alarms.delete(alarm);
      // One that fell due while the loop was blocked rings late.
      this.#now = Math.max(this.#now, alarm.dueAt);
      alarm.bell.ring();
    }
    this.#now = end;
  }

  /** Time that passes while the event loop is blocked: no alarm goes off. */
  block(durationMs: number): void {
    this.#now += durationMs;
  }

  #nextUntil(end: number): SetAlarm | undefined {
    return [...this.#alarms].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)[0];
  }
}
