import type { ByteFeed, ByteSink } from "./byte-feed.ts";

/** The bytes of an answer, split anywhere. */
export interface ByteSource extends AsyncIterable<Uint8Array> {
  /** Called when the last line was read: what may still come does not matter. */
  release?(): void;
}

/** Anybody's bytes as a feed; the next ones are asked for when somebody waits for them. */
export class IteratedBytes implements ByteFeed {
  readonly #source: ByteSource;
  #iterator: AsyncIterator<Uint8Array> | undefined;
  #sink: ByteSink | undefined;
  #isAsking = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  open(sink: ByteSink): void {
    this.#sink = sink;
    this.#iterator = this.#source[Symbol.asyncIterator]();
  }

  expect(): void {
    if (!this.#isAsking) void this.#ask();
  }

  pause(): void {
    // Nothing comes that was not asked for.
  }

  resume(): void {
    // See above.
  }

  release(): void {
    if (this.#source.release === undefined) void this.close();
    else this.#source.release();
  }

  async close(): Promise<void> {
    await (this.#iterator ?? this.#source[Symbol.asyncIterator]()).return?.();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      const read = await this.#iterator?.next();
      this.#isAsking = false;
      if (read === undefined || read.done) this.#sink?.onEnd();
      else this.#sink?.onBytes(read.value);
    } catch (error) {
      this.#sink?.onEnd(error);
    }
  }
}
