import type { Alarm, Bell, Clock } from "../clock.ts";

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
}

export type DropReason = "stale" | "overflow";

/** Somebody has taken it back, or the connection was closed: no news to who observes. */
type Unneeded = "withdrawn";

interface OutboxOptions {
  readonly clock: Clock;
  readonly maxQueued: number;
  onDropped(topic: string, reason: DropReason): void;
}

/**
 * The messages that no broker has taken yet, the oldest first. One that waits too long is dropped, and so is the oldest
 * where too many wait: a light must not go on minutes after somebody asked for it.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #waiting = new Set<Letter>();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get waiting(): Iterable<Letter> {
    return this.#waiting;
  }

  add(message: Outgoing, staleAfterMs: number): Letter {
    const { clock, maxQueued } = this.#options;
    const letter = new Letter(message, (reason) => this.#take(letter, reason));
    letter.goesStale(clock, staleAfterMs);
    this.#waiting.add(letter);
    const [oldest] = this.#waiting;
    if (this.#waiting.size > maxQueued) oldest?.drop("overflow");
    return letter;
  }

  /** Gives up on everything that waits. */
  clear(): void {
    for (const letter of this.#waiting) letter.drop("withdrawn");
  }

  #take(letter: Letter, reason: DropReason | Unneeded | undefined): void {
    this.#waiting.delete(letter);
    if (reason === "stale" || reason === "overflow") this.#options.onDropped(letter.message.topic, reason);
  }
}

/** A message in the outbox. It is settled once: the broker has it, or it was dropped. */
export class Letter implements Bell {
  readonly message: Outgoing;
  /** Whether a broker has taken it. */
  readonly settled: Promise<boolean>;
  readonly #onSettled: (dropped: DropReason | Unneeded | undefined) => void;
  #resolve: ((isSent: boolean) => void) | undefined;
  #alarm: Alarm | undefined;

  constructor(message: Outgoing, onSettled: (dropped: DropReason | Unneeded | undefined) => void) {
    this.message = message;
    this.#onSettled = onSettled;
    this.settled = new Promise((resolve) => (this.#resolve = resolve));
  }

  goesStale(clock: Clock, afterMs: number): void {
    this.#alarm = clock.schedule(clock.now(), afterMs, this);
  }

  /** Is taken back when the signal aborts. */
  obey(signal: AbortSignal): void {
    const onAborted = () => this.drop("withdrawn");
    signal.addEventListener("abort", onAborted, { once: true });
    void this.settled.then(() => signal.removeEventListener("abort", onAborted));
  }

  ring(): void {
    this.drop("stale");
  }

  taken(): void {
    this.#settle(true, undefined);
  }

  drop(reason: DropReason | Unneeded): void {
    this.#settle(false, reason);
  }

  #settle(isSent: boolean, reason: DropReason | Unneeded | undefined): void {
    if (this.#resolve === undefined) return;
    this.#alarm?.stop();
    this.#resolve(isSent);
    this.#resolve = undefined;
    this.#onSettled(reason);
  }
}
