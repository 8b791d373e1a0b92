import type { Unmarked } from "./call-openings.ts";
import { isSpace } from "./lookahead.ts";
import { RecentAnswer } from "./recent-answer.ts";

/** Markdown reads a line that is indented further as code. */
const maxIndent = 3;

const newline = 10;
const tab = 9;
const letterF = 102;

/** The one marker that begins with a letter. It counts only at the start of a word. */
const wordMarker = "functools";

/** The characters in a line with which something else may begin, and those at its start. */
const endsPlainText = tableOf("\n<[`f");
const opensLine = tableOf("<[`f{~");

const nowhere: Unmarked = { fenced: false, json: false, python: false };

/** Goes over the answer, most of which is plain text, and knows what depends on the text before a place. */
export class AnswerScanner {
  readonly #recent = new RecentAnswer();
  /** Only white space has come since the last line break. */
  #isLineStart = true;
  #indent = 0;

  get isLineStart(): boolean {
    return this.#isLineStart;
  }

  /** Nothing has been said yet. */
  get isBlank(): boolean {
    return this.#recent.isBlank;
  }

  /** Nothing at all stands before this place in its line. */
  get isAtMargin(): boolean {
    return this.#isLineStart && this.#indent === 0;
  }

  /** The next place at which something else may begin, or the end of the text. Called for every chunk. */
  findOpening(text: string, from: number): number {
    let at = from;
    while (at < text.length && !this.#mayOpen(text, at, from)) at++;
    return at;
  }

  /** Notes what has been passed on. */
  add(text: string): void {
    this.#recent.add(text);
  }

  /** The line has begun with something that is text. */
  goOnInLine(): void {
    this.#isLineStart = false;
  }

  /** The answer begins here: what was before is no part of it. */
  startAnew(): void {
    this.#recent.clear();
    this.#startLine();
  }

  /** Finds out where in its line the answer goes on, after text that was held back. */
  resume(): void {
    const indent = this.#recent.indent();
    this.#isLineStart = indent !== undefined;
    this.#indent = indent ?? 0;
  }

  /** Behind prose JSON is data unless that says otherwise, and a line of code is shown: Python begins the message. */
  unmarkedCallsHere(): Unmarked {
    if (!this.#isLineStart) return nowhere;
    const { isBlank } = this.#recent;
    if (!isBlank && !this.#recent.announcesCall()) return nowhere;
    return { fenced: true, json: this.#indent <= maxIndent, python: isBlank };
  }

  /** A call that is made begins a line or follows a sentence; one within a sentence is spoken of. */
  takesMarkedCallHere(): boolean {
    if (this.#recent.isBlank) return true;
    if (this.#recent.announcesMarkedExample()) return false;
    if (this.#isLineStart) return this.#indent <= maxIndent;
    return this.#recent.endsSentence() || this.#recent.announcesCall();
  }

  /** Where nothing else begins, notes what the character means for the line. */
  #mayOpen(text: string, at: number, from: number): boolean {
    const code = text.charCodeAt(at);
    if (code === newline) {
      this.#startLine();
      return false;
    }
    if (!this.#isLineStart) return this.#mayOpenInLine(text, at, from);
    if (isSpace(code)) {
      this.#indent += code === tab ? maxIndent + 1 : 1;
      return false;
    }
    if (this.#recent.isBlank || opensLine[code] === 1) return true;
    this.#isLineStart = false;
    return false;
  }

  #startLine(): void {
    this.#isLineStart = true;
    this.#indent = 0;
  }

  /** `from` is where the text begins that has not been passed on. */
  #mayOpenInLine(text: string, at: number, from: number): boolean {
    const code = text.charCodeAt(at);
    if (code >= 128 || endsPlainText[code] !== 1) return false;
    if (code !== letterF) return true;
    if (isWordCode(at > from ? text.charCodeAt(at - 1) : this.#recent.lastCode)) return false;
    return wordMarker.startsWith(text.slice(at, at + wordMarker.length));
  }
}

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}
