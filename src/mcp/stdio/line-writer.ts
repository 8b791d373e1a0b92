import type { Writable } from "node:stream";

/** Writes lines to a stream: those of one turn of the event loop in one go, as each write costs a system call. */
export class LineWriter {
  readonly #stream: Writable;
  #unwritten = "";
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on("drain", () => this.#settle());
  }

  /** Takes a line. What it gives back, if anything, is to be awaited before the next one: the reader is behind. */
  write(line: string): Promise<void> | undefined {
    if (this.#unwritten === "") process.nextTick(() => this.#flush());
    this.#unwritten += line;
    return this.#drained?.promise;
  }

  /** What was taken is still written, and nothing more. */
  end(): void {
    this.#flush();
    this.#stream.end();
  }

  /** Those who wait for the reader wait no longer: it is gone. */
  fail(reason: Error): void {
    const drained = this.#drained;
    this.#drained = undefined;
    // The client may not look at the promise of a send.
    drained?.promise.catch(() => {});
    drained?.reject(reason);
  }

  #flush(): void {
    const text = this.#unwritten;
    this.#unwritten = "";
    if (text === "" || !this.#stream.writable) return;
    if (!this.#stream.write(text)) this.#drained ??= Promise.withResolvers<void>();
  }

  #settle(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }
}
