import assert from "node:assert/strict";
import { test } from "node:test";
import { PolledStream, toPolled, type Wake } from "./polled-stream.ts";

type Step = IteratorResult<string, undefined>;

const over: Step = { done: true, value: undefined };

/** Gives out what is put into it. */
class Words extends PolledStream<string, undefined> {
  readonly #steps: (() => Step)[] = [];
  #wake: Wake | undefined;

  put(step: () => Step): void {
    this.#steps.push(step);
    this.#wake?.();
  }

  say(word: string): void {
    this.put(() => ({ done: false, value: word }));
  }

  poll(wake: Wake): Step | undefined {
    this.#wake = wake;
    return this.#steps.shift()?.();
  }

  async return(): Promise<Step> {
    return over;
  }
}

test("next() gives what is there and waits for what is not, each question answered in its turn", async () => {
  const words = new Words();
  words.say("one");
  const steps = Promise.all([words.next(), words.next(), words.next(), words.next()]);
  words.say("two");
  words.say("three");
  words.put(() => over);
  assert.deepEqual(
    (await steps).map(({ value }) => value),
    ["one", "two", "three", undefined],
  );
});

test("an error goes to the one who asked, whether it was there or had to be waited for", async () => {
  const fail = () => {
    throw new Error("enough");
  };
  const words = new Words();
  words.put(fail);
  await assert.rejects(words.next(), /enough/);
  const next = words.next();
  words.put(fail);
  await assert.rejects(next, /enough/);
  words.say("on");
  assert.deepEqual(await words.next(), { done: false, value: "on" });
});

async function* count(): AsyncGenerator<number, string, undefined> {
  yield 1;
  yield 2;
  throw new Error("no three");
}

test("any iterator can be polled: step by step, and nothing is asked for ahead", async () => {
  let asked = 0;
  const source = count();
  const numbers = toPolled({
    next() {
      asked += 1;
      return source.next();
    },
  });
  const steps: unknown[] = [];
  for (let turn = 1; turn <= 2; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise<void>((wake) => assert.equal(numbers.poll(wake), undefined));
    steps.push(numbers.poll(() => {}));
    assert.equal(asked, turn);
  }
  assert.deepEqual(steps, [
    { done: false, value: 1 },
    { done: false, value: 2 },
  ]);
  await new Promise<void>((wake) => assert.equal(numbers.poll(wake), undefined));
  assert.throws(() => numbers.poll(() => {}), /no three/);
});

test("what can be polled is polled as it is", () => {
  const words = new Words();
  assert.equal(toPolled(words), words);
});
