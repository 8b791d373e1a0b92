/** Time as the program sees it; tests put their own in its place. */
export interface Clock {
  /** Milliseconds that only ever grow: a change of the wall clock moves no deadline (EX-5). */
  now(): number;
  /** Rings once, `delayMs` after `startedAt`, which is now or a moment ago, unless the alarm is stopped first. */
  schedule(startedAt: number, delayMs: number, bell: Bell): Alarm;
}

/** An object and not a function, so that who waits can be the bell itself, without a closure for each alarm. */
export interface Bell {
  ring(): void;
}

export interface Alarm {
  stop(): void;
}

/** Bound once: the global itself is looked up through a getter each time. */
const monotonicNow = performance.now.bind(performance);

export const systemClock: Clock = {
  now: monotonicNow,
  schedule(startedAt, delayMs, bell) {
    if (delayMs > longestTimerMs) return scheduleInParts(startedAt, delayMs, bell);
    const queue = queues.get(delayMs) ?? openQueue(delayMs);
    if (queue !== undefined) return queue.add(startedAt + delayMs, bell);
    const timer = setTimeout(() => bell.ring(), delayMs);
    return { stop: () => clearTimeout(timer) };
  },
};

/** Longer delays overflow a timer and would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

function scheduleInParts(startedAt: number, delayMs: number, bell: Bell): Alarm {
  if (delayMs === Infinity) return { stop: () => {} };
  let alarm = systemClock.schedule(startedAt, longestTimerMs, {
    ring() {
      alarm = systemClock.schedule(startedAt + longestTimerMs, delayMs - longestTimerMs, bell);
    },
  });
  return { stop: () => alarm.stop() };
}

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
  readonly bell: Bell;
}

/**
 * All alarms of one delay on one timer: they fall due in the order in which they were set. Nearly every alarm is a
 * deadline that is taken away again, and a timer of its own would be the most expensive part of a call. The timer
 * stays for the next alarm, but keeps no process alive without one.
 */
class DelayQueue implements Link {
  readonly dueAt = Infinity;
  readonly bell: Bell = { ring: () => {} };
  next: Link = this;
  previous: Link = this;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
    this.#timer = this.#startTimer(delayMs);
  }

  add(dueAt: number, bell: Bell): Alarm {
    if (this.next === this) this.#timer.ref();
    const alarm = new QueuedAlarm(this, dueAt, bell);
    this.previous.next = alarm;
    this.previous = alarm;
    return alarm;
  }

  onStopped(): void {
    if (this.next === this) this.#timer.unref();
  }

  #ring(): void {
    const now = monotonicNow();
    try {
      for (let first = this.next; first.dueAt <= now; first = this.next) {
        remove(first);
        first.bell.ring();
      }
    } finally {
      // A bell that throws must not stop the deadlines behind it.
      if (this.next === this) queues.delete(this.#delayMs);
      else this.#timer = this.#startTimer(Math.max(0, this.next.dueAt - now));
    }
  }

  #startTimer(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#ring(), delayMs);
  }
}

class QueuedAlarm implements Link, Alarm {
  next: Link;
  previous: Link;
  readonly dueAt: number;
  readonly bell: Bell;
  private readonly queue: DelayQueue;

  constructor(queue: DelayQueue, dueAt: number, bell: Bell) {
    this.next = queue;
    this.previous = queue.previous;
    this.dueAt = dueAt;
    this.bell = bell;
    this.queue = queue;
  }

  stop(): void {
    remove(this);
    this.queue.onStopped();
  }
}

/** Does no harm to a link that is out of its chain already. */
function remove(link: Link): void {
  link.previous.next = link.next;
  link.next.previous = link.previous;
  link.next = link;
  link.previous = link;
}
