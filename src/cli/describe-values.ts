import { isPlainObject } from "../schema/json-schema.ts";
import { sanitize } from "./sanitize.ts";

/** `deviceName: "Lamp", level: 40`: arguments for a person, on one line. */
export function describeArguments(args: unknown): string {
  if (!isPlainObject(args)) return typeof args === "string" ? toLine(args) : showValue(args);
  return Object.entries(args)
    .map(([name, value]) => `${toLine(name)}: ${showValue(value)}`)
    .join(", ");
}

function showValue(value: unknown): string {
  try {
    return toLine(JSON.stringify(value) ?? String(value));
  } catch {
    return toLine(String(value));
  }
}

function toLine(text: string): string {
  return sanitize(text).replaceAll(/[\n\t]+/g, " ");
}
