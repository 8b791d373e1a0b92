import type { DescribedNode } from "./gateway-nodes.ts";
import type { Reading } from "./zwave-payload.ts";
import { toNamedValueTopic, type CommandClass, type ValuePlace } from "./zwave-topics.ts";

/** A value of a device, as it was last told. */
export interface DeviceValue {
  readonly place: ValuePlace;
  readonly topic: string;
  readonly value: unknown;
  /** When the gateway had it, or else when it came here; in milliseconds since 1970. */
  readonly at: number;
  readonly unit?: string;
}

/** What the gateway's API adds to what the topics say. */
interface ValueWords {
  readonly label: string | undefined;
  readonly unit: string | undefined;
  readonly states: ReadonlyMap<unknown, string>;
}

/** A node of the network under the name that its topics give it. */
export class ZwaveDevice {
  /** Its part of the topics: `Living_Room/Floor_Lamp`. */
  readonly path: string;
  name: string;
  room: string;
  nodeId: number | undefined;
  /** What the gateway says of it: `Alive`, `Awake`, `Asleep`, `Dead`. */
  status: string | undefined;
  isAlive: boolean | undefined;
  readonly #values = new Map<string, DeviceValue>();
  readonly #words = new Map<string, ValueWords>();

  constructor(path: string) {
    this.path = path;
    const levels = path.split("/").map((level) => level.replaceAll("_", " "));
    this.name = levels.at(-1) ?? path;
    this.room = levels.slice(0, -1).join(" ");
  }

  get values(): ReadonlyMap<string, DeviceValue> {
    return this.#values;
  }

  /** When anything was last reported, in milliseconds since 1970; 0 for never. */
  get lastHeard(): number {
    return Math.max(0, ...Array.from(this.#values.values(), ({ at }) => at));
  }

  /** Whether the gateway can reach it, where that can be said: a battery device that sleeps is neither here nor gone. */
  get isReachable(): boolean | undefined {
    return this.status === "Asleep" ? undefined : this.isAlive;
  }

  /** Takes in what a topic said, or that it was cleared; returns the value's key. */
  update(place: ValuePlace, topic: string, reading: Reading | undefined): string {
    const key = toNamedValueTopic(place);
    if (reading === undefined) {
      this.#values.delete(key);
      return key;
    }
    const { value, time = Date.now(), unit } = reading;
    this.#values.set(key, { place, topic, value, at: time, ...(unit !== undefined && { unit }) });
    return key;
  }

  /** Takes over the names that a person gave, which topics cannot spell. */
  learn(node: DescribedNode): void {
    this.nodeId = node.id;
    if (node.name !== "") this.name = node.name;
    this.room = node.location;
    for (const value of node.values) this.#words.set(value.key, value);
  }

  /** The value with that property, of the first endpoint that has one. */
  find(commandClass: CommandClass, property: string, propertyKey?: string): DeviceValue | undefined {
    return [...this.#values.values()]
      .filter(
        ({ place }) =>
          place.commandClass === commandClass &&
          place.property === property &&
          (propertyKey === undefined || place.propertyKey === propertyKey),
      )
      .toSorted((a, b) => a.place.endpoint - b.place.endpoint)[0];
  }

  /** What a person would call the value. */
  labelOf({ place }: DeviceValue): string {
    return this.#words.get(toNamedValueTopic(place))?.label ?? labelFromTopic(place);
  }

  unitOf({ place, unit }: DeviceValue): string | undefined {
    return unit ?? this.#words.get(toNamedValueTopic(place))?.unit;
  }

  /** The value in words, where the gateway has words for it. */
  wordsOf({ place, value }: DeviceValue): unknown {
    return this.#words.get(toNamedValueTopic(place))?.states.get(value) ?? value;
  }
}

function labelFromTopic({ commandClass, property, propertyKey }: ValuePlace): string {
  // "level" and "value" say nothing without what they are of.
  if (commandClass === "battery" || commandClass === "meter") return `${commandClass} ${property}`;
  const isNumbered = propertyKey === undefined || /^\d+$/.test(propertyKey);
  return (isNumbered ? property : propertyKey).replaceAll("_", " ");
}
