import type { CompletionChunk } from "../../chat/model.ts";
import { ChunkReader, type ChunkReaderOptions } from "./chunk-reader.ts";
import { OllamaError, toAbortError } from "./errors.ts";
import { LineReader } from "./ndjson.ts";

/** The bytes of an answer, split anywhere. */
export interface ByteSource extends AsyncIterable<Uint8Array> {
  /** Called when the last line was read: what may still come does not matter. */
  release?(): void;
}

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
  return new OllamaStream(source, options);
}

type Result = IteratorResult<CompletionChunk, undefined>;

const over: Result = { done: true, value: undefined };

/** By hand, not as an async generator: that takes twice the time for each chunk. */
class OllamaStream implements AsyncIterableIterator<CompletionChunk, undefined> {
  readonly #source: ByteSource;
  readonly #signal: AbortSignal | undefined;
  readonly #lineReader: LineReader;
  readonly #chunkReader: ChunkReader;
  #bytes: AsyncIterator<Uint8Array> | undefined;
  #lines: readonly string[] = [];
  #position = 0;
  #isOver = false;

  constructor(source: ByteSource, options: OllamaStreamOptions) {
    this.#source = source;
    this.#signal = options.signal;
    this.#lineReader = new LineReader(options.maxLineBytes);
    this.#chunkReader = new ChunkReader(options);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** A chunk whose line is here already needs no source to be asked. */
  next(): Promise<Result> {
    if (this.#isOver) return Promise.resolve(over);
    try {
      const chunk = this.#nextChunk();
      return chunk === undefined ? this.#readOn() : Promise.resolve({ done: false, value: chunk });
    } catch (error) {
      return this.#fail(error);
    }
  }

  async return(): Promise<Result> {
    await this.#close();
    return over;
  }

  /** The next chunk in the lines that have been read. */
  #nextChunk(): CompletionChunk | undefined {
    if (this.#signal?.aborted) throw toAbortError(this.#signal);
    while (this.#position < this.#lines.length) {
      const chunk = this.#chunkReader.read(this.#lines[this.#position++] ?? "");
      if (chunk === undefined) continue;
      if (chunk.isFinal) this.#release();
      return chunk;
    }
    return undefined;
  }

  async #readOn(): Promise<Result> {
    try {
      this.#bytes ??= this.#source[Symbol.asyncIterator]();
      for (;;) {
        const read = await this.#bytes.next();
        this.#lines = read.done ? this.#lineReader.end().filter(isWhole) : this.#lineReader.push(read.value);
        this.#position = 0;
        const chunk = this.#nextChunk();
        if (chunk !== undefined) return { done: false, value: chunk };
        if (read.done) throw new OllamaError("truncated", truncatedText);
      }
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #fail(error: unknown): Promise<never> {
    await this.#close();
    throw error;
  }

  async #close(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await (this.#bytes ?? this.#source[Symbol.asyncIterator]()).return?.();
  }

  #release(): void {
    if (this.#source.release === undefined) return void this.#close();
    this.#isOver = true;
    this.#source.release();
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
