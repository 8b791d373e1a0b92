/** Something that happened. `type` is `noun.verb`; the modules that emit events declare them. */
export interface Event {
  readonly type: string;
}

export type Observer<E extends Event = Event> = (event: E) => void;

/** An observer cannot break a run: what it throws, or rejects with, becomes a process warning. */
export function guardObserver<E extends Event>(observer: Observer<E>): Observer<E> {
  return (event) => callGuarded(observer, event, describeObserver);
}

/** The same for one call of any listener; `who` says whose it is, where it fails. */
export function callGuarded<Value>(
  listener: (value: Value) => void,
  value: Value,
  who: (value: Value) => string,
): void {
  try {
    const returned: unknown = listener(value);
    if (returned !== undefined && returned instanceof Promise)
      returned.catch((error: unknown) => warn(who(value), error));
  } catch (error) {
    warn(who(value), error);
  }
}

function describeObserver({ type }: Event): string {
  return `An observer failed on "${type}"`;
}

function warn(who: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : typeof error;
  process.emitWarning(`${who}: ${reason}`, "SwitchboardWarning");
}
