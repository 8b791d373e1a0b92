import { widthOf } from "./text-width.ts";

/** Takes one column for certain, in whatever pieces it comes: no mark, no soft hyphen, no emoji, nothing of East Asia. */
const narrow = /^[\u0021-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u201f\u2026]$/;

/** What begins and ends code in Markdown. */
const fence = /^ {0,3}(?:```|~~~)/;

/**
 * Breaks lines between words while text comes in pieces. What has come of a word is shown at once; where it turns out
 * not to fit, it is taken back and begins the next line. Code, and what is longer than a line, is left to the terminal:
 * who copies a command or an address from it gets it in one piece.
 */
export class WordWrap {
  #column = 0;
  /** How the line of the text begins, whatever lines are made of it. */
  #beginning = "";
  #isCode = false;
  /** What the line ends with and can be taken back; `undefined` within a word of uncertain width. */
  #word: string | undefined = "";
  /** A blank has just ended the line. */
  #isBroken = false;

  /** What is to be written for the next piece, on a terminal that is so wide now. */
  push(text: string, width: number): string {
    let written = "";
    for (const character of text) written += this.#next(character, width);
    return written;
  }

  /** The next piece begins another text. */
  restart(): void {
    this.#beginLine();
    this.#isCode = false;
  }

  #beginLine(): void {
    this.#column = 0;
    this.#word = "";
    this.#beginning = "";
    this.#isBroken = false;
  }

  #next(character: string, width: number): string {
    if (character === "\n") {
      if (fence.test(this.#beginning)) this.#isCode = !this.#isCode;
      const written = this.#isBroken ? "" : character;
      this.#beginLine();
      return written;
    }
    if (this.#beginning.length < 6) this.#beginning += character;
    if (this.#isCode || fence.test(this.#beginning)) return character;
    if (character === " " || character === "\t") return this.#blank(character, width);
    this.#isBroken = false;
    const taken = this.#column + widthOf(character) >= width ? this.#takeBack() : "";
    this.#word =
      this.#word === undefined || !narrow.test(character) ? undefined : `${this.#word}${character}`;
    this.#advance(widthOf(character), width);
    return taken + character;
  }

  #blank(character: string, width: number): string {
    // What follows a blank that was the end of a line is part of that end.
    if (this.#isBroken) return "";
    this.#word = "";
    const columns = character === "\t" ? 8 - (this.#column % 8) : 1;
    if (this.#column + columns < width) {
      this.#column += columns;
      return character;
    }
    // A blank at the end of a line is its end.
    this.#column = 0;
    this.#isBroken = true;
    return "\n";
  }

  /** Moves the word to the next line, unless it began this one. */
  #takeBack(): string {
    const word = this.#word;
    if (word === undefined || word.length === this.#column) return "";
    this.#column = word.length;
    return word === "" ? "\n" : `\x1b[${word.length}D\x1b[K\n${word}`;
  }

  #advance(columns: number, width: number): void {
    this.#column += columns;
    if (this.#column <= width) return;
    // The terminal has begun another line by itself, and there is no way back from it.
    this.#column = columns;
    this.#word = undefined;
  }
}
