import { ProtocolError } from "./protocol-error.ts";

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const semicolon = 0x3b;
/** For the extensions of a chunk and for the trailers: nobody needs them, so they are only skipped. */
const maxSkippedBytes = 16 * 1024;
/** More digits than a size that a number holds exactly. */
const maxSize = 2 ** 48;

type State =
  | "size"
  | "extension"
  | "sizeEnd"
  | "data"
  | "dataEnd"
  | "chunkEnd"
  | "trailer"
  | "trailerEnd"
  | "end";

/**
 * Takes the framing off a body that comes in chunks. What is left is moved together in place, so that a read gives one
 * piece, however many chunks were in it: a piece for each of them would cost more than their lines.
 */
export class ChunkedBody {
  #state: State = "size";
  /** What is left of the chunk, or of its size what was read so far. */
  #size = 0;
  #digits = 0;
  #skipped = 0;
  #isTrailerBlank = true;

  get hasEnded(): boolean {
    return this.#state === "end";
  }

  /**
   * Reads from a place on, and leaves the content there. Gives where the content ends, and where the reading: not at the
   * end of the bytes only when the body ended before.
   */
  read(bytes: Uint8Array, from: number): { contentEnd: number; at: number } {
    const end = bytes.length;
    let contentEnd = from;
    let at = from;
    while (at < end && this.#state !== "end") {
      if (this.#state !== "data") {
        this.#readFraming(bytes[at] ?? 0);
        at += 1;
        continue;
      }
      const taken = Math.min(this.#size, end - at);
      if (contentEnd !== at) bytes.copyWithin(contentEnd, at, at + taken);
      contentEnd += taken;
      at += taken;
      this.#size -= taken;
      if (this.#size === 0) this.#state = "dataEnd";
    }
    return { contentEnd, at };
  }

  #readFraming(byte: number): void {
    switch (this.#state) {
      case "size":
        return this.#readSize(byte);
      case "extension":
        if (byte === carriageReturn) this.#state = "sizeEnd";
        else this.#skip(byte);
        return undefined;
      case "sizeEnd":
        return this.#startChunk(byte);
      case "dataEnd":
        return this.#expect(byte, carriageReturn, "chunkEnd");
      case "chunkEnd":
        return this.#expect(byte, lineFeed, "size");
      case "trailer":
        if (byte === carriageReturn) {
          this.#state = "trailerEnd";
          return undefined;
        }
        this.#isTrailerBlank = false;
        return this.#skip(byte);
      default:
        this.#expect(byte, lineFeed, this.#isTrailerBlank ? "end" : "trailer");
        this.#isTrailerBlank = true;
        return undefined;
    }
  }

  #readSize(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.#size = this.#size * 16 + digit;
      this.#digits += 1;
      if (this.#size > maxSize || this.#digits > 16)
        throw new ProtocolError("the size of a chunk is too large");
      return;
    }
    if (this.#digits === 0) throw new ProtocolError("a chunk has no size");
    if (byte === carriageReturn) this.#state = "sizeEnd";
    else if (byte === semicolon || byte === 0x20 || byte === 0x09) this.#state = "extension";
    else throw new ProtocolError("the size of a chunk is no number");
  }

  #startChunk(byte: number): void {
    this.#expect(byte, lineFeed, this.#size === 0 ? "trailer" : "data");
    this.#digits = 0;
    this.#skipped = 0;
  }

  #expect(byte: number, expected: number, next: State): void {
    if (byte !== expected) throw new ProtocolError("a chunk does not end where it should");
    this.#state = next;
  }

  #skip(byte: number): void {
    this.#skipped += 1;
    if (byte === lineFeed) throw new ProtocolError("a line of its framing ends without a carriage return");
    if (this.#skipped > maxSkippedBytes)
      throw new ProtocolError("its chunks have too many extensions or trailers");
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
