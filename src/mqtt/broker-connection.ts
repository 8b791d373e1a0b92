import { systemClock, type Alarm, type Clock } from "../clock.ts";
import { SwitchboardError } from "../errors.ts";
import { callGuarded, guardObserver, type Observer } from "../observer.ts";
import { checkPositive } from "../options.ts";
import { BrokerLink } from "./broker-link.ts";
import type { BrokerConnection, BrokerOptions, BrokerState, PublishOptions } from "./broker-types.ts";
import { parseBrokerUrl } from "./broker-url.ts";
import type { BrokerEvent } from "./events.ts";
import { Outbox, type Letter } from "./outbox.ts";
import { Subscriptions, type MessageListener } from "./subscriptions.ts";

export type { BrokerConnection, BrokerOptions, BrokerState, PublishOptions } from "./broker-types.ts";
export type { BrokerEvent } from "./events.ts";
export type { BrokerMessage, MessageListener } from "./subscriptions.ts";

const notYet = "it has not answered yet";
const goodbyeMs = 1000;
/** A broker that does not answer at all is given up after this. */
const connectTimeoutMs = 10_000;

/** Connects in the background, and again whenever the connection is lost. Throws only for options that are wrong. */
export function connectBroker(options: BrokerOptions): BrokerConnection {
  return new RestoredConnection(options);
}

class RestoredConnection implements BrokerConnection {
  readonly url: string;
  readonly #options: BrokerOptions;
  readonly #credentials: { username?: string; password?: string };
  readonly #clock: Clock;
  readonly #observe: Observer<BrokerEvent>;
  readonly #outbox: Outbox;
  readonly #staleAfterMs: number;
  readonly #retryDelayMs: number;
  readonly #maxRetryDelayMs: number;
  readonly #subscriptions = new Subscriptions();
  readonly #stateListeners = new Set<(state: BrokerState) => void>();
  #link: BrokerLink | undefined;
  #retry: Alarm | undefined;
  #failures = 0;
  #connectedAt: number | undefined;
  #trouble: string | undefined = notYet;
  #closing: Promise<void> | undefined;

  constructor(options: BrokerOptions) {
    const { url, username, password } = parseBrokerUrl(options.url);
    this.url = url;
    this.#options = options;
    this.#credentials = {
      ...withDefined("username", options.username ?? username),
      ...withDefined("password", options.password ?? password),
    };
    this.#clock = options.clock ?? systemClock;
    this.#observe = guardObserver(options.observe ?? (() => {}));
    this.#staleAfterMs = checkPositive("staleAfterMs", options.staleAfterMs ?? 30_000);
    this.#retryDelayMs = checkPositive("retryDelayMs", options.retryDelayMs ?? 500);
    this.#maxRetryDelayMs = checkPositive("maxRetryDelayMs", options.maxRetryDelayMs ?? 30_000);
    this.#outbox = new Outbox({
      clock: this.#clock,
      maxQueued: checkPositive("maxQueued", options.maxQueued ?? 100),
      onDropped: (topic, reason) => this.#observe({ type: "broker.dropped", topic, reason }),
    });
    this.#connect();
  }

  get isConnected(): boolean {
    return this.#connectedAt !== undefined;
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  async connected(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.isConnected) return;
    if (this.#closing !== undefined) throw closedError(this.url);
    await new Promise<void>((resolve, reject) => {
      const settle = (end: () => void) => {
        forget();
        signal?.removeEventListener("abort", onAborted);
        end();
      };
      const forget = this.onState(({ isConnected }) => {
        if (isConnected) settle(resolve);
        else if (this.#closing !== undefined) settle(() => reject(closedError(this.url)));
      });
      const onAborted = () => settle(() => reject(signal?.reason as Error));
      signal?.addEventListener("abort", onAborted, { once: true });
    });
  }

  publish(topic: string, payload: string, options: PublishOptions = {}): Promise<boolean> {
    if (this.#closing !== undefined || options.signal?.aborted === true) return Promise.resolve(false);
    const { qos = 1, retain = false, staleAfterMs = this.#staleAfterMs } = options;
    const letter = this.#outbox.add({ topic, payload, qos, retain }, staleAfterMs);
    if (options.signal !== undefined) letter.obey(options.signal);
    if (this.isConnected) this.#send(letter);
    return letter.settled;
  }

  async subscribe(filter: string, listener: MessageListener): Promise<() => Promise<void>> {
    this.#subscriptions.add(filter, listener);
    if (this.#link !== undefined) await this.#subscribeOver(this.#link, [filter]);
    return async () => {
      if (this.#subscriptions.remove(filter, listener)) await this.#link?.unsubscribe(filter);
    };
  }

  onState(listener: (state: BrokerState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => void this.#stateListeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    this.#retry?.stop();
    this.#outbox.clear();
    // Told only when `close` has returned its promise: who listens must see a connection that is closed.
    await Promise.resolve();
    this.#changeState("it was closed");
    const { availability } = this.#options;
    if (link?.isOpen === true && availability !== undefined)
      void link.send({ topic: availability.topic, payload: availability.offline, qos: 1, retain: true });
    await link?.close(this.#clock, goodbyeMs);
    this.#stateListeners.clear();
  }

  #connect(): void {
    const { ca, clientId, availability } = this.#options;
    const will = availability
      ? { topic: availability.topic, payload: availability.offline, retain: true }
      : this.#options.will;
    const link: BrokerLink = new BrokerLink(
      this.url,
      {
        ...this.#credentials,
        ...withDefined("ca", ca),
        ...withDefined("clientId", clientId),
        ...(will && { will: { retain: false, ...will, payload: Buffer.from(will.payload), qos: 1 } }),
        // Every broker speaks 3.1.1, and nothing here needs 5.
        protocolVersion: 4,
        connectTimeout: connectTimeoutMs,
      },
      {
        onOpen: () => void this.#onOpen(link),
        onMessage: (message) => this.#subscriptions.deliver(message),
        onLost: (reason) => this.#onLost(reason),
      },
    );
    this.#link = link;
  }

  async #onOpen(link: BrokerLink): Promise<void> {
    const { availability } = this.#options;
    await this.#subscribeOver(link, this.#subscriptions.filters);
    if (this.#link !== link || !link.isOpen) return;
    this.#connectedAt = this.#clock.now();
    if (availability !== undefined)
      void link.send({ topic: availability.topic, payload: availability.online, qos: 1, retain: true });
    for (const letter of this.#outbox.waiting) this.#send(letter);
    this.#observe({ type: "broker.connected", url: this.url });
    this.#changeState(undefined);
  }

  async #subscribeOver(link: BrokerLink, filters: readonly string[]): Promise<void> {
    const isTaken = await link.subscribe(filters);
    // A link that is not open, or lost by now, has all filters again with the next connection.
    if (!isTaken && link.isOpen) this.#observe({ type: "broker.refused", url: this.url, filters });
  }

  #onLost(reason: string): void {
    // The last moment of a link that is being closed is no reason to connect again.
    if (this.#closing !== undefined) return;
    this.#link = undefined;
    // Two clients with one id throw each other out at once and for ever: only a connection that held starts afresh.
    const heldMs = this.#connectedAt === undefined ? 0 : this.#clock.now() - this.#connectedAt;
    this.#failures = heldMs >= this.#maxRetryDelayMs ? 0 : this.#failures;
    const retryInMs = Math.min(this.#retryDelayMs * 2 ** this.#failures++, this.#maxRetryDelayMs);
    this.#retry = this.#clock.schedule(this.#clock.now(), retryInMs, { ring: () => this.#connect() });
    this.#observe({ type: "broker.lost", url: this.url, reason, retryInMs });
    this.#changeState(reason);
  }

  /** What the broker does not confirm stays in the outbox, and is sent again over the next connection. */
  #send(letter: Letter): void {
    void this.#link?.send(letter.message).then((isTaken) => isTaken && letter.taken());
  }

  #changeState(trouble: string | undefined): void {
    this.#trouble = trouble;
    if (trouble !== undefined) this.#connectedAt = undefined;
    const state = { isConnected: trouble === undefined, ...(trouble !== undefined && { reason: trouble }) };
    for (const listener of this.#stateListeners) callGuarded(listener, state, describeListener);
  }
}

function withDefined<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: V });
}

function describeListener(): string {
  return "A listener failed on the broker's state";
}

function closedError(url: string): SwitchboardError {
  return new SwitchboardError("closed", `the connection to ${url} was closed`);
}
