import type { ToolCall } from "../calls/call.ts";
import { foldName } from "../calls/tool-names.ts";

/** Tells when the same call comes three times, in rounds that follow each other or in one (CHAT-8). */
export class RepeatDetector {
  readonly #seen = new Map<string, { round: number; count: number }>();

  isStuck(call: ToolCall, round: number): boolean {
    const signature = `${foldName(call.name)} ${canonical(call.args)}`;
    const before = this.#seen.get(signature);
    const count = before !== undefined && before.round >= round - 1 ? before.count + 1 : 1;
    this.#seen.set(signature, { round, count });
    return count >= 3;
  }
}

/** Neither the order of keys nor quotes around a number make it another call. */
function canonical(args: unknown): string {
  try {
    return JSON.stringify(args, (_, value: unknown) => {
      if (typeof value !== "object" || value === null) return String(value);
      if (Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    });
  } catch {
    // Too deep to be written out: not worth calling the same.
    return crypto.randomUUID();
  }
}
