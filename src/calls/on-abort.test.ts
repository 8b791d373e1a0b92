import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import { onAbort } from "./on-abort.ts";

test("any number of callbacks shares one listener, and the last takes it along", () => {
  const { signal } = new AbortController();
  const stops = Array.from({ length: 1_000 }, () => onAbort(signal, () => {}));
  assert.equal(getEventListeners(signal, "abort").length, 1);
  for (const stop of stops) stop();
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("callbacks that were not taken away are called once", () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => called.push("a"));
  onAbort(controller.signal, () => called.push("b"))();
  onAbort(controller.signal, () => called.push("c"));
  controller.abort();
  controller.abort();
  assert.deepEqual(called, ["a", "c"]);
});

test("a stop called twice does not take another's listener away", () => {
  const controller = new AbortController();
  const called: string[] = [];
  const stop = onAbort(controller.signal, () => called.push("a"));
  stop();
  onAbort(controller.signal, () => called.push("b"));
  stop();
  controller.abort();
  assert.deepEqual(called, ["b"]);
});
