import type { Answer, ChatEvent } from "./events.ts";
import { Listening } from "./listening.ts";
import type { ChatModel } from "./model.ts";
import { PolledPromise, PolledStream, type Wake } from "./polled-stream.ts";
import type { Run } from "./run.ts";

type Step = IteratorResult<ChatEvent, Answer>;

// As with a generator: what was returned is said once.
const over = { done: true, value: undefined } as unknown as Step;

/**
 * The events of a run, each worked out when it is asked for. By hand and not as a generator: generators within each
 * other were a third of what a conversation costs, and one that waits for a model cannot be called away from it.
 */
export class Conversation
  extends PolledStream<ChatEvent, Answer>
  implements AsyncGenerator<ChatEvent, Answer, undefined>
{
  readonly #model: ChatModel;
  readonly #begin: () => Run;
  #run: Run | undefined;
  #listening: Listening | undefined;
  #result: PolledPromise<void> | undefined;
  #isOver = false;
  /** Of the one who waits for the next event. */
  #wake: Wake | undefined;

  constructor(model: ChatModel, begin: () => Run) {
    super();
    this.#model = model;
    this.#begin = begin;
  }

  poll(wake: Wake): Step | undefined {
    if (this.#isOver) return over;
    try {
      const step = this.#goOn((this.#run ??= this.#begin()), wake);
      this.#wake = step === undefined ? wake : undefined;
      return step;
    } catch (error) {
      this.#isOver = true;
      this.#run?.abandon();
      throw error;
    }
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

  /** The run goes on until there is something to tell, or something to be waited for. */
  #goOn(run: Run, wake: Wake): Step | undefined {
    for (;;) {
      const event = run.nextEvent();
      if (event !== undefined) return { done: false, value: event };
      switch (run.stage) {
        case "ask":
          this.#listening = new Listening(run, this.#model);
          break;
        case "listen":
          if (!this.#listening?.hear(wake)) return undefined;
          break;
        case "execute":
          if (!this.#hasResult(run, wake)) return undefined;
          break;
        default:
          return this.#end(run);
      }
    }
  }

  #hasResult(run: Run, wake: Wake): boolean {
    const result = (this.#result ??= new PolledPromise(run.awaitResult()));
    result.poll(wake);
    if (result.isSettled) this.#result = undefined;
    return result.isSettled;
  }

  #end(run: Run): Step {
    this.#isOver = true;
    run.stop();
    // A run that is over has its answer.
    return { done: true, value: run.answer as Answer };
  }

  async #leave(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const left = this.#listening?.leave();
    this.#run?.abandon();
    // A model that is being waited for may never come to an end.
    if (this.#wake === undefined) await left;
    else this.#wake();
  }
}
