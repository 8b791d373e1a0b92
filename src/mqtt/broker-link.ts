import { Socket } from "node:net";
import type { IClientOptions, MqttClient } from "mqtt";
import type { Clock } from "../clock.ts";
import type { Outgoing } from "./outbox.ts";
import type { BrokerMessage } from "./subscriptions.ts";

interface LinkListener {
  /** The broker has let us in. */
  onOpen(): void;
  onMessage(message: BrokerMessage): void;
  /** Once, and the last call: the link was lost or could not be made. */
  onLost(reason: string): void;
}

/**
 * One connection to a broker, from its start to its end. The next attempt gets a new client: what the old one still
 * had on its way is ours to send again or to drop, and not sent behind our back.
 */
export class BrokerLink {
  readonly #listener: LinkListener;
  #client: MqttClient | undefined;
  #isOpen = false;
  #isOver = false;

  constructor(url: string, options: IClientOptions, listener: LinkListener) {
    this.#listener = listener;
    this.#open(url, options).catch((error: unknown) => this.#lose(error));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the broker took the message (with QoS 0: whether it went out). */
  send({ topic, payload, qos, retain }: Outgoing): Promise<boolean> {
    return this.#request((client, done) => client.publish(topic, payload, { qos, retain }, done));
  }

  /**
   * With QoS 0: in a session that ends with its connection QoS 1 would bring nothing more, and of what it has retained
   * mosquitto then sends 1,020 messages and drops the rest, which is less than a big house has.
   */
  subscribe(filters: readonly string[]): Promise<boolean> {
    if (filters.length === 0) return Promise.resolve(true);
    return this.#request((client, done) => client.subscribe([...filters], { qos: 0 }, done));
  }

  unsubscribe(filter: string): Promise<boolean> {
    return this.#request((client, done) => client.unsubscribe(filter, done));
  }

  /** Says goodbye, so that the broker keeps the last will to itself, and waits at most `withinMs` for it. */
  async close(clock: Clock, withinMs: number): Promise<void> {
    const client = this.#client;
    const wasOpen = this.#isOpen;
    this.#end();
    if (client === undefined) return;
    if (!wasOpen) return void client.end(true);
    await new Promise<void>((resolve) => {
      const done = () => {
        alarm.stop();
        resolve();
      };
      const alarm = clock.schedule(clock.now(), withinMs, {
        ring() {
          client.end(true);
          resolve();
        },
      });
      // A broker that goes at the same time answers no goodbye.
      client.once("close", done);
      client.end(false, {}, done);
    });
  }

  async #open(url: string, options: IClientOptions): Promise<void> {
    const { connect } = await import("mqtt");
    if (this.#isOver) return;
    const client = connect(url, { ...options, reconnectPeriod: 0, resubscribe: false, clean: true });
    this.#client = client;
    client.on("connect", () => {
      if (this.#isOver) return;
      // Messages are small and wait for each other: held back to fill a packet, each would cost 40 ms.
      if (client.stream instanceof Socket) client.stream.setNoDelay();
      this.#isOpen = true;
      this.#listener.onOpen();
    });
    client.on("message", (topic, payload, { retain }) => {
      if (!this.#isOver)
        this.#listener.onMessage({ topic, payload: payload.toString("utf8"), isRetained: retain });
    });
    // The listener stays when all is over: an error that comes late must not end the process.
    client.on("error", (error) => this.#lose(error));
    client.on("close", () => this.#lose(new Error("the connection was closed")));
  }

  #request(start: (client: MqttClient, done: (error?: Error | null) => void) => unknown): Promise<boolean> {
    const client = this.#client;
    if (client === undefined || !this.#isOpen) return Promise.resolve(false);
    return new Promise((resolve) => {
      try {
        start(client, (error) => resolve(error === undefined || error === null));
      } catch {
        resolve(false);
      }
    });
  }

  #lose(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#client?.end(true);
    this.#listener.onLost(reasonOf(error));
  }

  #end(): void {
    this.#isOver = true;
    this.#isOpen = false;
  }
}

/** An attempt at several addresses fails with an AggregateError, which has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
