/** A stream that was begun: where its items come from, and the first of them. */
export interface BegunStream<Item> {
  readonly iterator: AsyncIterator<Item, void, undefined>;
  readonly first: IteratorResult<Item, void>;
}

/**
 * A stream of which only its first item tells where it comes from. Later items come straight from there: a generator
 * in between takes 0.3 µs for each, as much again as the items themselves.
 */
export class LateStream<Item> implements AsyncIterableIterator<Item, void, undefined> {
  readonly #begin: () => Promise<BegunStream<Item>>;
  #beginning: Promise<BegunStream<Item>> | undefined;
  #iterator: AsyncIterator<Item, void, undefined> | undefined;

  constructor(begin: () => Promise<BegunStream<Item>>) {
    this.#begin = begin;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Item, void>> {
    return this.#iterator?.next() ?? this.#nextOfBeginning();
  }

  async return(): Promise<IteratorResult<Item, void>> {
    const begun = await (this.#beginning ??= Promise.resolve(nothing)).catch(() => nothing);
    await begun.iterator.return?.();
    return end;
  }

  #nextOfBeginning(): Promise<IteratorResult<Item, void>> {
    if (this.#beginning !== undefined) return this.#beginning.then(({ iterator }) => iterator.next());
    this.#beginning = this.#begin();
    return this.#beginning.then(({ iterator, first }) => {
      this.#iterator = iterator;
      return first;
    });
  }
}

const end = { done: true, value: undefined } as const;
const nothing: BegunStream<never> = { iterator: { next: async () => end }, first: end };
