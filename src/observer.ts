/** Something that happened. `type` is `noun.verb`; the modules that emit events declare them. */
export interface Event {
  readonly type: string;
}

export type Observer<E extends Event = Event> = (event: E) => void;

/** An observer cannot break a run: what it throws becomes a process warning (DESIGN: observers). */
export function guardObserver<E extends Event>(observer: Observer<E>): Observer<E> {
  return (event) => {
    try {
      observer(event);
    } catch (error) {
      process.emitWarning(`An observer failed on "${event.type}": ${String(error)}`, "SwitchboardWarning");
    }
  };
}
