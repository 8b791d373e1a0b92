import { onAbort } from "../calls/on-abort.ts";
import type { Answer, ChatEvent } from "./events.ts";
import type { ChatModel, CompletionChunk } from "./model.ts";
import type { Run } from "./run.ts";

type Step = IteratorResult<ChatEvent, Answer>;

// As with a generator: what was returned is said once.
const over = { done: true, value: undefined } as unknown as Step;

const nothing = () => {};

/**
 * The events of a run, each worked out when it is asked for. By hand and not as a generator: generators within each
 * other were a third of what a conversation costs, and one that waits for a model cannot be called away from it.
 */
export class Conversation implements AsyncGenerator<ChatEvent, Answer, undefined> {
  readonly #model: ChatModel;
  readonly #begin: () => Run;
  #run: Run | undefined;
  #isOver = false;
  /** Somebody who waits for the next event. */
  #waiter: PromiseWithResolvers<Step> | undefined;
  /** Asks the model for its next words. */
  #listen = nothing;
  /** Closes the model's stream, where there is one that has not ended. */
  #leaveModel: () => unknown = nothing;

  constructor(model: ChatModel, begin: () => Run) {
    this.#model = model;
    this.#begin = begin;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    // Two at a time are answered one after the other.
    if (this.#waiter !== undefined) {
      const again = () => this.next();
      return this.#waiter.promise.then(again, again);
    }
    if (this.#isOver) return Promise.resolve(over);
    const event = this.#run?.nextEvent();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    this.#waiter = Promise.withResolvers();
    const { promise } = this.#waiter;
    this.#try(() => this.#goOn());
    return promise;
  }

  async return(value: Answer | PromiseLike<Answer>): Promise<Step> {
    await this.#leave();
    return { done: true, value: await value };
  }

  async throw(error: unknown): Promise<Step> {
    await this.#leave();
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#leave();
  }

  #goOn(): void {
    const run = (this.#run ??= this.#begin());
    switch (run.stage) {
      case "ask":
        this.#ask(run);
        return this.#listen();
      case "listen":
        return this.#listen();
      case "execute":
        return void run.awaitResult().then(this.#tell, this.#fail);
      default:
        return this.#end(run);
    }
  }

  /** Tells the one who waits what there is to tell; if there is nothing yet, the run goes on. */
  readonly #tell = (): void => {
    const event = this.#run?.nextEvent();
    if (event === undefined) return this.#try(() => this.#goOn());
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.resolve({ done: false, value: event });
  };

  readonly #fail = (error: unknown): void => {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    this.#isOver = true;
    this.#run?.abandon();
    waiter?.reject(error);
  };

  #try(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#fail(error);
    }
  }

  #end(run: Run): void {
    this.#isOver = true;
    run.stop();
    const waiter = this.#waiter;
    this.#waiter = undefined;
    // A run that is over has its answer.
    waiter?.resolve({ done: true, value: run.answer as Answer });
  }

  #ask(run: Run): void {
    const { chunks, sorter, builder, signal } = run.startRequest(this.#model);
    let isListening = true;

    const stopListening = () => {
      isListening = false;
      this.#leaveModel = nothing;
      forget();
    };

    const hear = (chunk: CompletionChunk) => {
      builder.add(chunk);
      run.hear(chunk);
    };

    const conclude = () => {
      stopListening();
      for (const rest of sorter.end()) hear(rest);
      run.conclude(builder);
      this.#tell();
    };

    const onChunk = (read: IteratorResult<CompletionChunk, unknown>): void => {
      if (!isListening) return;
      this.#try(() => {
        if (read.done) return conclude();
        const sorted = sorter.push(read.value);
        if (sorted === undefined) hear(read.value);
        else for (const chunk of sorted) hear(chunk);
        this.#tell();
      });
    };

    const onFailure = (error: unknown): void => {
      if (!isListening) return;
      stopListening();
      if (run.isTimeUp) this.#try(conclude);
      else this.#fail(error);
    };

    /** A model that heeds the signal says so itself; one that does not is left to itself. */
    const interrupt = () => {
      setImmediate(() => {
        // Where nobody waits there is nobody to tell: it comes up when the next event is asked for.
        if (!isListening || this.#waiter === undefined) return;
        void leave();
        onFailure(signal.reason);
      });
    };

    const leave = async () => {
      try {
        await chunks.return?.();
      } catch {
        // Nobody wants to hear from it any more.
      }
    };

    const forget = onAbort(signal, interrupt);
    this.#listen = () => {
      if (signal.aborted) interrupt();
      void chunks.next().then(onChunk, onFailure);
    };
    this.#leaveModel = () => {
      stopListening();
      return leave();
    };
  }

  async #leave(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const waiter = this.#waiter;
    this.#waiter = undefined;
    const left = this.#leaveModel();
    this.#run?.abandon();
    waiter?.resolve(over);
    // A model that is being waited for may never come to an end.
    if (waiter === undefined) await left;
  }
}
