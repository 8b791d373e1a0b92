/**
 * Events that wait to be told. Places are used again and not cut off: most of the time no more than one event waits,
 * and to empty an array and to fill it anew takes twice as long.
 */
export class EventQueue<Event> {
  readonly #events: Event[] = [];
  #next = 0;
  #count = 0;

  push(event: Event): void {
    this.#events[this.#count++] = event;
  }

  /** The next one; `undefined` where none waits. */
  take(): Event | undefined {
    if (this.#next === this.#count) return undefined;
    const event = this.#events[this.#next++];
    if (this.#next === this.#count) this.#next = this.#count = 0;
    return event;
  }
}
