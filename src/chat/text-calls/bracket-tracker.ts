const quotes = new Set([34, 39]);
const backslash = 92;
const closerOf = new Map([
  [40, 41],
  [91, 93],
  [123, 125],
]);
const closers = new Set(closerOf.values());

/** Outside strings neither JSON nor Python's literals have these: whatever was meant has broken off before. */
const foreign = new Set([60, 96]);

/** Deeper than any real argument; `JSON.stringify` fails at some thousand levels. */
const maxDepth = 200;

/** Follows brackets and strings, in JSON and in Python's literals alike, until the first bracket is closed. */
export class BracketTracker {
  state: "open" | "whole" | "broken" = "open";
  readonly #expected: number[] = [];
  #quote = 0;
  #isEscaped = false;

  /** Reads on, up to the end of the value or to what breaks it off; gives the place behind what belongs to it. */
  read(text: string, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      this.#step(text.charCodeAt(at));
      if (this.state === "broken") return at;
      if (this.state === "whole") return at + 1;
    }
    return to;
  }

  /** The brackets that are still to be closed, `undefined` inside a string. */
  missingEnd(): string | undefined {
    return this.#quote === 0 ? String.fromCharCode(...this.#expected.toReversed()) : undefined;
  }

  get depth(): number {
    return this.#expected.length;
  }

  get isInString(): boolean {
    return this.#quote !== 0;
  }

  #step(code: number): void {
    if (this.#quote !== 0) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === backslash) this.#isEscaped = true;
      else if (code === this.#quote) this.#quote = 0;
      return;
    }
    const closer = closerOf.get(code);
    if (closer !== undefined) {
      this.#expected.push(closer);
      if (this.#expected.length > maxDepth) this.state = "broken";
    } else if (closers.has(code)) {
      if (this.#expected.at(-1) !== code) {
        this.state = "broken";
        return;
      }
      this.#expected.pop();
      if (this.#expected.length === 0) this.state = "whole";
    } else if (quotes.has(code)) this.#quote = code;
    else if (foreign.has(code)) this.state = "broken";
  }
}
