import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import { unlessAborted } from "./unless-aborted.ts";

const never = new Promise<never>(() => {});

test("what the work gives is given, and nothing listens any more", async () => {
  const { signal } = new AbortController();
  assert.equal(await unlessAborted(Promise.resolve("done"), signal), "done");
  await assert.rejects(unlessAborted(Promise.reject(new Error("broken")), signal), /broken/);
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("an abort ends the wait for work that does not listen, also one that came before", async () => {
  const controller = new AbortController();
  const waiting = assert.rejects(unlessAborted(never, controller.signal), /enough/);
  controller.abort(new Error("enough"));
  await waiting;
  await assert.rejects(unlessAborted(never, controller.signal), /enough/);
});
