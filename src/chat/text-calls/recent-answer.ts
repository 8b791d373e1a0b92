/** How much of the answer is looked back at. */
const memory = 300;
/** Cut seldom: a cut copies, an appended chunk does not. */
const cutAt = 4096;

/** Words by which the line before a call says that it is shown, not made. */
const example = new RegExp(
  [
    String.raw`\b(?:examples?|e\.g|for instance|such as|hypothetical(?:ly)?|like (?:this|so)|looks? like)\b`,
    String.raw`\byou (?:can|could|may|might|would|should)\b`,
    String.raw`\b(?:could|would|might) (?:be|call|do|invoke|look|use|write)\b`,
    String.raw`^\W*(?:use|try|run|send|copy|paste)\b`,
  ].join("|"),
  "i",
);

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

  /** Whether what comes next is announced as an example. */
  announcesExample(): boolean {
    return example.test(this.#end().trimEnd().split("\n").at(-1) ?? "");
  }

  #end(): string {
    return this.#text.slice(-memory);
  }
}
