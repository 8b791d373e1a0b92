import type { DeviceValue, ZwaveDevice } from "./zwave-device.ts";
import type { CommandClass } from "./zwave-topics.ts";

export interface SensorReading {
  readonly sensor: string;
  readonly value: unknown;
  readonly unit?: string;
  /** How long ago the gateway had it from the device. */
  readonly age: string;
}

const sensorClasses = new Set<CommandClass>([
  "sensor_binary",
  "sensor_multilevel",
  "meter",
  "notification",
  "battery",
]);

export function readSensors(device: ZwaveDevice, now: number = Date.now()): SensorReading[] {
  return [...device.values.values()]
    .filter(({ place }) => sensorClasses.has(place.commandClass))
    .map((value) => {
      const unit = device.unitOf(value);
      return {
        sensor: device.labelOf(value),
        value: inWords(device, value),
        ...(unit !== undefined && { unit }),
        age: describeAge(now - value.at),
      };
    });
}

/** `Humidity 58 % (3 s ago)` */
export function describeReading(reading: SensorReading): string {
  return `${describeSensorValue(reading)} (${reading.age})`;
}

export function describeSensorValue({ sensor, value, unit }: SensorReading): string {
  return `${sensor} ${String(value)}${unit === undefined ? "" : ` ${unit}`}`;
}

/** The numbers of Z-Wave's notifications that houses are full of, for gateways whose API does not tell what they mean. */
const notifications = new Map<unknown, string>([
  [0, "idle"],
  [7, "motion detected"],
  [8, "motion detected"],
  [22, "open"],
  [23, "closed"],
]);

function inWords(device: ZwaveDevice, value: DeviceValue): unknown {
  const words = device.wordsOf(value);
  if (words !== value.value || value.place.commandClass !== "notification") return words;
  return notifications.get(value.value) ?? value.value;
}

/** `3 s ago`, `5 min ago`, `2 h ago`, `4 days ago`. */
export function describeAge(ageMs: number): string {
  // The gateway's clock may be ahead of ours.
  const seconds = Math.max(0, Math.round(ageMs / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h ago`;
  return `${Math.floor(seconds / 86_400)} days ago`;
}
