import { Tail } from "./tail.ts";

/** A line that was too long to be kept: enough of both ends to see what it was. */
export interface OversizedLine {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

export interface LineListener {
  onLine(line: string): void;
  onOversizedLine(line: OversizedLine): void;
}

const newline = 0x0a;
/** How much is kept of both ends of a line that is thrown away. */
const endBytes = 1024;
/** What a buffer may keep between lines: one huge line must not hold its memory for good. */
const restingBytes = 64 * 1024;

/**
 * Cuts a stream of bytes into lines. Only whole lines are decoded, so a character that is split between chunks stays
 * whole. A line beyond `maxLineBytes` is dropped while it is being read (MCP-16).
 */
export class LineReader {
  readonly #maxLineBytes: number;
  readonly #listener: LineListener;
  /** The line begun but not ended. It grows by doubling: one-byte chunks cost no more than large ones. */
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #oversized: { head: string; tail: Tail; bytes: number } | undefined;

  constructor(maxLineBytes: number, listener: LineListener) {
    this.#maxLineBytes = maxLineBytes;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; start = end + 1, end = chunk.indexOf(newline, start)) {
      if (this.#length === 0 && this.#oversized === undefined && end - start <= this.#maxLineBytes) {
        this.#listener.onLine(chunk.toString("utf8", start, end));
      } else {
        this.#hold(chunk.subarray(start, end));
        this.#endLine();
      }
    }
    if (start < chunk.length) this.#hold(start === 0 ? chunk : chunk.subarray(start));
  }

  /** The stream is over: what has no line end will not get one. */
  end(): void {
    if (this.#length > 0 || this.#oversized !== undefined) this.#endLine();
  }

  #hold(part: Buffer): void {
    const length = this.#length + part.length;
    if (this.#oversized === undefined && length > this.#maxLineBytes) this.#giveUpLine(part);
    const oversized = this.#oversized;
    if (oversized !== undefined) {
      oversized.tail.push(part);
      oversized.bytes += part.length;
      return;
    }
    this.#reserve(length);
    part.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  #reserve(length: number): void {
    if (length <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.min(Math.max(length, this.#buffer.length * 2), this.#maxLineBytes));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }

  #giveUpLine(part: Buffer): void {
    const held = this.#buffer.subarray(0, this.#length);
    const head = Buffer.concat([held.subarray(0, endBytes), part.subarray(0, endBytes)]);
    const tail = new Tail(endBytes);
    tail.push(held);
    this.#oversized = { head: head.toString("utf8", 0, endBytes), tail, bytes: held.length };
    this.#rest();
  }

  #endLine(): void {
    const oversized = this.#oversized;
    if (oversized !== undefined) {
      this.#oversized = undefined;
      this.#listener.onOversizedLine({ ...oversized, tail: oversized.tail.text });
      return;
    }
    const line = this.#buffer.toString("utf8", 0, this.#length);
    this.#rest();
    this.#listener.onLine(line);
  }

  #rest(): void {
    this.#length = 0;
    if (this.#buffer.length > restingBytes) this.#buffer = Buffer.alloc(0);
  }
}
