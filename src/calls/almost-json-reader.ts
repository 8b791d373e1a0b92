import { isDeepStrictEqual } from "../deep-equal.ts";
import { shorten } from "../schema/words.ts";
import { keepSpelling, readExactNumber } from "./exact-number.ts";
import { setOwn } from "./own-property.ts";

/** Deeper than any real argument, and shallow enough for every program that walks a history. */
export const maxDepth = 200;

const words = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
]);

/** What a letter behind a backslash stands for in JSON; `u` is another matter. */
export const jsonEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const escapes = new Map([...jsonEscapes, ["'", "'"]]);

/** Ends the reading from any depth. */
export class NotJson extends Error {}

/** It is JSON, and something in it would be lost. */
export class LossyJson extends NotJson {}

/** Reads a text that is JSON, or almost: what `parseLenientJson` lets pass. Throws `NotJson` for anything else. */
export class AlmostJsonReader {
  readonly #text: string;
  #at = 0;
  /** How the last number was written, where JavaScript writes it otherwise. */
  #spelling: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): unknown {
    const value = this.#readValue(0);
    this.#skipSpaceAndComments();
    if (this.#at < this.#text.length) throw new NotJson();
    return value;
  }

  #readValue(depth: number): unknown {
    this.#skipSpaceAndComments();
    const next = this.#text[this.#at];
    if ((next === "{" || next === "[") && depth === maxDepth) {
      throw new LossyJson(`is nested more than ${maxDepth} levels deep; send it with fewer levels`);
    }
    if (next === "{") return this.#readObject(depth);
    if (next === "[") return this.#readArray(depth);
    if (next === '"' || next === "'") return this.#readString();
    const word = this.#match(/[A-Za-z]+/y);
    if (words.has(word)) return words.get(word);
    const number = this.#match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (word !== "" || number === "") throw new NotJson();
    return this.#toNumber(number);
  }

  #toNumber(text: string): number {
    const number = readExactNumber(text);
    if (number === undefined) {
      throw new LossyJson(`${shorten(text, 64)} cannot be kept exactly as a number; send it as a string`);
    }
    this.#spelling = String(number) === text ? undefined : text;
    return number;
  }

  #readObject(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#at++;
    while (!this.#take("}")) {
      const key = this.#readKey();
      if (!this.#take(":")) throw new NotJson();
      const value = this.#readItem(object, key, depth);
      if (Object.hasOwn(object, key) && !isDeepStrictEqual(object[key], value)) {
        throw new LossyJson(
          `${shorten(JSON.stringify(key), 64)} is given twice with different values; send it once`,
        );
      }
      setOwn(object, key, value);
      this.#endItem("}");
    }
    return object;
  }

  #readArray(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    while (!this.#take("]")) {
      items.push(this.#readItem(items, String(items.length), depth));
      this.#endItem("]");
    }
    return items;
  }

  #readItem(container: object, key: string, depth: number): unknown {
    const value = this.#readValue(depth + 1);
    if (typeof value === "number" && this.#spelling !== undefined) {
      keepSpelling(container, key, this.#spelling);
    }
    return value;
  }

  /** After an item comes a comma, the last one too if it likes, or the end. */
  #endItem(close: string): void {
    if (!this.#take(",") && this.#text[this.#at] !== close) throw new NotJson();
  }

  #readKey(): string {
    const next = this.#text[this.#at];
    if (next === '"' || next === "'") return this.#readString();
    const key = this.#match(/[\p{L}_$][\p{L}\p{N}_$-]*/uy);
    if (key === "") throw new NotJson();
    return key;
  }

  #readString(): string {
    const quote = this.#text[this.#at++];
    const plain = quote === '"' ? /[^"\\]*/y : /[^'\\]*/y;
    let value = "";
    for (;;) {
      value += this.#match(plain);
      const next = this.#text[this.#at++];
      if (next === quote) return value;
      if (next === undefined) throw new NotJson();
      value += this.#readEscape();
    }
  }

  /** Only escapes that mean the same wherever they exist: `\d` is `d` to one language and `\d` to another. */
  #readEscape(): string {
    const letter = this.#text[this.#at++] ?? "";
    const simple = escapes.get(letter);
    if (simple !== undefined) return simple;
    const hex =
      letter === "u" ? this.#match(/[\da-fA-F]{4}/y) : letter === "x" ? this.#match(/[\da-fA-F]{2}/y) : "";
    if (hex === "") throw new NotJson();
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #skipSpaceAndComments(): void {
    for (;;) {
      this.#match(/\s*/y);
      if (this.#text.startsWith("//", this.#at)) this.#match(/.*/y);
      else if (this.#text.startsWith("/*", this.#at)) this.#skipBlockComment();
      else return;
    }
  }

  #skipBlockComment(): void {
    const end = this.#text.indexOf("*/", this.#at + 2);
    if (end < 0) throw new NotJson();
    this.#at = end + 2;
  }

  #take(character: string): boolean {
    this.#skipSpaceAndComments();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  /** What the sticky pattern finds at the present place, `""` where it finds nothing. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}
