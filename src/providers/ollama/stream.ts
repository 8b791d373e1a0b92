import type { CompletionChunk } from "../../chat/model.ts";
import { PolledStream, type Wake } from "../../chat/polled-stream.ts";
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

type Step = IteratorResult<CompletionChunk, undefined>;

const over: Step = { done: true, value: undefined };

/** Bytes become lines as they arrive, and lines become chunks when they are asked for. */
export class OllamaStream extends PolledStream<CompletionChunk, undefined> implements ByteSink {
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
  /** Of the one who waits for a chunk. */
  #wake: Wake | undefined;
  #isOver = false;

  constructor(feed: ByteFeed, options: OllamaStreamOptions) {
    super();
    this.#feed = feed;
    this.#signal = options.signal;
    this.#lineReader = new LineReader(options.maxLineBytes);
    this.#chunkReader = new ChunkReader(options);
  }

  poll(wake: Wake): Step | undefined {
    if (this.#isOver) return over;
    try {
      if (!this.#isOpen) this.#open();
      const chunk = this.#nextChunk();
      if (chunk !== undefined) return { done: false, value: chunk };
    } catch (error) {
      // Why it failed is to be told, and not what comes of closing it.
      this.#close().catch(() => {});
      throw error;
    }
    if (this.#waitingBytes > maxWaitingBytes) this.#feed.resume();
    this.#wake = wake;
    this.#feed.expect();
    return undefined;
  }

  async return(): Promise<Step> {
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
    this.#wakeWaiter();
  }

  onEnd(failure?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { failure };
    try {
      this.#takeIn(failure === undefined ? this.#lineReader.end().filter(isWhole) : [], 0);
    } catch (error) {
      this.#end = { failure: error };
    }
    this.#wakeWaiter();
  }

  #open(): void {
    this.#isOpen = true;
    this.#feed.open(this);
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
  }

  #wakeWaiter(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
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

  async #close(): Promise<void> {
    if (this.#isOver) return;
    // Whoever waits is told that the answer was left, and only then it is over.
    const closed = this.#feed.close();
    this.#isOver = true;
    await closed;
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
