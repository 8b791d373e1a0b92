import { onAbort } from "../calls/on-abort.ts";
import type { ChatModel, CompletionChunk } from "./model.ts";
import { toPolled, type Polled, type Wake } from "./polled-stream.ts";
import type { Run } from "./run.ts";
import { createChunkSorter, type ChunkSorter } from "./text-calls.ts";
import { TurnBuilder } from "./turn.ts";

type Step = IteratorResult<CompletionChunk, unknown>;

const over: Step = { done: true, value: undefined };

/** One request to a model and the turn that comes back. What a turn that was left says later is not heard. */
export class Listening {
  readonly #run: Run;
  readonly #signal: AbortSignal;
  readonly #stream: AsyncIterator<CompletionChunk, unknown, undefined>;
  readonly #chunks: Polled<Step>;
  readonly #sorter: ChunkSorter;
  readonly #builder = new TurnBuilder();
  readonly #forgetSignal: () => void;
  /** Of the one who waits for the next words. */
  #wake: Wake | undefined;
  #isInterrupted = false;
  #isOver = false;

  constructor(run: Run, model: ChatModel) {
    const { tools, signal } = run.startRequest();
    this.#run = run;
    this.#signal = signal;
    this.#stream = model.stream(run.history, { tools, signal })[Symbol.asyncIterator]();
    this.#chunks = toPolled(this.#stream);
    this.#sorter = createChunkSorter(tools, { model });
    this.#forgetSignal = onAbort(signal, () => this.#interrupt());
  }

  /** Tells the run what comes next, or that the turn is over. False where that has to be waited for. */
  hear(wake: Wake): boolean {
    const step = this.#nextStep(wake);
    if (step === undefined) {
      this.#wake = wake;
      return false;
    }
    this.#wake = undefined;
    if (step.done) this.#conclude();
    else this.#sort(step.value);
    return true;
  }

  /** Closes the model's stream, where it has not ended. */
  async leave(): Promise<void> {
    if (this.#isOver) return;
    this.#stop();
    await this.#closeStream();
  }

  #nextStep(wake: Wake): Step | undefined {
    if (this.#signal.aborted) this.#interrupt();
    try {
      if (this.#isInterrupted) throw this.#signal.reason;
      return this.#chunks.poll(wake);
    } catch (error) {
      // When the time is up, what there is of the turn counts.
      if (this.#run.isTimeUp) return over;
      this.#stop();
      throw error;
    }
  }

  #sort(chunk: CompletionChunk): void {
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
      if (this.#isOver || this.#wake === undefined) return;
      this.#isInterrupted = true;
      void this.#closeStream();
      this.#wake();
    });
  }

  #stop(): void {
    this.#isOver = true;
    this.#forgetSignal();
  }

  async #closeStream(): Promise<void> {
    try {
      await this.#stream.return?.();
    } catch {
      // Nobody wants to hear from it any more.
    }
  }
}
