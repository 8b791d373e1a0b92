import { OllamaError } from "../errors.ts";
import { maxWaitingBytes, type ByteFeed, type ByteSink } from "./byte-feed.ts";

type Result = IteratorResult<Uint8Array, undefined>;

const over: Result = { done: true, value: undefined };

/** The bytes of a feed for those who ask for them, split anywhere. Leaving the `for await` loop closes the feed. */
export class PulledBytes implements AsyncIterableIterator<Uint8Array, undefined>, ByteSink {
  readonly #feed: ByteFeed;
  #isOpen = false;
  #isOver = false;
  /** What arrived and was not read yet. One read takes all of it: small pieces would cost a promise each. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #end: { readonly failure: unknown } | undefined;
  #wake = () => {};

  constructor(feed: ByteFeed) {
    this.#feed = feed;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Result> {
    if (this.#isOver) return over;
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#feed.open(this);
    }
    if (this.#waitingBytes === 0 && this.#end === undefined) await this.#arrival();
    if (this.#waitingBytes > 0) return { done: false, value: this.#take() };
    this.#isOver = true;
    if (this.#end?.failure !== undefined) throw this.#end.failure;
    return over;
  }

  async return(): Promise<Result> {
    this.#isOver = true;
    await this.#feed.close();
    return over;
  }

  release(): void {
    this.#feed.release();
  }

  onBytes(bytes: Uint8Array): void {
    this.#waiting.push(Uint8Array.from(bytes));
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > maxWaitingBytes) this.#feed.pause();
    this.#wake();
  }

  onEnd(failure?: unknown): void {
    this.#end ??= { failure };
    this.#wake();
  }

  #arrival(): Promise<void> {
    this.#feed.expect();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #take(): Uint8Array {
    const [first = new Uint8Array()] = this.#waiting;
    const bytes = this.#waiting.length === 1 ? first : Buffer.concat(this.#waiting, this.#waitingBytes);
    if (this.#waitingBytes > maxWaitingBytes) this.#feed.resume();
    this.#waiting = [];
    this.#waitingBytes = 0;
    return bytes;
  }
}

/** The text of an answer that has no stream in it. */
export async function readText(feed: ByteFeed, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of new PulledBytes(feed)) {
    pieces.push(bytes);
    length += bytes.length;
    if (length > maxBytes) {
      throw new OllamaError("bad_response", `Ollama sent an answer of more than ${maxBytes} bytes.`);
    }
  }
  return Buffer.concat(pieces).toString("utf8");
}
