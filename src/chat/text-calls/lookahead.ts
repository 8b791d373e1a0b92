/** How far a decision may look ahead. Nothing that opens a call is longer. */
const reach = 512;

/**
 * Reads ahead in text that is still arriving. It tells "this is something else" from "the text ends before that is
 * known": in the second case the reading is made again when there is more. It never looks at more than its reach,
 * so that what it finds does not depend on how the text was cut into chunks.
 */
export class Lookahead {
  at: number;
  /** The text ended too early for an answer. From then on every reading finds nothing. */
  ranOut = false;
  readonly #text: string;
  readonly #end: number;
  readonly #mayGrow: boolean;

  constructor(text: string, at: number, isComplete: boolean) {
    this.#text = text;
    this.at = at;
    this.#end = Math.min(text.length, at + reach);
    this.#mayGrow = !isComplete && text.length < at + reach;
  }

  take(literal: string): boolean {
    if (this.ranOut) return false;
    if (this.at + literal.length <= this.#end) {
      if (!this.#text.startsWith(literal, this.at)) return false;
      this.at += literal.length;
      return true;
    }
    if (this.#mayGrow && literal.startsWith(this.#text.slice(this.at, this.#end))) this.ranOut = true;
    return false;
  }

  /** The first of the literals that stands here: a longer one has to come before its own beginning. */
  takeOneOf(literals: readonly string[]): string | undefined {
    return literals.find((literal) => this.take(literal));
  }

  /** The characters up to the first that is not wanted; `undefined` where there is none. */
  takeWhile(isWanted: (code: number) => boolean): string | undefined {
    let at = this.at;
    while (at < this.#end && isWanted(this.#text.charCodeAt(at))) at++;
    if (at === this.#end && this.#mayGrow) this.ranOut = true;
    if (this.ranOut || at === this.at) return undefined;
    const taken = this.#text.slice(this.at, at);
    this.at = at;
    return taken;
  }

  /** What has arrived of the characters that `takeWhile` would take. */
  arrived(isWanted: (code: number) => boolean): string {
    let at = this.at;
    while (at < this.#end && isWanted(this.#text.charCodeAt(at))) at++;
    return this.#text.slice(this.at, at);
  }

  skipSpace(): void {
    while (this.at < this.#end && isSpace(this.#text.charCodeAt(this.at))) this.at++;
  }

  /** Looks without taking. */
  sees(literal: string): boolean {
    const { at } = this;
    const seen = this.take(literal);
    this.at = at;
    return seen;
  }

  /** Reads in full or not at all. */
  attempt<Result>(read: () => Result | undefined): Result | undefined {
    const { at } = this;
    const result = read();
    if (result === undefined) this.at = at;
    return result;
  }
}

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
