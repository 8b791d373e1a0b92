/** Time as the program sees it; tests put their own in its place. */
export interface Clock {
  /** Milliseconds that only ever grow: a change of the wall clock moves no deadline (EX-5). */
  now(): number;
  /**
   * Calls back once, `delayMs` after `startedAt`, which is now or a moment ago. What it returns takes the
   * callback away again.
   */
  schedule(startedAt: number, delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(startedAt, delayMs, callback) {
    const queue = queues.get(delayMs) ?? openQueue(delayMs);
    if (queue !== undefined) return queue.add(startedAt + delayMs, callback);
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** More kinds of delay than this are not usual ones; they get timers of their own. */
const maxQueues = 8;
const queues = new Map<number, DelayQueue>();

function openQueue(delayMs: number): DelayQueue | undefined {
  if (queues.size >= maxQueues) return undefined;
  const queue = new DelayQueue(delayMs);
  queues.set(delayMs, queue);
  return queue;
}

/** A link in a queue's chain; the queue itself is the link before the first and behind the last. */
interface Link {
  next: Link;
  previous: Link;
  readonly dueAt: number;
  readonly callback: () => void;
}

/**
 * All alarms of one delay on one timer: they fall due in the order in which they were set. Nearly every alarm is a
 * deadline that is taken away again, and a timer of its own would be the most expensive part of a call. The timer
 * stays for the next alarm, but keeps no process alive without one.
 */
class DelayQueue implements Link {
  readonly dueAt = Infinity;
  readonly callback = (): void => {};
  next: Link = this;
  previous: Link = this;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
    this.#timer = this.#startTimer(delayMs);
  }

  add(dueAt: number, callback: () => void): () => void {
    if (this.next === this) this.#timer.ref();
    const alarm: Link = { next: this, previous: this.previous, dueAt, callback };
    this.previous.next = alarm;
    this.previous = alarm;
    return () => {
      remove(alarm);
      if (this.next === this) this.#timer.unref();
    };
  }

  #startTimer(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#ring(), delayMs);
  }

  #ring(): void {
    const now = performance.now();
    for (let alarm = this.next; alarm.dueAt <= now; alarm = this.next) {
      remove(alarm);
      alarm.callback();
    }
    if (this.next === this) queues.delete(this.#delayMs);
    else this.#timer = this.#startTimer(this.next.dueAt - now);
  }
}

/** Does no harm to a link that is out of its chain already. */
function remove(link: Link): void {
  link.previous.next = link.next;
  link.next.previous = link.previous;
  link.next = link;
  link.previous = link;
}
