import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import { FakeClock } from "../testing/fake-clock.ts";
import { Outbox, type DropReason } from "./outbox.ts";

const message = (topic: string) => ({ topic, payload: "", qos: 1 as const, retain: false });

function createOutbox(maxQueued: number) {
  const clock = new FakeClock();
  const dropped: [topic: string, reason: DropReason][] = [];
  const outbox = new Outbox({ clock, maxQueued, onDropped: (...drop) => void dropped.push(drop) });
  const waiting = () => Array.from(outbox.waiting, ({ message: { topic } }) => topic);
  return { clock, dropped, outbox, waiting };
}

test("a message that waits too long is dropped, and no other", async () => {
  const { clock, dropped, outbox, waiting } = createOutbox(10);
  const early = outbox.add(message("early"), 100);
  clock.advance(60);
  outbox.add(message("late"), 100);
  clock.advance(60);
  assert.deepEqual(dropped, [["early", "stale"]]);
  assert.equal(await early.settled, false);
  assert.deepEqual(waiting(), ["late"]);
});

test("where too many wait, the oldest makes room", async () => {
  const { dropped, outbox, waiting } = createOutbox(2);
  const first = outbox.add(message("first"), 100);
  outbox.add(message("second"), 100);
  outbox.add(message("third"), 100);
  assert.equal(await first.settled, false);
  assert.deepEqual(dropped, [["first", "overflow"]]);
  assert.deepEqual(waiting(), ["second", "third"]);
});

test("a message that was taken is gone, and no alarm is left for it", async () => {
  const { clock, dropped, outbox, waiting } = createOutbox(2);
  const letter = outbox.add(message("taken"), 100);
  letter.taken();
  letter.drop("stale");
  assert.equal(await letter.settled, true);
  assert.deepEqual([waiting(), dropped, clock.pending], [[], [], 0]);
});

test("clearing settles everything, without a word about each", async () => {
  const { clock, dropped, outbox } = createOutbox(5);
  const letters = ["a", "b"].map((topic) => outbox.add(message(topic), 100));
  outbox.clear();
  assert.deepEqual(await Promise.all(letters.map(({ settled }) => settled)), [false, false]);
  assert.deepEqual([dropped, clock.pending], [[], 0]);
});

test("a message that is taken back is gone, and one that was taken no longer listens", async () => {
  const { dropped, outbox, waiting } = createOutbox(5);
  const controller = new AbortController();
  const taken = outbox.add(message("taken"), 100);
  const withdrawn = outbox.add(message("withdrawn"), 100);
  taken.obey(controller.signal);
  taken.taken();
  await taken.settled;
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
  withdrawn.obey(controller.signal);
  controller.abort();
  assert.equal(await withdrawn.settled, false);
  assert.deepEqual([waiting(), dropped], [[], []]);
});
