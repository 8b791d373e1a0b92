/** The command classes that are spoken here, under the names that zwave-js-ui gives them in topics. */
export const commandClassIds = {
  switch_binary: 37,
  switch_multilevel: 38,
  sensor_binary: 48,
  sensor_multilevel: 49,
  meter: 50,
  thermostat_mode: 64,
  thermostat_setpoint: 67,
  door_lock: 98,
  barrier_operator: 102,
  notification: 113,
  battery: 128,
} as const;

export type CommandClass = keyof typeof commandClassIds;

const commandClassNames = new Map<string, CommandClass>(
  Object.entries(commandClassIds).map(([name, id]) => [String(id), name as CommandClass]),
);

/** The class behind its number, where it is one that is spoken here. */
export function commandClassOf(id: unknown): CommandClass | undefined {
  return typeof id === "number" ? commandClassNames.get(String(id)) : undefined;
}

/** Where a value stands within its node. */
export interface ValuePlace {
  readonly commandClass: CommandClass;
  readonly endpoint: number;
  readonly property: string;
  readonly propertyKey?: string;
}

export interface NodeName {
  readonly id: number;
  readonly name: string;
  readonly location: string;
}

/** As zwave-js-ui does it: blanks become `_`, and what is neither a letter of western Europe, a digit, `-` nor `_` goes. */
export function toTopicLevel(text: string): string {
  return text.replaceAll(/\s/g, "_").replaceAll(/[^A-Za-z0-9_À-ÖØ-öø-ÿ/-]/g, "");
}

/** The node's part of its topics: its room, where it has one, and its name. */
export function toNodeTopic({ id, name, location }: NodeName): string {
  const levels = [location, name === "" ? `nodeID_${id}` : name];
  return levels
    .filter((level) => level !== "")
    .map(toTopicLevel)
    .join("/");
}

/** `switch_binary/endpoint_0/currentValue`: what follows the node's part in "named topics". */
export function toNamedValueTopic({ commandClass, endpoint, property, propertyKey }: ValuePlace): string {
  const levels = [commandClass, `endpoint_${endpoint}`, property, propertyKey];
  return joinLevels(levels);
}

/** `37/0/currentValue`: what follows the node's part in "valueId topics". */
export function toValueIdTopic({ commandClass, endpoint, property, propertyKey }: ValuePlace): string {
  return joinLevels([String(commandClassIds[commandClass]), String(endpoint), property, propertyKey]);
}

function joinLevels(levels: readonly (string | undefined)[]): string {
  return levels
    .filter((level) => level !== undefined)
    .map((level) => toTopicLevel(level.replaceAll("/", "-")))
    .join("/");
}

/** Takes a value's topic apart (without the prefix), in either form; `undefined` for all other topics. */
export function parseValueTopic(topic: string): { node: string; place: ValuePlace } | undefined {
  const levels = topic.split("/");
  // The node comes first, and a property follows the class and the endpoint.
  for (let index = 1; index + 2 < levels.length; index += 1) {
    const commandClass = toCommandClass(levels[index]);
    const endpoint = toEndpoint(levels[index + 1]);
    const [property = "", ...rest] = levels.slice(index + 2);
    // A number here would be the endpoint: the class before it was a node's id.
    if (commandClass === undefined || endpoint === undefined || /^\d*$/.test(property)) continue;
    const propertyKey = rest.length > 0 ? rest.join("/") : undefined;
    return {
      node: levels.slice(0, index).join("/"),
      place: { commandClass, endpoint, property, ...(propertyKey !== undefined && { propertyKey }) },
    };
  }
  return undefined;
}

function toCommandClass(level = ""): CommandClass | undefined {
  return Object.hasOwn(commandClassIds, level) ? (level as CommandClass) : commandClassNames.get(level);
}

function toEndpoint(level = ""): number | undefined {
  const digits = /^(?:endpoint_)?(\d{1,3})$/.exec(level)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
