import { SwitchboardError } from "./errors.ts";

/** Gives a number option back, or throws an error that names it. `Infinity` is a number. */
export function checkPositive(option: string, value: number): number {
  if (isPositive(value)) return value;
  throw notPositive(option, value);
}

export function isPositive(value: number): boolean {
  return typeof value === "number" && value > 0;
}

export function notPositive(option: string, value: unknown): SwitchboardError {
  const got = typeof value === "string" ? JSON.stringify(value) : String(value);
  return new SwitchboardError("invalid_option", `${option} must be a number above 0, got ${got}`);
}
