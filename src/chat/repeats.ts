import type { ToolCall } from "../calls/call.ts";

/** Tells when the same call comes three times in a row, with nothing else in between (CHAT-8). */
export class RepeatDetector {
  #last = "";
  #count = 0;

  isStuck(call: ToolCall): boolean {
    const signature = `${call.name} ${canonical(call.args)}`;
    this.#count = signature === this.#last ? this.#count + 1 : 1;
    this.#last = signature;
    return this.#count >= 3;
  }
}

/** The order of keys makes no difference to a call. */
function canonical(args: unknown): string {
  try {
    return JSON.stringify(args, (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    // Too deep to be written out: not worth calling the same.
    return `${Math.random()}`;
  }
}
