import { announcesCall, announcesExample, announcesMarkedExample, endsSentence } from "./announcements.ts";

/** How much of the answer is looked back at. */
const memory = 300;
/** Cut seldom: a cut copies, an appended chunk does not. */
const cutAt = 4096;

/** The end of what has been passed on as answer, for what depends on the text before a place. */
export class RecentAnswer {
  #text = "";
  #lastCode = 10;
  #isBlank = true;

  add(text: string): void {
    if (this.#isBlank) this.#isBlank = text.trim() === "";
    this.#text = this.#text.length > cutAt ? this.#text.slice(-memory) + text : this.#text + text;
    this.#lastCode = text.charCodeAt(text.length - 1);
  }

  /** What was passed on turned out to be no part of the answer. */
  clear(): void {
    this.#text = "";
    this.#lastCode = 10;
    this.#isBlank = true;
  }

  /** The code of the last character. */
  get lastCode(): number {
    return this.#lastCode;
  }

  /** Nothing has been said yet. */
  get isBlank(): boolean {
    return this.#isBlank;
  }

  /** How far the present line is indented, `undefined` where it has begun. */
  indent(): number | undefined {
    const line = this.#end().split("\n").at(-1) ?? "";
    return line.trim() === "" ? line.replaceAll("\t", "    ").length : undefined;
  }

  /** Whether the last words say that what comes next is a call, and is being made. */
  announcesCall(): boolean {
    const line = this.#lastLine();
    return announcesCall(line) && !announcesExample(line);
  }

  /** Whether the last words say that the marked call that comes next is only shown. */
  announcesMarkedExample(): boolean {
    return announcesMarkedExample(this.#lastLine());
  }

  endsSentence(): boolean {
    return endsSentence(this.#lastLine());
  }

  /** The last line in which something was said. */
  #lastLine(): string {
    return this.#end().trimEnd().split("\n").at(-1) ?? "";
  }

  #end(): string {
    return this.#text.slice(-memory);
  }
}
