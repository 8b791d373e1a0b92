/** What happens to a turn that comes while another runs: it waits its turn, or it is let go (VOX-3). */
export type WhenBusy = "queue" | "drop";

export interface TurnQueueOptions {
  readonly whenBusy: WhenBusy;
  /** How many turns wait at most. */
  readonly maxWaiting: number;
}

/** One turn at a time (VOX-3). */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  #settled = Promise.withResolvers<void>();

  constructor(options: TurnQueueOptions) {
    this.#options = options;
    this.#settled.resolve();
  }

  /** When nothing runs and nothing waits. */
  settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Runs the turn now, or after those before it; `undefined` if it was let go. One that barges in goes to the front. */
  enter<T>(turn: () => Promise<T>, { isBargeIn = false } = {}): Promise<T> | undefined {
    if (!this.#isBusy) {
      this.#isBusy = true;
      this.#settled = Promise.withResolvers<void>();
      return this.#run(turn);
    }
    const { whenBusy, maxWaiting } = this.#options;
    if (!isBargeIn && (whenBusy === "drop" || this.#waiting.length >= maxWaiting)) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isBargeIn) this.#waiting.unshift(resolve);
    else this.#waiting.push(resolve);
    return promise.then(() => this.#run(turn));
  }

  async #run<T>(turn: () => Promise<T>): Promise<T> {
    try {
      return await turn();
    } finally {
      this.#startNext();
    }
  }

  #startNext(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) return next();
    this.#isBusy = false;
    this.#settled.resolve();
  }
}
