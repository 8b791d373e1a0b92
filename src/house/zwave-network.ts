import { systemClock, type Alarm, type Clock } from "../clock.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import type { BrokerConnection, BrokerMessage } from "../mqtt/broker-connection.ts";
import { GatewayApi } from "./gateway-api.ts";
import { parseNodes, type DescribedNode } from "./gateway-nodes.ts";
import { ZwaveDevice } from "./zwave-device.ts";
import { parseJson, parseReading } from "./zwave-payload.ts";
import { parseValueTopic } from "./zwave-topics.ts";

export interface ZwaveNetworkOptions {
  readonly broker: BrokerConnection;
  readonly prefix: string;
  readonly clock?: Clock;
}

/** What changed: the value or the status of a device. */
export interface DeviceReport {
  readonly device: ZwaveDevice;
  /** The value's key; absent for the node's status. */
  readonly key?: string;
  /** `false` for what the broker had kept from before. */
  readonly isFresh: boolean;
}

/** The retained values of a house come in a burst; a pause this long ends it. */
const burstPauseMs = 75;
/** A house without any retained value must not keep a caller waiting longer. */
const longestBurstMs = 1_000;

/** The devices behind a zwave-js-ui gateway, as its topics tell of them. It lives as long as the connection does. */
export class ZwaveNetwork {
  readonly broker: BrokerConnection;
  readonly prefix: string;
  readonly api: GatewayApi;
  readonly #clock: Clock;
  readonly #devices = new Map<string, ZwaveDevice>();
  /** What the gateway's API said of nodes: its answer may come before their values do. */
  #described: readonly DescribedNode[] = [];
  readonly #listeners = new Set<(report: DeviceReport) => void>();
  #settled = Promise.withResolvers<void>();
  #pause: Alarm | undefined;
  #limit: Alarm | undefined;

  constructor({ broker, prefix, clock = systemClock }: ZwaveNetworkOptions) {
    this.broker = broker;
    this.prefix = prefix;
    this.#clock = clock;
    this.api = new GatewayApi(broker, prefix, clock);
    broker.onState(({ isConnected }) => this.#onConnection(isConnected));
    void broker.subscribe(`${prefix}/#`, (message) => this.#onMessage(message));
    if (broker.isConnected) this.#onConnection(true);
  }

  /**
   * Those that have a value: a controller has none, and cannot be used. A node that was renamed is still at the broker
   * under its old name; the one that was heard of last is the node.
   */
  get devices(): readonly ZwaveDevice[] {
    const withValues = [...this.#devices.values()].filter(({ values }) => values.size > 0);
    const byNode = Map.groupBy(withValues, ({ nodeId, path }) => nodeId ?? path);
    return Array.from(byNode.values(), (same) => same.reduce((a, b) => (b.lastHeard > a.lastHeard ? b : a)));
  }

  /** Resolves when the broker has told what it knew of the house. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  onReport(listener: (report: DeviceReport) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #onConnection(isConnected: boolean): void {
    this.#pause?.stop();
    this.#limit?.stop();
    if (!isConnected) {
      // Nobody is left waiting; who comes now waits for the next connection.
      this.#settled.resolve();
      this.#settled = Promise.withResolvers();
      return;
    }
    this.#limit = this.#clock.schedule(this.#clock.now(), longestBurstMs, { ring: () => this.#settle() });
  }

  #onMessage({ topic, payload, isRetained }: BrokerMessage): void {
    const path = topic.slice(this.prefix.length + 1);
    if (path === "" || path.endsWith("/set")) return;
    if (isRetained) this.#awaitPause();
    if (path.startsWith("_")) return this.#onGatewayMessage(path, payload);
    const value = parseValueTopic(path);
    if (value !== undefined) return this.#onValue(value, topic, payload, !isRetained);
    if (path.endsWith("/status") && path !== "driver/status") this.#onStatus(path, payload, !isRetained);
  }

  #onGatewayMessage(path: string, payload: string): void {
    this.api.onMessage(path, payload);
    if (path.endsWith("/api/getNodes")) this.#learnNames(parseJson(payload));
    // A gateway that has just appeared tells names and units better than its topics do.
    if (path.endsWith("/status") && this.api.isOnline === true) void this.api.call("getNodes", []);
  }

  #onValue(
    { node, place }: NonNullable<ReturnType<typeof parseValueTopic>>,
    topic: string,
    payload: string,
    isFresh: boolean,
  ): void {
    const device = this.#device(node);
    const key = device.update(place, topic, parseReading(payload));
    this.#tell({ device, key, isFresh });
  }

  #onStatus(path: string, payload: string, isFresh: boolean): void {
    const device = this.#device(path.slice(0, -"/status".length));
    const parsed = parseJson(payload);
    const { value, status, nodeId } = isPlainObject(parsed) ? parsed : { value: parsed };
    device.isAlive = typeof value === "boolean" ? value : undefined;
    device.status = typeof status === "string" ? status : undefined;
    if (typeof nodeId === "number" && nodeId !== device.nodeId) {
      device.nodeId = nodeId;
      this.#describe(device);
    }
    this.#tell({ device, isFresh });
  }

  #learnNames(answer: unknown): void {
    this.#described = parseNodes(answer);
    for (const device of this.#devices.values()) this.#describe(device);
  }

  /** Topics may be without rooms or with numbers for names, by the gateway's settings: a node's number is surer. */
  #describe(device: ZwaveDevice): void {
    const node = this.#described.find(({ id, topics }) =>
      device.nodeId === undefined ? topics.includes(device.path) : id === device.nodeId,
    );
    if (node !== undefined) device.learn(node);
  }

  #device(path: string): ZwaveDevice {
    const known = this.#devices.get(path);
    if (known !== undefined) return known;
    const device = new ZwaveDevice(path);
    this.#devices.set(path, device);
    this.#describe(device);
    return device;
  }

  #tell(report: DeviceReport): void {
    for (const listener of this.#listeners) listener(report);
  }

  #awaitPause(): void {
    this.#pause?.stop();
    this.#pause = this.#clock.schedule(this.#clock.now(), burstPauseMs, { ring: () => this.#settle() });
  }

  #settle(): void {
    this.#pause?.stop();
    this.#limit?.stop();
    this.#settled.resolve();
  }
}
