import { systemClock, type Clock } from "../clock.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import type { BrokerConnection, BrokerMessage } from "../mqtt/broker-connection.ts";
import { GatewayApi } from "./gateway-api.ts";
import { parseNodes, type DescribedNode } from "./gateway-nodes.ts";
import { isHeardOf } from "./device-state.ts";
import { HouseSurvey } from "./house-survey.ts";
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

/** The devices behind a zwave-js-ui gateway, as its topics tell of them. It lives as long as the connection does. */
export class ZwaveNetwork {
  readonly broker: BrokerConnection;
  readonly prefix: string;
  readonly api: GatewayApi;
  readonly #survey: HouseSurvey;
  readonly #devices = new Map<string, ZwaveDevice>();
  /** What the gateway's API said of nodes: its answer may come before their values do. */
  #described: readonly DescribedNode[] = [];
  /** Those of which nothing has been heard yet since the gateway told of them. */
  #unheard = new Map<number, DescribedNode>();
  #isAsking = false;
  #mustAsk = false;
  readonly #listeners = new Set<(report: DeviceReport) => void>();

  constructor({ broker, prefix, clock = systemClock }: ZwaveNetworkOptions) {
    this.broker = broker;
    this.prefix = prefix;
    this.#survey = new HouseSurvey(clock);
    this.api = new GatewayApi(broker, prefix, clock);
    broker.onState(({ isConnected }) => this.#onConnection(isConnected));
    void broker.subscribe(`${prefix}/#`, (message) => this.#onMessage(message));
    if (broker.isConnected) this.#onConnection(true);
  }

  /**
   * Those that have a value: a controller has none, and cannot be used. A node that was taken out of the network is
   * still at the broker, and one that was renamed is there under its old name too; the one that was heard of last is
   * the node.
   */
  get devices(): readonly ZwaveDevice[] {
    const present = [...this.#devices.values()].filter(
      ({ values, nodeId }) => values.size > 0 && !this.#isGone(nodeId),
    );
    const byNode = Map.groupBy(present, ({ nodeId, path }) => nodeId ?? path);
    return Array.from(byNode.values(), (same) => same.reduce((a, b) => (b.lastHeard > a.lastHeard ? b : a)));
  }

  /** Resolves when all is known of the house that can be known without asking its devices. */
  get settled(): Promise<void> {
    return this.#survey.done;
  }

  onReport(listener: (report: DeviceReport) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #onConnection(isConnected: boolean): void {
    if (isConnected) return this.#survey.start();
    this.#survey.stop();
    this.#unheard.clear();
    this.api.giveUp();
  }

  #onMessage({ topic, payload, isRetained }: BrokerMessage): void {
    const path = topic.slice(this.prefix.length + 1);
    if (path === "" || path.endsWith("/set")) return;
    if (isRetained) this.#survey.goOn();
    if (isRetained && !this.#isAsking && this.#unheard.size === 0) this.#survey.awaitSilence();
    if (path.startsWith("_")) return this.#onGatewayMessage(path, payload);
    const value = parseValueTopic(path);
    if (value !== undefined) return this.#onValue(value, topic, payload, !isRetained);
    if (path === "driver/status") return isRetained ? undefined : void this.#askForNodes();
    if (path.endsWith("/status")) this.#onStatus(path, payload, !isRetained);
  }

  #onGatewayMessage(path: string, payload: string): void {
    this.api.onMessage(path, payload);
    if (path.endsWith("/api/getNodes")) this.#learnNames(parseJson(payload));
    if (path.endsWith("/status")) void this.#askForNodes();
  }

  /** The gateway knows which devices there are, and tells names and units better than its topics do. */
  async #askForNodes(): Promise<void> {
    this.#mustAsk = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    // What has changed while it answered is asked for once more.
    while (this.#mustAsk && this.api.isOnline === true) {
      this.#mustAsk = false;
      this.#survey.awaitAnswer();
      const answer = await this.api.call("getNodes", []);
      if (answer?.success === true && this.#described.length > 0) this.#awaitNodes();
      else this.#survey.awaitSilence();
    }
    this.#isAsking = false;
  }

  #onValue(
    { node, place }: NonNullable<ReturnType<typeof parseValueTopic>>,
    topic: string,
    payload: string,
    isFresh: boolean,
  ): void {
    const device = this.#device(node, isFresh);
    const key = device.update(place, topic, parseReading(payload));
    this.#tell({ device, key, isFresh });
    this.#tickOff(device);
  }

  #onStatus(path: string, payload: string, isFresh: boolean): void {
    const device = this.#device(path.slice(0, -"/status".length), isFresh);
    const parsed = parseJson(payload);
    const { value, status, nodeId } = isPlainObject(parsed) ? parsed : { value: parsed };
    device.isAlive = typeof value === "boolean" ? value : undefined;
    device.status = typeof status === "string" ? status : undefined;
    if (typeof nodeId === "number" && nodeId !== device.nodeId) {
      device.nodeId = nodeId;
      this.#describe(device);
      if (isFresh && this.#isGone(nodeId)) void this.#askForNodes();
    }
    this.#tell({ device, isFresh });
    this.#tickOff(device);
  }

  #learnNames(answer: unknown): void {
    const nodes = parseNodes(answer);
    // While its driver starts, a gateway answers that it knows of none.
    if (nodes.length === 0) return;
    this.#described = nodes;
    for (const device of this.#devices.values()) this.#describe(device);
  }

  /** Topics may be without rooms or with numbers for names, by the gateway's settings: a node's number is surer. */
  #describe(device: ZwaveDevice): void {
    const node = this.#described.find(({ id, topics }) =>
      device.nodeId === undefined ? topics.includes(device.path) : id === device.nodeId,
    );
    if (node !== undefined) device.learn(node);
  }

  #isGone(nodeId: number | undefined): boolean {
    return (
      nodeId !== undefined && this.#described.length > 0 && !this.#described.some(({ id }) => id === nodeId)
    );
  }

  #device(path: string, isFresh: boolean): ZwaveDevice {
    const known = this.#devices.get(path);
    if (known !== undefined) return known;
    const device = new ZwaveDevice(path);
    this.#devices.set(path, device);
    this.#describe(device);
    // A new device, or one that was renamed just now.
    if (isFresh) void this.#askForNodes();
    return device;
  }

  #tell(report: DeviceReport): void {
    for (const listener of this.#listeners) listener(report);
  }

  /** Every node of which the gateway has values is waited for until its own topics have told of it. */
  #awaitNodes(): void {
    const nodes = this.#described.filter(({ values }) => values.some(({ isKnown }) => isKnown));
    this.#unheard = new Map(nodes.map((node) => [node.id, node]));
    for (const device of this.#devices.values()) this.#tickOff(device);
    if (this.#unheard.size === 0) this.#survey.finish();
  }

  #tickOff(device: ZwaveDevice): void {
    const node = device.nodeId === undefined ? undefined : this.#unheard.get(device.nodeId);
    if (node === undefined || !isHeardOf(device, node.values)) return;
    this.#unheard.delete(node.id);
    if (this.#unheard.size === 0) this.#survey.finish();
  }
}
