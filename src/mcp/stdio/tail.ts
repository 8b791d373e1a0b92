/** The last bytes of a stream, in memory that never grows beyond `capacity`. */
export class Tail {
  readonly #capacity: number;
  #ring: Buffer | undefined;
  #end = 0;
  #hasWrapped = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(chunk: Buffer): void {
    const ring = (this.#ring ??= Buffer.allocUnsafe(this.#capacity));
    const kept = chunk.subarray(Math.max(0, chunk.length - ring.length));
    const fitting = kept.copy(ring, this.#end);
    const rest = kept.copy(ring, 0, fitting);
    this.#hasWrapped ||= chunk.length > kept.length || this.#end + kept.length > ring.length;
    this.#end = rest > 0 ? rest : this.#end + fitting;
  }

  get bytes(): Buffer {
    const ring = this.#ring;
    if (ring === undefined) return Buffer.alloc(0);
    if (!this.#hasWrapped) return ring.subarray(0, this.#end);
    return Buffer.concat([ring.subarray(this.#end), ring.subarray(0, this.#end)]);
  }

  /** The bytes as text; what the bound has cut off a character at the start is left away. */
  get text(): string {
    const { bytes } = this;
    let start = 0;
    while (isContinuation(bytes[start])) start++;
    return bytes.toString("utf8", start);
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
