import type { Answer, ChatEvent } from "./events.ts";
import { Listening, type Listener } from "./listening.ts";
import type { ChatModel } from "./model.ts";
import type { Run } from "./run.ts";

type Step = IteratorResult<ChatEvent, Answer>;

// As with a generator: what was returned is said once.
const over = { done: true, value: undefined } as unknown as Step;

/**
 * The events of a run, each worked out when it is asked for. By hand and not as a generator: generators within each
 * other were a third of what a conversation costs, and one that waits for a model cannot be called away from it.
 */
export class Conversation implements AsyncGenerator<ChatEvent, Answer, undefined>, Listener {
  readonly #model: ChatModel;
  readonly #begin: () => Run;
  #run: Run | undefined;
  #listening: Listening | undefined;
  #isOver = false;
  /** Somebody who waits for the next event. */
  #waiter: PromiseWithResolvers<Step> | undefined;

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
    this.#goOn();
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

  get isWaiting(): boolean {
    return this.#waiter !== undefined;
  }

  /** Tells the one who waits what there is to tell; if there is nothing yet, the run goes on. */
  onHeard(): void {
    const event = this.#run?.nextEvent();
    if (event === undefined) this.#goOn();
    else this.#takeWaiter()?.resolve({ done: false, value: event });
  }

  onFailure(error: unknown): void {
    this.#isOver = true;
    this.#run?.abandon();
    this.#takeWaiter()?.reject(error);
  }

  #goOn(): void {
    try {
      const run = (this.#run ??= this.#begin());
      switch (run.stage) {
        case "ask":
          this.#listening = new Listening(run, this.#model, this);
          return this.#listening.listen();
        case "listen":
          return this.#listening?.listen();
        case "execute":
          return this.#awaitResult(run);
        default:
          return this.#end(run);
      }
    } catch (error) {
      this.onFailure(error);
    }
  }

  #awaitResult(run: Run): void {
    void run.awaitResult().then(
      () => this.onHeard(),
      (error: unknown) => this.onFailure(error),
    );
  }

  #end(run: Run): void {
    this.#isOver = true;
    run.stop();
    // A run that is over has its answer.
    this.#takeWaiter()?.resolve({ done: true, value: run.answer as Answer });
  }

  async #leave(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const waiter = this.#takeWaiter();
    const left = this.#listening?.leave();
    this.#run?.abandon();
    waiter?.resolve(over);
    // A model that is being waited for may never come to an end.
    if (waiter === undefined) await left;
  }

  #takeWaiter(): PromiseWithResolvers<Step> | undefined {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    return waiter;
  }
}
