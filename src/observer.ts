/** Something that happened. `type` is `noun.verb`; the modules that emit events declare them. */
export interface Event {
  readonly type: string;
}

export type Observer<E extends Event = Event> = (event: E) => void;

/** An observer cannot break a run: what it throws, or rejects with, becomes a process warning. */
export function guardObserver<E extends Event>(observer: Observer<E>): Observer<E> {
  return (event) => {
    try {
      const returned: unknown = observer(event);
      if (returned !== undefined && returned instanceof Promise)
        returned.catch((error: unknown) => warn(event, error));
    } catch (error) {
      warn(event, error);
    }
  };
}

function warn(event: Event, error: unknown): void {
  const reason = error instanceof Error ? error.message : typeof error;
  process.emitWarning(`An observer failed on "${event.type}": ${reason}`, "SwitchboardWarning");
}
