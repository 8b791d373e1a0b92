import type { Alarm, Clock } from "../clock.ts";

/** At most two a second, however often a server says that its tools have changed (MCP-11). */
const shortestIntervalMs = 500;

/** Runs a piece of work when it is asked for, but never twice at once or too often; the last wish is always met. */
export class RefreshGate {
  readonly #clock: Clock;
  readonly #work: () => Promise<void>;
  #alarm: Alarm | undefined;
  #isRunning = false;
  #isWanted = false;
  #earliestAt = 0;

  constructor(clock: Clock, work: () => Promise<void>) {
    this.#clock = clock;
    this.#work = work;
  }

  request(): void {
    this.#isWanted = true;
    if (this.#isRunning || this.#alarm !== undefined) return;
    const now = this.#clock.now();
    if (now >= this.#earliestAt) void this.#run();
    else this.#alarm = this.#clock.schedule(now, this.#earliestAt - now, this);
  }

  /** The alarm's. */
  ring(): void {
    this.#alarm = undefined;
    void this.#run();
  }

  stop(): void {
    this.#alarm?.stop();
    this.#alarm = undefined;
    this.#isWanted = false;
  }

  async #run(): Promise<void> {
    this.#isWanted = false;
    this.#isRunning = true;
    this.#earliestAt = this.#clock.now() + shortestIntervalMs;
    try {
      await this.#work();
    } finally {
      this.#isRunning = false;
      if (this.#isWanted) this.request();
    }
  }
}
