import type { Alarm, Clock } from "../clock.ts";

/** Without an answer of the gateway, so long a silence means that the broker has told all that it had kept. */
const silenceMs = 500;
/**
 * A gateway that tells of devices whose values never come must not keep a caller waiting longer than this after the
 * last word, nor a broker that has kept nothing: before its first word, silence may be that of a busy machine.
 */
const longestMs = 3_000;
const stepMs = 100;

/**
 * Knows when all is known of a house, after a connection was made. A gateway that answers says which devices there
 * are, and all of them are waited for; otherwise only the silence tells that nothing more comes. The time runs while
 * somebody waits: before that, the broker may be as busy with its start as we are with ours.
 */
export class HouseSurvey {
  readonly #clock: Clock;
  #done = Promise.withResolvers<void>();
  #silence: Alarm | undefined;
  #limit: Alarm | undefined;
  #isRunning = false;
  #isWaitedFor = false;
  /** The broker has begun to tell, and nobody who knows more has been asked. */
  #isListening = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when all is known, or when the connection was lost. */
  get done(): Promise<void> {
    if (!this.#isWaitedFor) {
      this.#isWaitedFor = true;
      this.#startTime();
    }
    return this.#done.promise;
  }

  start(): void {
    this.#isRunning = true;
    this.#startTime();
  }

  /** Nobody is left waiting; who comes now waits for the next connection. */
  stop(): void {
    this.#end();
    this.#isWaitedFor = false;
    this.#isListening = false;
    this.#done = Promise.withResolvers();
  }

  /** The broker is still telling what it had kept. The time that a caller can be asked to wait begins anew. */
  goOn(): void {
    this.#limit?.stop();
    if (this.#isRunning && this.#isWaitedFor) this.#limit = this.#finishAfter(longestMs);
  }

  awaitSilence(): void {
    this.awaitAnswer();
    this.#isListening = true;
    if (this.#isRunning && this.#isWaitedFor) this.#silence = this.#finishAfter(silenceMs);
  }

  /** Somebody was asked who knows: silence means nothing now. */
  awaitAnswer(): void {
    this.#isListening = false;
    this.#silence?.stop();
  }

  finish(): void {
    if (this.#isRunning) this.#end();
  }

  #startTime(): void {
    this.goOn();
    if (this.#isListening) this.awaitSilence();
  }

  /** In steps, each from when the last one rang: time in which this program was too busy to listen does not count. */
  #finishAfter(delayMs: number): Alarm {
    let leftMs = delayMs;
    const wait = (): Alarm => this.#clock.schedule(this.#clock.now(), stepMs, { ring });
    const ring = () => {
      leftMs -= stepMs;
      if (leftMs > 0) alarm = wait();
      else this.finish();
    };
    let alarm = wait();
    return { stop: () => alarm.stop() };
  }

  #end(): void {
    this.#isRunning = false;
    this.#silence?.stop();
    this.#limit?.stop();
    this.#done.resolve();
  }
}
