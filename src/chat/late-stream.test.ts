import assert from "node:assert/strict";
import { test } from "node:test";
import { type BegunStream, LateStream } from "./late-stream.ts";

async function begin(source: AsyncGenerator<number, void, undefined>): Promise<BegunStream<number>> {
  return { iterator: source, first: await source.next() };
}

async function* count(onEnd: () => void = () => {}): AsyncGenerator<number, void, undefined> {
  try {
    yield 1;
    yield 2;
    yield 3;
  } finally {
    onEnd();
  }
}

test("gives every item in order, also to those who ask before the stream has begun", async () => {
  const stream = new LateStream(() => begin(count()));
  const steps = await Promise.all([stream.next(), stream.next(), stream.next(), stream.next()]);
  assert.deepEqual(
    steps.map(({ value }) => value),
    [1, 2, 3, undefined],
  );
});

test("begins with the first item that is asked for, and never when it was left before", async () => {
  const stream = new LateStream<number>(() => assert.fail("the stream began"));
  await stream.return();
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
});

test("leaving closes the source, also while it begins", async () => {
  let closed = 0;
  const late = new LateStream(() => begin(count(() => closed++)));
  for await (const _ of late) break;
  assert.equal(closed, 1);

  const early = new LateStream(() => begin(count(() => closed++)));
  await Promise.all([early.next(), early.return()]);
  assert.equal(closed, 2);
});

test("an error at the beginning goes to who asked, and leaving afterwards is no error", async () => {
  const stream = new LateStream<number>(async () => {
    throw new Error("no stream");
  });
  await assert.rejects(stream.next(), /no stream/);
  assert.deepEqual(await stream.return(), { done: true, value: undefined });
});
