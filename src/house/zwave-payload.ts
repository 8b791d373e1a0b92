import { isPlainObject } from "../schema/json-schema.ts";

/** What a topic said. */
export interface Reading {
  readonly value: unknown;
  /** When the gateway had it, in milliseconds since 1970, where it says so. */
  readonly time?: number;
  readonly unit?: string;
}

/**
 * Reads what zwave-js-ui publishes, in each of its three forms: `{"time":…,"value":…}`, the whole value with `value` and
 * `lastUpdate` in it, or the bare value (VOX-6). `undefined` is for a topic that was cleared.
 */
export function parseReading(payload: string): Reading | undefined {
  const parsed = parseJson(payload);
  if (parsed === "" || parsed === undefined) return undefined;
  if (!isPlainObject(parsed) || !("value" in parsed)) return { value: parsed };
  const { value, time, lastUpdate, unit } = parsed;
  const at = typeof time === "number" ? time : lastUpdate;
  return {
    value,
    ...(typeof at === "number" && { time: at }),
    ...(typeof unit === "string" && { unit }),
  };
}

/** Text that is no JSON is text. */
export function parseJson(payload: string): unknown {
  if (payload === "") return undefined;
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return payload;
  }
}
