import type { Alarm, Clock } from "../clock.ts";

/** Without an answer of the gateway, so long a silence means that the broker has told all that it had kept. */
const silenceMs = 500;
/** A gateway that tells of devices whose values never come must not keep a caller waiting longer. */
const longestMs = 3_000;

/**
 * Knows when all is known of a house, after a connection was made. A gateway that answers says which devices there
 * are, and all of them are waited for; otherwise only the silence tells that nothing more comes.
 */
export class HouseSurvey {
  readonly #clock: Clock;
  #done = Promise.withResolvers<void>();
  #silence: Alarm | undefined;
  #limit: Alarm | undefined;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when all is known, or when the connection was lost. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  start(): void {
    this.#isRunning = true;
    this.#limit = this.#clock.schedule(this.#clock.now(), longestMs, { ring: () => this.finish() });
    this.awaitSilence();
  }

  /** Nobody is left waiting; who comes now waits for the next connection. */
  stop(): void {
    this.#end();
    this.#done = Promise.withResolvers();
  }

  awaitSilence(): void {
    this.awaitAnswer();
    if (!this.#isRunning) return;
    this.#silence = this.#clock.schedule(this.#clock.now(), silenceMs, { ring: () => this.finish() });
  }

  /** Somebody was asked who knows: silence means nothing now. */
  awaitAnswer(): void {
    this.#silence?.stop();
  }

  finish(): void {
    if (this.#isRunning) this.#end();
  }

  #end(): void {
    this.#isRunning = false;
    this.#silence?.stop();
    this.#limit?.stop();
    this.#done.resolve();
  }
}
