import { systemClock } from "../../clock.ts";
import { SwitchboardError } from "../../errors.ts";
import type { BrokerConnection, BrokerMessage } from "../../mqtt/broker-connection.ts";
import { connectBroker } from "../../mqtt/broker-connection.ts";
import { toNamedValueTopic, toTopicLevel, toValueIdTopic } from "../zwave-topics.ts";
import { parseJson } from "../zwave-payload.ts";
import { callApi, toApiValue } from "./gateway-api.ts";
import type { PlannedNode } from "./house-plan.ts";
import { SimulatedNode, type NodeListener, type SimulatedValue } from "./simulated-node.ts";
import { toWrittenValue } from "./written-value.ts";

export interface GatewayOptions {
  readonly brokerUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly nodes: readonly PlannedNode[];
  /** The gateway's own name, which stands in its API's topics. */
  readonly name?: string;
  readonly prefix?: string;
  /** zwave-js-ui's settings of the same names: how topics are called and what payloads look like. */
  readonly topics?: "named" | "valueId";
  readonly payload?: "timeValue" | "valueId" | "raw";
  /** How long after a command the gateway asks the device what it really is: 1 s. */
  readonly pollMs?: number;
  /** How long the gateway tries to reach a device before it takes it for dead. */
  readonly giveUpMs?: number;
  /** How long the broker may take to let the gateway in: 5 s. */
  readonly connectTimeoutMs?: number;
}

/** Everything that zwave-js-ui does on the wire, as far as the tools and their tests need it. */
export class SimulatedGateway implements NodeListener {
  readonly prefix: string;
  readonly nodes: readonly SimulatedNode[];
  readonly #options: GatewayOptions;
  readonly #clientTopic: string;
  #broker: BrokerConnection | undefined;

  constructor(options: GatewayOptions) {
    const { nodes, name = "house", prefix = "zwave", pollMs = 1000, giveUpMs = 200 } = options;
    this.#options = options;
    this.prefix = prefix;
    this.#clientTopic = `${prefix}/_CLIENTS/ZWAVE_GATEWAY-${toTopicLevel(name)}`;
    const timing = { clock: systemClock, pollMs, giveUpMs };
    this.nodes = nodes.map((plan) => new SimulatedNode(plan, timing, this));
  }

  /** Connects and publishes what is known of every node; resolves when the broker has all of it. */
  async start(): Promise<void> {
    const { brokerUrl: url, username, password } = this.#options;
    const status = `${this.#clientTopic}/status`;
    const broker = connectBroker({
      url,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      // All values of a big house at once.
      maxQueued: 10_000,
      availability: { topic: status, online: '{"value":true}', offline: '{"value":false}' },
    });
    this.#broker = broker;
    const listen = (message: BrokerMessage) => this.#onMessage(message);
    await Promise.all(this.#filters().map((filter) => broker.subscribe(filter, listen)));
    await this.#waitFor(broker);
    const values = this.nodes.flatMap((node) => node.values.map((value) => this.#publishValue(node, value)));
    const states = this.nodes.map((node) => this.#publishStatus(node));
    await Promise.all([...values, ...states, this.#publish("driver/status", true)]);
  }

  /** Leaves the broker; the nodes live on. */
  async stop(): Promise<void> {
    await this.#broker?.close();
    this.#broker = undefined;
  }

  async close(): Promise<void> {
    for (const node of this.nodes) node.close();
    await this.stop();
  }

  onValue(node: SimulatedNode, value: SimulatedValue): void {
    void this.#publishValue(node, value);
  }

  onStatus(node: SimulatedNode): void {
    void this.#publishStatus(node);
  }

  async #waitFor(broker: BrokerConnection): Promise<void> {
    const { connectTimeoutMs = 5_000 } = this.#options;
    try {
      await broker.connected(AbortSignal.timeout(connectTimeoutMs));
    } catch (error) {
      const { trouble } = broker;
      await this.close();
      throw new SwitchboardError(
        "unreachable",
        `The broker at ${broker.url} cannot be reached (${trouble}). Start it, or let the house have its own.`,
        { cause: error },
      );
    }
  }

  #publishValue(node: SimulatedNode, value: SimulatedValue): Promise<unknown> {
    return this.#publish(`${node.topic}/${this.#valueTopic(value)}`, this.#payloadOf(node, value));
  }

  #publishStatus(node: SimulatedNode): Promise<unknown> {
    const isAlive = !node.isDead;
    const detailed = { time: Date.now(), value: isAlive, status: node.status, nodeId: node.id };
    const isRaw = this.#options.payload === "raw";
    return Promise.all([
      this.#publish(`${node.topic}/status`, isRaw ? isAlive : detailed),
      this.#publish(
        `${node.topic}/lastActive`,
        isRaw ? node.lastActive : { time: Date.now(), value: node.lastActive },
      ),
    ]);
  }

  #valueTopic(value: SimulatedValue): string {
    return this.#options.topics === "valueId" ? toValueIdTopic(value) : toNamedValueTopic(value);
  }

  #payloadOf(node: SimulatedNode, value: SimulatedValue): unknown {
    switch (this.#options.payload) {
      case "raw":
        return value.value;
      case "valueId":
        return toApiValue(node, value);
      default:
        return { time: value.lastUpdate, value: value.value };
    }
  }

  #publish(topic: string, content: unknown, retain = true): Promise<boolean> {
    const sent = this.#broker?.publish(`${this.prefix}/${topic}`, JSON.stringify(content), { retain });
    return sent ?? Promise.resolve(false);
  }

  /** One filter for each depth of topic that can be written, and the API. */
  #filters(): string[] {
    const depths = new Set(
      this.nodes.flatMap((node) =>
        node.values.flatMap((value) =>
          [toNamedValueTopic(value), toValueIdTopic(value)].map(
            (topic) => `${node.topic}/${topic}`.split("/").length,
          ),
        ),
      ),
    );
    const writes = Array.from(depths, (depth) => `${this.prefix}/${"+/".repeat(depth)}set`);
    return [...writes, `${this.#clientTopic}/api/#`];
  }

  #onMessage({ topic, payload }: BrokerMessage): void {
    if (!topic.endsWith("/set")) return;
    const target = topic.slice(0, -"/set".length);
    if (target.startsWith(`${this.#clientTopic}/api/`)) void this.#answer(target, payload);
    else this.#write(target.slice(this.prefix.length + 1), payload);
  }

  #write(topic: string, payload: string): void {
    for (const node of this.nodes) {
      if (!topic.startsWith(`${node.topic}/`)) continue;
      const value = node.findByTopic(topic.slice(node.topic.length + 1));
      const wanted = value && toWrittenValue(payload, value);
      if (value !== undefined && wanted !== undefined) void node.write(value, wanted);
    }
  }

  async #answer(topic: string, payload: string): Promise<void> {
    const origin = parseJson(payload);
    const call = topic.slice(`${this.#clientTopic}/api/`.length);
    const answer = await callApi(this.nodes, call, origin);
    await this.#publish(topic.slice(this.prefix.length + 1), { ...answer, origin }, false);
  }
}
