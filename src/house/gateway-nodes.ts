import { isPlainObject } from "../schema/json-schema.ts";
import { commandClassOf, toNamedValueTopic, toNodeTopic, type CommandClass } from "./zwave-topics.ts";

/** A node as the gateway's `getNodes` describes it. */
export interface DescribedNode {
  readonly id: number;
  readonly name: string;
  readonly location: string;
  /** What the node's part of its topics may be: with its name or, by the gateway's settings, with its number. */
  readonly topics: readonly string[];
  readonly product: string | undefined;
  readonly values: readonly DescribedValue[];
}

export interface DescribedValue {
  readonly commandClass: CommandClass;
  /** The end of its topic, in its named form. */
  readonly key: string;
  readonly label: string | undefined;
  readonly unit: string | undefined;
  /** What the numbers mean. */
  readonly states: ReadonlyMap<unknown, string>;
  /** The gateway knows what it is, and so must have told it. */
  readonly isKnown: boolean;
}

/** Reads the gateway's answer; whatever is not as expected is left out. */
export function parseNodes(answer: unknown): DescribedNode[] {
  const nodes: unknown = isPlainObject(answer) ? answer["result"] : undefined;
  return records(nodes).flatMap((node) => {
    const { id, name, loc, productDescription, values } = node;
    if (typeof id !== "number") return [];
    const named = { id, name: text(name) ?? "", location: text(loc) ?? "" };
    const described = {
      ...named,
      topics: [toNodeTopic(named), toNodeTopic({ ...named, name: String(id) })],
      product: text(productDescription),
      values: records(values).flatMap(parseValue),
    };
    return [described];
  });
}

function parseValue(value: Record<string, unknown>): DescribedValue[] {
  const { commandClass, endpoint, property, propertyName, propertyKey, label, unit, states } = value;
  const name = commandClassOf(commandClass);
  if (name === undefined) return [];
  const place = {
    commandClass: name,
    endpoint: typeof endpoint === "number" ? endpoint : 0,
    property: String(propertyName ?? property),
    ...(propertyKey !== undefined && propertyKey !== null && { propertyKey: String(propertyKey) }),
  };
  return [
    {
      commandClass: name,
      key: toNamedValueTopic(place),
      label: text(label),
      unit: text(unit),
      states: new Map(records(states).map((state) => [state["value"], text(state["text"]) ?? ""])),
      isKnown: value["value"] !== undefined && value["value"] !== null,
    },
  ];
}

function records(value: unknown): Record<string, unknown>[] {
  // zwave-js-ui keeps a node's values in an object or in an array, by version.
  const items = isPlainObject(value) ? Object.values(value) : value;
  return Array.isArray(items) ? items.filter(isPlainObject) : [];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
