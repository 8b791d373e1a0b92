import { callGuarded } from "../observer.ts";
import { matchesFilter } from "./topic-filter.ts";

export interface BrokerMessage {
  readonly topic: string;
  readonly payload: string;
  /** The broker had kept it from before; nobody has just sent it. */
  readonly isRetained: boolean;
}

export type MessageListener = (message: BrokerMessage) => void;

/** Who listens to what. A listener that throws breaks neither the connection nor the listeners behind it. */
export class Subscriptions {
  readonly #listeners = new Map<string, Set<MessageListener>>();

  get filters(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  add(filter: string, listener: MessageListener): void {
    const listeners = this.#listeners.get(filter) ?? new Set();
    this.#listeners.set(filter, listeners.add(listener));
  }

  /** Whether nobody is left for this filter. */
  remove(filter: string, listener: MessageListener): boolean {
    const listeners = this.#listeners.get(filter);
    if (listeners?.delete(listener) !== true || listeners.size > 0) return false;
    return this.#listeners.delete(filter);
  }

  /** A listener whose filters overlap hears a message once. */
  deliver(message: BrokerMessage): void {
    const matching = [...this.#listeners].filter(([filter]) => matchesFilter(filter, message.topic));
    const listeners = new Set(matching.flatMap(([, each]) => [...each]));
    for (const listener of listeners) callGuarded(listener, message, describeListener);
  }
}

function describeListener({ topic }: BrokerMessage): string {
  return `A listener failed on topic "${topic}"`;
}
