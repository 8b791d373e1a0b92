import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { FakeClock } from "../testing/fake-clock.ts";
import { runBounded } from "./bounded-port.ts";

function createBounds() {
  const clock = new FakeClock();
  const controller = new AbortController();
  const leftovers = () => [clock.pending, getEventListeners(controller.signal, "abort").length];
  return { clock, controller, bounds: { limitMs: 1_000, signal: controller.signal, clock }, leftovers };
}

test("work that ends in time leaves neither an alarm nor a listener behind", async () => {
  const { bounds, leftovers } = createBounds();
  assert.equal(await runBounded("Speaking", bounds, async () => "said"), "said");
  await assert.rejects(
    runBounded("Speaking", bounds, () => Promise.reject(new Error("hoarse"))),
    /hoarse/,
  );
  assert.deepEqual(leftovers(), [0, 0]);
});

test("work that does not listen is left when its time is up, and told so", async () => {
  const { clock, bounds, leftovers } = createBounds();
  let told: unknown;
  const running = runBounded("Speaking", bounds, (signal) => {
    signal.addEventListener("abort", () => (told = signal.reason));
    return new Promise(() => {});
  });
  clock.advance(1_000);
  await assert.rejects(running, { code: "timeout", message: "Speaking took longer than 1s" });
  assert.equal((told as { code?: unknown }).code, "timeout");
  assert.deepEqual(leftovers(), [0, 0]);
});

test("work that does not listen is left when the turn is cancelled", async () => {
  const { controller, bounds, leftovers } = createBounds();
  const running = runBounded("Speaking", bounds, () => new Promise(() => {}));
  controller.abort(new Error("enough"));
  await assert.rejects(running, /enough/);
  assert.deepEqual(leftovers(), [0, 0]);
});
