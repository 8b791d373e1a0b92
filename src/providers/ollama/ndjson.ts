// The global is looked up through a getter each time.
import { Buffer } from "node:buffer";
import { OllamaError } from "./errors.ts";

const lineFeed = 0x0a;
const byteOrderMark = 0xfeff;
const defaultMaxLineBytes = 64 * 1024 * 1024;
const nothing = Buffer.alloc(0);

/**
 * Cuts bytes into lines, however they were split on their way (OLL-2). Whole lines are decoded at once: no UTF-8
 * character contains the byte of a line feed, so none is cut in two. An unfinished line waits in a buffer that doubles
 * as it grows, so that the cost stays linear even when every byte comes alone.
 */
export class LineReader {
  readonly #maxLineBytes: number;
  #pending = nothing;
  #pendingLength = 0;
  #hasDecoded = false;

  constructor(maxLineBytes = defaultMaxLineBytes) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** The lines that these bytes complete, without their line feeds. */
  push(bytes: Uint8Array): readonly string[] {
    // Most often a line comes by itself.
    const last = bytes.length - 1;
    const end = bytes[last] === lineFeed ? last : bytes.lastIndexOf(lineFeed);
    if (end < 0) {
      this.#hold(bytes);
      return [];
    }
    if (this.#pendingLength === 0) {
      const text = this.#decode(bytes, 0, end);
      if (end < last) this.#hold(bytes.subarray(end + 1));
      // At a model's pace, `split` would take longer than the rest of this.
      return text.includes("\n") ? text.split("\n") : [text];
    }
    const firstEnd = bytes.indexOf(lineFeed);
    this.#hold(bytes.subarray(0, firstEnd));
    const first = this.#decodePending();
    const others = firstEnd === end ? [] : this.#decode(bytes, firstEnd + 1, end).split("\n");
    if (end < last) this.#hold(bytes.subarray(end + 1));
    return [first, ...others];
  }

  /** What is left when the bytes have ended: the last line, where no line feed closed it. */
  end(): readonly string[] {
    return this.#pendingLength === 0 ? [] : [this.#decodePending()];
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const length = this.#pendingLength + bytes.length;
    if (length > this.#maxLineBytes) {
      throw new OllamaError(
        "bad_response",
        `Ollama sent a line of more than ${this.#maxLineBytes} bytes. Raise \`maxLineBytes\` if that is meant to be.`,
      );
    }
    if (length > this.#pending.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#pending.length));
      this.#pending.copy(grown, 0, 0, this.#pendingLength);
      this.#pending = grown;
    }
    this.#pending.set(bytes, this.#pendingLength);
    this.#pendingLength = length;
  }

  #decodePending(): string {
    const length = this.#pendingLength;
    this.#pendingLength = 0;
    return this.#decode(this.#pending, 0, length);
  }

  #decode(bytes: Uint8Array, start: number, end: number): string {
    const text = toBuffer(bytes).toString("utf8", start, end);
    if (this.#hasDecoded) return text;
    this.#hasDecoded = true;
    return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
