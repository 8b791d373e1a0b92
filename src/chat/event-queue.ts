/**
 * Events that wait to be told. Places are used again and not cut off: to empty an array and to fill it anew takes
 * longer than all else that is done for a chunk of text, and most of the time no more than one event waits.
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
