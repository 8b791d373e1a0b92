/** Tells the one who asked in vain that asking again is worthwhile. */
export type Wake = () => void;

/** Something that can be asked without a promise. */
export interface Polled<Value> {
  /**
   * The value, or the error that is there instead of it, where that is known. Else `undefined`, and `wake` is called once,
   * later, when it is; a second question takes the place of the first.
   */
  poll(wake: Wake): Value | undefined;
}

/**
 * A stream that is polled within the program: an item comes up through all layers as a plain return value, and becomes a
 * promise only where somebody waits in `for await`. With a promise in each layer, layers cost more than what they do.
 * As with `next()`, nothing is read before it is asked for.
 */
export abstract class PolledStream<Item, End>
  implements AsyncIterableIterator<Item, End, undefined>, Polled<IteratorResult<Item, End>>
{
  #waiter: PromiseWithResolvers<IteratorResult<Item, End>> | undefined;
  readonly #wake = () => this.#serve();

  abstract poll(wake: Wake): IteratorResult<Item, End> | undefined;

  abstract return(value: End | PromiseLike<End>): Promise<IteratorResult<Item, End>>;

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Item, End>> {
    // Two at a time are answered one after the other.
    if (this.#waiter !== undefined) {
      const again = () => this.next();
      return this.#waiter.promise.then(again, again);
    }
    try {
      const step = this.poll(this.#wake);
      if (step !== undefined) return Promise.resolve(step);
    } catch (error) {
      return Promise.reject(error);
    }
    this.#waiter = Promise.withResolvers();
    return this.#waiter.promise;
  }

  #serve(): void {
    const waiter = this.#waiter;
    if (waiter === undefined) return;
    try {
      const step = this.poll(this.#wake);
      if (step === undefined) return;
      this.#waiter = undefined;
      waiter.resolve(step);
    } catch (error) {
      this.#waiter = undefined;
      waiter.reject(error);
    }
  }
}

/** The steps of any iterator: as they are where it can be polled, and else through its promises. */
export function toPolled<Item, End>(
  iterator: AsyncIterator<Item, End, undefined>,
): Polled<IteratorResult<Item, End>> {
  return iterator instanceof PolledStream ? iterator : new PolledIterator(iterator);
}

class PolledIterator<Item, End> implements Polled<IteratorResult<Item, End>> {
  readonly #iterator: AsyncIterator<Item, End, undefined>;
  #step: PolledPromise<IteratorResult<Item, End>> | undefined;

  constructor(iterator: AsyncIterator<Item, End, undefined>) {
    this.#iterator = iterator;
  }

  poll(wake: Wake): IteratorResult<Item, End> | undefined {
    const step = (this.#step ??= new PolledPromise(this.#iterator.next()));
    if (step.isSettled) this.#step = undefined;
    return step.poll(wake);
  }
}

/** What a promise comes to. */
export class PolledPromise<Value> implements Polled<Value> {
  isSettled = false;
  #value: Value | undefined;
  #failure: { readonly error: unknown } | undefined;
  #wake: Wake | undefined;

  constructor(promise: Promise<Value>) {
    void this.#await(promise);
  }

  poll(wake: Wake): Value | undefined {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#wake = wake;
    return this.#value;
  }

  async #await(promise: Promise<Value>): Promise<void> {
    try {
      this.#value = await promise;
    } catch (error) {
      this.#failure = { error };
    }
    this.isSettled = true;
    this.#wake?.();
  }
}
