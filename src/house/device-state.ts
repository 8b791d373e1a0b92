import type { DescribedValue } from "./gateway-nodes.ts";
import type { DeviceValue, ZwaveDevice } from "./zwave-device.ts";
import type { CommandClass } from "./zwave-topics.ts";

export type DeviceKind = "switch" | "dimmer" | "thermostat" | "lock" | "garage door" | "sensor";

/** The value that says what a device is doing, by what it is. The first that a device has decides what it is. */
const mainValues: readonly [kind: DeviceKind, commandClass: CommandClass, property: string][] = [
  ["lock", "door_lock", "currentMode"],
  ["garage door", "barrier_operator", "currentState"],
  ["thermostat", "thermostat_setpoint", "setpoint"],
  ["dimmer", "switch_multilevel", "currentValue"],
  ["switch", "switch_binary", "currentValue"],
];

export const kindOf = (device: ZwaveDevice): DeviceKind => findMain(device)?.kind ?? "sensor";

/** The value by which a command to the device is confirmed; sensors have none. */
export function mainValueOf(device: ZwaveDevice): DeviceValue | undefined {
  return findMain(device)?.value;
}

/** Told again only when something happens: what the gateway knows of it may never have been kept. */
const happenings = new Set<CommandClass>(["notification"]);

/** Whether a device has told of everything that its gateway says it has to tell. */
export function isHeardOf(device: ZwaveDevice, described: readonly DescribedValue[]): boolean {
  const expected = described.filter(({ isKnown, commandClass }) => isKnown && !happenings.has(commandClass));
  if (expected.length === 0) return device.values.size > 0;
  return expected.every(({ key }) => device.values.has(key));
}

function findMain(device: ZwaveDevice): { kind: DeviceKind; value: DeviceValue } | undefined {
  for (const [kind, commandClass, property] of mainValues) {
    const value = device.find(commandClass, property);
    if (value !== undefined) return { kind, value };
  }
  return undefined;
}

/** Z-Wave's levels end at 99, which is all of it; people's end at 100. */
export function toZwaveLevel(percent: number): number {
  return Math.min(Math.round(percent), 99);
}

export function toPercent(level: number): number {
  return level >= 99 ? 100 : level;
}

/** What a device is doing, in a few words: `on`, `45 %`, `locked`; `undefined` where nobody knows. */
export function describeState(device: ZwaveDevice): string | undefined {
  const main = findMain(device);
  return main === undefined ? undefined : describeValue(device, main.kind, main.value);
}

/** The same for a value that came from elsewhere, such as the device itself. */
export function describeValue(device: ZwaveDevice, kind: DeviceKind, main: DeviceValue): string | undefined {
  const { value } = main;
  switch (kind) {
    case "switch":
      return typeof value === "boolean" ? onOrOff(value) : undefined;
    case "dimmer":
      if (typeof value !== "number") return undefined;
      return value === 0 ? "off" : `on at ${toPercent(value)} %`;
    case "lock":
      // 255 is locked; the numbers between mean doors that are locked in some part.
      return typeof value === "number" ? (value === 255 ? "locked" : "unlocked") : undefined;
    case "garage door":
      return typeof value === "number" ? barrierStates.get(value) : undefined;
    default:
      return typeof value === "number" ? `set to ${value} ${device.unitOf(main) ?? "degrees"}` : undefined;
  }
}

const onOrOff = (isOn: boolean) => (isOn ? "on" : "off");

const barrierStates = new Map([
  [0, "closed"],
  [252, "closing"],
  [253, "stopped"],
  [254, "opening"],
  [255, "open"],
]);
