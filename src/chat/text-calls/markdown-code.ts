import { isSpace } from "./lookahead.ts";

const newline = 10;
export const backtick = 96;
export const tilde = 126;

/** Follows a code span or a fenced block to its end: what stands in it is shown, not called. */
export class MarkdownCode {
  /** The code ended before the character at which `read` stopped. */
  hasEnded = false;
  readonly #marker: number;
  #length: number;
  #isOpening: boolean;
  #isFence: boolean;
  /** On the line that opens a fence, behind the marker. */
  #isInfoLine = false;
  #isLineStart: boolean;
  /** How many markers stand directly before the present character. */
  #run = 0;

  private constructor(marker: number, fenceLength: number, isLineStart: boolean) {
    this.#marker = marker;
    this.#length = fenceLength;
    this.#isOpening = fenceLength === 0;
    this.#isFence = fenceLength > 0;
    this.#isLineStart = isLineStart;
  }

  /** To be read from the marker on: three or more at the start of a line open a block. */
  static startingWith(marker: number, isLineStart: boolean): MarkdownCode {
    return new MarkdownCode(marker, 0, isLineStart);
  }

  static insideFence(length: number, isLineStart: boolean): MarkdownCode {
    return new MarkdownCode(backtick, length, isLineStart);
  }

  /** Reads on, up to the end of the code or of the text. */
  read(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#isOpening && code === this.#marker) this.#length++;
      else {
        if (this.#isOpening) this.#endOpening();
        if (this.#isFence) this.#readInFence(code);
        else this.#readInSpan(code);
        if (this.hasEnded) return at;
      }
    }
    return text.length;
  }

  #endOpening(): void {
    this.#isOpening = false;
    this.#isFence = this.#isLineStart && this.#length >= 3;
    this.#isInfoLine = this.#isFence;
    this.#isLineStart = false;
  }

  /** A span that is not closed on its line was none: a stray backtick must not hide the rest. */
  #readInSpan(code: number): void {
    if (code === this.#marker) this.#run++;
    else if (code === newline || this.#run === this.#length || this.#marker === tilde) this.hasEnded = true;
    else this.#run = 0;
  }

  #readInFence(code: number): void {
    if (code === newline) {
      this.hasEnded = this.#run >= this.#length;
      this.#isInfoLine = false;
      this.#isLineStart = true;
      this.#run = 0;
    } else if (code === this.#marker && this.#isInfoLine && this.#marker === backtick) {
      // "```code``` and more": a span with three backticks.
      this.#isFence = false;
      this.#run = 1;
    } else if (code === this.#marker && (this.#isLineStart || this.#run > 0)) {
      this.#isLineStart = false;
      this.#run++;
    } else if (!isSpace(code)) {
      this.#isLineStart = false;
      this.#run = 0;
    }
  }
}
