import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { FakeClock } from "../testing/fake-clock.ts";
import { RefreshGate } from "./refresh-gate.ts";

test("[MCP-11] a storm of wishes costs at most two refreshes a second, and the last wish is met", async () => {
  const clock = new FakeClock();
  const refreshes: number[] = [];
  const gate = new RefreshGate(clock, async () => {
    refreshes.push(clock.now());
    await turn();
  });
  for (let wish = 0; wish < 10_000; wish += 1) gate.request();
  for (let step = 0; step < 300; step += 1) {
    clock.advance(10);
    gate.request();
    if (step % 10 === 0) await turn();
  }
  const lastWish = clock.now();
  clock.advance(10_000);
  await turn();
  for (const start of refreshes)
    assert.ok(refreshes.filter((at) => at >= start && at < start + 1_000).length <= 2, refreshes.join());
  assert.ok((refreshes.at(-1) ?? 0) >= lastWish);
  assert.equal(clock.pending, 0);
});

test("a wish that comes during a refresh is met after it, never beside it", async () => {
  const clock = new FakeClock();
  let running = 0;
  let done = 0;
  const gate = new RefreshGate(clock, async () => {
    assert.equal(++running, 1);
    await turn();
    running -= 1;
    done += 1;
  });
  gate.request();
  gate.request();
  await turn();
  await turn();
  clock.advance(500);
  await turn();
  await turn();
  assert.equal(done, 2);
});

test("nothing comes after it was stopped", async () => {
  const clock = new FakeClock();
  let refreshes = 0;
  const gate = new RefreshGate(clock, async () => {
    refreshes += 1;
    await turn();
  });
  gate.request();
  await turn();
  await turn();
  gate.request();
  gate.stop();
  clock.advance(10_000);
  assert.equal(refreshes, 1);
  assert.equal(clock.pending, 0);
});
