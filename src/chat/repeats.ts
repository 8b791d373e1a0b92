import type { ToolCall } from "../calls/call.ts";
import { foldName } from "../calls/tool-names.ts";

interface SeenCall {
  readonly call: ToolCall;
  round: number;
  count: number;
}

/** Tells when the same call comes three times, in rounds that follow each other or in one (CHAT-8). */
export class RepeatDetector {
  /** Of this round and the one before. */
  #seen: SeenCall[] = [];
  #round = 0;

  isStuck(call: ToolCall, round: number): boolean {
    if (round !== this.#round) {
      this.#round = round;
      this.#seen = this.#seen.filter((seen) => seen.round >= round - 1);
    }
    // One by one: nearly all differ at once, which is found out sooner than a form to look them up by is written.
    const before = this.#seen.find((seen) => isSameCall(seen.call, call));
    if (before === undefined) {
      this.#seen.push({ call, round, count: 1 });
      return false;
    }
    before.round = round;
    before.count += 1;
    return before.count >= 3;
  }
}

function isSameCall(one: ToolCall, other: ToolCall): boolean {
  try {
    return isSame(one.args, other.args) && foldName(one.name) === foldName(other.name);
  } catch {
    // Too deep to be compared: not worth calling the same.
    return false;
  }
}

/** Neither the order of keys nor quotes around a number make it another call. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other))
    return !isObject(one) && !isObject(other) && String(one) === String(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
