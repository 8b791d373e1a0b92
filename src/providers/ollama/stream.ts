import type { CompletionChunk } from "../../chat/model.ts";
import { ChunkReader, type ChunkReaderOptions } from "./chunk-reader.ts";
import { OllamaError, toAbortError } from "./errors.ts";
import { maxWaitingBytes, type ByteFeed, type ByteSink } from "./http/byte-feed.ts";
import { IteratedBytes, type ByteSource } from "./http/iterated-bytes.ts";
import { LineReader } from "./ndjson.ts";

export type { ByteSource } from "./http/iterated-bytes.ts";

export interface OllamaStreamOptions extends ChunkReaderOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long a line may get before it is refused: 64 MiB. */
  readonly maxLineBytes?: number | undefined;
}

/** Turns the NDJSON of `/api/chat` into chunks (OLL-2 to OLL-7). Leaving the loop closes the source (OLL-8). */
export function createStream(
  source: ByteSource,
  options: OllamaStreamOptions = {},
): AsyncIterableIterator<CompletionChunk, undefined> {
  return new OllamaStream(new IteratedBytes(source), options);
}

type Result = IteratorResult<CompletionChunk, undefined>;

const over: Result = { done: true, value: undefined };

/**
 * By hand, not as an async generator: that takes twice the time for each chunk. Bytes become lines as they arrive, and
 * whoever waits for a chunk gets it there and then, with no promise in between.
 */
export class OllamaStream implements AsyncIterableIterator<CompletionChunk, undefined>, ByteSink {
  readonly #feed: ByteFeed;
  readonly #signal: AbortSignal | undefined;
  readonly #lineReader: LineReader;
  readonly #chunkReader: ChunkReader;
  #lines: readonly string[] = [];
  #position = 0;
  /** Of the lines that wait, at most. */
  #waitingBytes = 0;
  #isOpen = false;
  /** Nothing more arrives: all was there, or why it was not. */
  #end: { readonly failure: unknown } | undefined;
  #waiter: PromiseWithResolvers<Result> | undefined;
  #isOver = false;

  constructor(feed: ByteFeed, options: OllamaStreamOptions) {
    this.#feed = feed;
    this.#signal = options.signal;
    this.#lineReader = new LineReader(options.maxLineBytes);
    this.#chunkReader = new ChunkReader(options);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result> {
    if (this.#isOver) return Promise.resolve(over);
    // Two at a time are answered one after the other.
    if (this.#waiter !== undefined) return this.#waiter.promise.then(() => this.next());
    try {
      const chunk = this.#nextChunk();
      return chunk === undefined ? this.#wait() : Promise.resolve({ done: false, value: chunk });
    } catch (error) {
      return this.#fail(error);
    }
  }

  async return(): Promise<Result> {
    await this.#close();
    return over;
  }

  onBytes(bytes: Uint8Array): void {
    try {
      const lines = this.#lineReader.push(bytes);
      this.#takeIn(lines, bytes.length);
    } catch (error) {
      this.onEnd(error);
    }
  }

  onEnd(failure?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { failure };
    try {
      this.#takeIn(failure === undefined ? this.#lineReader.end().filter(isWhole) : [], 0);
    } catch (error) {
      this.#end = { failure: error };
    }
    this.#serve();
  }

  #takeIn(lines: readonly string[], byteCount: number): void {
    if (this.#position < this.#lines.length) {
      this.#lines = [...this.#lines.slice(this.#position), ...lines];
      this.#waitingBytes += byteCount;
      if (this.#waitingBytes > maxWaitingBytes) this.#feed.pause();
    } else {
      this.#lines = lines;
      this.#waitingBytes = byteCount;
    }
    this.#position = 0;
    this.#serve();
  }

  /** Gives the one who waits what is there. */
  #serve(): void {
    const waiter = this.#waiter;
    if (waiter === undefined) return;
    try {
      const chunk = this.#nextChunk();
      if (chunk === undefined) return this.#feed.expect();
      this.#waiter = undefined;
      waiter.resolve({ done: false, value: chunk });
    } catch (error) {
      this.#waiter = undefined;
      waiter.resolve(this.#fail(error));
    }
  }

  /** The next chunk in the lines that are here. */
  #nextChunk(): CompletionChunk | undefined {
    if (this.#signal?.aborted) throw toAbortError(this.#signal);
    while (this.#position < this.#lines.length) {
      const chunk = this.#chunkReader.read(this.#lines[this.#position++] ?? "");
      if (chunk === undefined) continue;
      if (chunk.isFinal) this.#release();
      return chunk;
    }
    if (this.#end !== undefined) throw this.#end.failure ?? new OllamaError("truncated", truncatedText);
    return undefined;
  }

  #wait(): Promise<Result> {
    const waiter = Promise.withResolvers<Result>();
    this.#waiter = waiter;
    if (this.#isOpen) {
      if (this.#waitingBytes > maxWaitingBytes) this.#feed.resume();
    } else {
      this.#isOpen = true;
      this.#feed.open(this);
    }
    this.#feed.expect();
    return waiter.promise;
  }

  async #fail(error: unknown): Promise<never> {
    await this.#close();
    throw error;
  }

  async #close(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#feed.close();
  }

  #release(): void {
    this.#isOver = true;
    this.#feed.release();
  }
}

const truncatedText = "Ollama's answer ended before it was done. Ask again; its log may say more.";

/** A last line without an end that is no JSON is no bad line: the answer was cut in the middle of it. */
function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
