import { SwitchboardError } from "../errors.ts";
import { startInProcessBroker, type InProcessBroker } from "../mqtt/in-process-broker.ts";
import { housePlan, type PlannedNode } from "./simulation/house-plan.ts";
import { SimulatedGateway, type GatewayOptions } from "./simulation/simulated-gateway.ts";
import type { NodeFault, SimulatedNode, SimulatedValue } from "./simulation/simulated-node.ts";
import { toNamedValueTopic } from "./zwave-topics.ts";

export type { NodeFault } from "./simulation/simulated-node.ts";

export interface HouseOptions extends Partial<Omit<GatewayOptions, "brokerUrl" | "nodes">> {
  /** A broker that is there already, or one of the house's own, which is the default. */
  readonly broker?: { readonly url: string } | "in-process";
  /** For a broker of its own: 0, the default, takes any port that is free. */
  readonly port?: number;
  readonly devices?: readonly PlannedNode[];
}

/** A device of the house as it is now. */
export interface HouseDevice {
  readonly id: number;
  readonly name: string;
  readonly room: string;
  /** Its part of its topics: `Living_Room/Switch_One`. */
  readonly topic: string;
  /** What the gateway knows of it, by the end of the topic: `switch_binary/endpoint_0/currentValue`. */
  readonly values: Readonly<Record<string, boolean | number>>;
}

/** A house with a Z-Wave gateway at a real MQTT broker, in which nothing is real but the wire (VOX-7). */
export interface House {
  readonly brokerUrl: string;
  readonly prefix: string;
  readonly devices: readonly HouseDevice[];
  /** Makes a device fail, or mends it again. */
  setFault(deviceName: string, fault: NodeFault | undefined): void;
  /** What happens at the device itself, such as a hand on the switch. `property` is the value's label or property. */
  change(deviceName: string, property: string, value: boolean | number): void;
  /** Takes the gateway from the broker, or brings it back. */
  setGatewayOnline(isOnline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Resolves when the broker has the state of every device. */
export async function startHouse(options: HouseOptions = {}): Promise<House> {
  const { broker: given = "in-process", port = 0, devices: nodes = housePlan, ...settings } = options;
  const own: InProcessBroker | undefined =
    given === "in-process" ? await startInProcessBroker({ port }) : undefined;
  const brokerUrl = own?.url ?? (given as { readonly url: string }).url;
  const gateway = new SimulatedGateway({ ...settings, brokerUrl, nodes });
  await gateway.start();

  const find = (name: string): SimulatedNode => {
    const node = gateway.nodes.find((each) => each.name === name);
    if (node !== undefined) return node;
    throw new SwitchboardError("unknown_device", `The simulated house has no device "${name}"`);
  };

  return {
    brokerUrl,
    prefix: gateway.prefix,
    get devices() {
      return gateway.nodes.map(toHouseDevice);
    },
    setFault(deviceName, fault) {
      find(deviceName).fault = fault;
    },
    change(deviceName, property, value) {
      const node = find(deviceName);
      node.change(findValue(node, property), value);
    },
    async setGatewayOnline(isOnline) {
      await gateway.stop();
      if (isOnline) await gateway.start();
    },
    async close() {
      await gateway.close();
      await own?.close();
    },
  };
}

function findValue(node: SimulatedNode, property: string): SimulatedValue {
  const value = node.values.find((each) => each.property === property || each.label === property);
  if (value !== undefined) return value;
  throw new SwitchboardError("unknown_property", `"${node.name}" has no "${property}"`);
}

function toHouseDevice({ id, name, location, topic, values }: SimulatedNode): HouseDevice {
  return {
    id,
    name,
    room: location,
    topic,
    values: Object.fromEntries(values.map((value) => [toNamedValueTopic(value), value.value])),
  };
}
