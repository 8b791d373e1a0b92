import { onAbort } from "../calls/on-abort.ts";
import type { ChatModel, CompletionChunk } from "./model.ts";
import type { Run } from "./run.ts";
import { createChunkSorter, type ChunkSorter } from "./text-calls.ts";
import { TurnBuilder } from "./turn.ts";

/** Who listens to a model. */
export interface Listener {
  /** Whether somebody waits for what the model says. */
  readonly isWaiting: boolean;
  /** Something was heard, or the turn is over: the run knows what it was. */
  onHeard(): void;
  onFailure(error: unknown): void;
}

type Read = IteratorResult<CompletionChunk, unknown>;

/** One request to a model and the turn that comes back. What a turn that was left says later is not heard. */
export class Listening {
  readonly #run: Run;
  readonly #listener: Listener;
  readonly #signal: AbortSignal;
  readonly #chunks: AsyncIterator<CompletionChunk, unknown, undefined>;
  readonly #sorter: ChunkSorter;
  readonly #builder = new TurnBuilder();
  readonly #forgetSignal: () => void;
  #isOver = false;

  constructor(run: Run, model: ChatModel, listener: Listener) {
    const { tools, signal } = run.startRequest();
    this.#run = run;
    this.#listener = listener;
    this.#signal = signal;
    this.#chunks = model.stream(run.history, { tools, signal })[Symbol.asyncIterator]();
    this.#sorter = createChunkSorter(tools, { model });
    this.#forgetSignal = onAbort(signal, () => this.#interrupt());
  }

  /** Asks for the next words. */
  listen(): void {
    if (this.#signal.aborted) this.#interrupt();
    void this.#chunks.next().then(this.#onRead, this.#onFailure);
  }

  /** Closes the model's stream, where it has not ended. */
  async leave(): Promise<void> {
    if (this.#isOver) return;
    this.#stop();
    await this.#closeStream();
  }

  readonly #onRead = (read: Read): void => {
    if (this.#isOver) return;
    try {
      if (read.done) this.#conclude();
      else this.#hear(read.value);
    } catch (error) {
      this.#listener.onFailure(error);
      return;
    }
    this.#listener.onHeard();
  };

  readonly #onFailure = (error: unknown): void => {
    if (this.#isOver) return;
    if (!this.#run.isTimeUp) {
      this.#stop();
      this.#listener.onFailure(error);
      return;
    }
    // What there is of the turn counts.
    this.#onRead({ done: true, value: undefined });
  };

  #hear(chunk: CompletionChunk): void {
    const sorted = this.#sorter.push(chunk);
    if (sorted === undefined) this.#take(chunk);
    else for (const piece of sorted) this.#take(piece);
  }

  #take(chunk: CompletionChunk): void {
    this.#builder.add(chunk);
    this.#run.hear(chunk);
  }

  #conclude(): void {
    this.#stop();
    for (const rest of this.#sorter.end()) this.#take(rest);
    this.#run.conclude(this.#builder);
  }

  /** A model that heeds the signal says so itself; one that does not is left to itself. */
  #interrupt(): void {
    setImmediate(() => {
      // Where nobody waits there is nobody to tell: it comes up when the next words are asked for.
      if (this.#isOver || !this.#listener.isWaiting) return;
      void this.#closeStream();
      this.#onFailure(this.#signal.reason);
    });
  }

  #stop(): void {
    this.#isOver = true;
    this.#forgetSignal();
  }

  async #closeStream(): Promise<void> {
    try {
      await this.#chunks.return?.();
    } catch {
      // Nobody wants to hear from it any more.
    }
  }
}
