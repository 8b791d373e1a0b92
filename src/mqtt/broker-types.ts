import type { Clock } from "../clock.ts";
import type { Observer } from "../observer.ts";
import type { BrokerEvent } from "./events.ts";
import type { MessageListener } from "./subscriptions.ts";

export interface BrokerOptions {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`; credentials may stand in it. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** The certificate authority that signed the broker's certificate, as PEM text. */
  readonly ca?: string;
  readonly clientId?: string;
  /** What the broker publishes for us when we are gone without a goodbye. */
  readonly will?: { readonly topic: string; readonly payload: string; readonly retain?: boolean };
  /** A retained topic that says whether we are there; brings its own last will. */
  readonly availability?: { readonly topic: string; readonly online: string; readonly offline: string };
  /** How many messages wait for the broker at most; the oldest goes first. */
  readonly maxQueued?: number;
  /** How long a message waits for the broker before it is dropped. */
  readonly staleAfterMs?: number;
  /** The pause before the first new attempt; it doubles with each, up to `maxRetryDelayMs`. */
  readonly retryDelayMs?: number;
  readonly maxRetryDelayMs?: number;
  readonly clock?: Clock;
  readonly observe?: Observer<BrokerEvent>;
}

export interface PublishOptions {
  readonly retain?: boolean;
  readonly qos?: 0 | 1;
  /** In place of the connection's own limit. */
  readonly staleAfterMs?: number;
  /** Takes back what no broker has taken yet. */
  readonly signal?: AbortSignal;
}

export interface BrokerState {
  readonly isConnected: boolean;
  /** Why there is no connection. */
  readonly reason?: string;
}

/** A broker that may come and go. Nothing here throws because it is gone. */
export interface BrokerConnection {
  /** Where the broker is, without credentials. */
  readonly url: string;
  /** Whether the broker has let us in and has been told of our subscriptions. */
  readonly isConnected: boolean;
  /** Why there is no connection, where there is none. */
  readonly trouble: string | undefined;
  /** Waits for the connection; rejects only when the signal aborts or the connection is closed. */
  connected(signal?: AbortSignal): Promise<void>;
  /** Sends now or, without a connection, later. `false`: it was dropped, or the broker never said that it has it. */
  publish(topic: string, payload: string, options?: PublishOptions): Promise<boolean>;
  /**
   * Listens from now on, over all connections to come. Resolves when the broker knows of it, or at once without a
   * connection. Each subscription makes the broker send what it has retained for the filter, to all its listeners.
   */
  subscribe(filter: string, listener: MessageListener): Promise<() => Promise<void>>;
  onState(listener: (state: BrokerState) => void): () => void;
  /** Ends all of it: what still waits is dropped. */
  close(): Promise<void>;
}
