import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { SwitchboardError } from "../errors.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import type { ChatModel, CompletionChunk } from "./model.ts";
import { withRetries, type RetryOptions } from "./retries.ts";

const text = (delta: string): CompletionChunk => ({ delta, toolCalls: [], isFinal: false });
const last: CompletionChunk = { delta: "", toolCalls: [], isFinal: true };

function failure(fields: object): Error {
  return Object.assign(new SwitchboardError("busy", "no"), fields);
}

/** A model that plays a list: an error is thrown where it stands, before or after chunks. */
function createModel(attempts: readonly (readonly (CompletionChunk | Error)[])[]) {
  let asked = 0;
  const model: ChatModel = {
    provider: "test",
    model: "test",
    async *stream() {
      for (const step of attempts[asked++] ?? []) {
        if (step instanceof Error) throw step;
        yield step;
      }
    },
  };
  return { model, asked: () => asked };
}

async function drain(model: ChatModel, signal?: AbortSignal): Promise<string> {
  let all = "";
  for await (const { delta } of model.stream([], signal === undefined ? {} : { signal })) all += delta;
  return all;
}

/** Runs with a clock that stands still, and lets as much time pass as is waited for. */
async function drainOnClock(
  attempts: readonly (readonly (CompletionChunk | Error)[])[],
  options: RetryOptions = {},
): Promise<{ outcome: PromiseSettledResult<string>; asked: number; waitedMs: number }> {
  const clock = new FakeClock();
  const { model, asked } = createModel(attempts);
  const settled = { isSo: false };
  const drained = Promise.allSettled([
    drain(withRetries(model, { random: () => 0.5, clock, ...options })).finally(() => (settled.isSo = true)),
  ]);
  while (!settled.isSo) {
    await turn();
    if (clock.pending > 0) clock.advance(10);
  }
  const [outcome] = await drained;
  return { outcome, asked: asked(), waitedMs: clock.now() };
}

const hello = [text("Hello"), last];

for (const [what, error] of [
  ["429", failure({ status: 429 })],
  ["500", failure({ status: 500 })],
  ["529", failure({ status: 529 })],
  ["a refused connection", new Error("fetch failed", { cause: { code: "ECONNREFUSED" } })],
  ["a reset connection", new Error("x", { cause: new Error("y", { cause: { code: "ECONNRESET" } }) })],
] as const) {
  test(`a request is repeated after ${what}`, async () => {
    const { outcome, asked } = await drainOnClock([[error], [error], hello]);
    assert.deepEqual(outcome, { status: "fulfilled", value: "Hello" });
    assert.equal(asked, 3);
  });
}

for (const [what, error] of [
  ["400", failure({ status: 400 })],
  ["401", failure({ status: 401 })],
  [
    "an answer that was cut",
    Object.assign(failure({ code: "truncated" }), { cause: { code: "ECONNRESET" } }),
  ],
  ["any other error", new TypeError("a mistake")],
  ["an unknown host", new Error("fetch failed", { cause: { code: "ENOTFOUND" } })],
] as const) {
  test(`a request is not repeated after ${what}`, async () => {
    const { outcome, asked } = await drainOnClock([[error], hello]);
    assert.ok(outcome.status === "rejected" && outcome.reason === error);
    assert.equal(asked, 1);
  });
}

test("[CHAT-1] what a caller has seen is never said twice: after the first chunk nothing is repeated", async () => {
  const { outcome, asked } = await drainOnClock([[text("Hel"), failure({ status: 500 })], hello]);
  assert.equal(outcome.status, "rejected");
  assert.equal(asked, 1);
});

test("after the last repetition the error is thrown as it came", async () => {
  const errors = [500, 502, 503].map((status) => failure({ status }));
  const { outcome, asked } = await drainOnClock(errors.map((error) => [error]));
  assert.ok(outcome.status === "rejected" && outcome.reason === errors[2]);
  assert.equal(asked, 3);
});

test("pauses double, and half of each is left to chance", async () => {
  const busy = [failure({ status: 503 })];
  const pauses = async (chance: number) =>
    (await drainOnClock([busy, busy, hello], { baseMs: 1_000, random: () => chance })).waitedMs;
  assert.equal(await pauses(0), 500 + 1_000);
  assert.equal(await pauses(0.5), 750 + 1_500);
});

test("a server that says how long it wants to be left alone is left alone that long", async () => {
  const { waitedMs } = await drainOnClock([[failure({ status: 429, retryAfterMs: 7_000 })], hello]);
  assert.equal(waitedMs, 7_000);
});

test("a server that wants to be left alone for too long is an error at once", async () => {
  const { outcome, asked, waitedMs } = await drainOnClock([
    [failure({ status: 429, retryAfterMs: 3_600_000 })],
    hello,
  ]);
  assert.equal(outcome.status, "rejected");
  assert.deepEqual([asked, waitedMs], [1, 0]);
});

test("no pause is longer than the longest, whatever the options", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(5), fc.nat(5_000), fc.nat(2_000), async (retries, baseMs, maxMs) => {
      const busy = [failure({ status: 503 })];
      const attempts = Array.from({ length: retries + 1 }, () => busy);
      const { asked, waitedMs } = await drainOnClock(attempts, { retries, baseMs, maxMs });
      assert.equal(asked, retries + 1);
      assert.ok(waitedMs <= retries * (maxMs + 10));
    }),
    { numRuns: 30 },
  );
});

test("an abort ends the pause, leaves no timer, and the request that follows says so", async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const aborted = failure({ code: "aborted" });
  const { model, asked } = createModel([[failure({ status: 503 })], [aborted]]);
  const drained = drain(withRetries(model, { clock }), controller.signal);
  const rejected = assert.rejects(drained, aborted);
  while (clock.pending === 0) await turn();
  controller.abort();
  await rejected;
  assert.equal(asked(), 2);
  assert.equal(clock.pending, 0);
});

test("a number of retries that is none is refused: it would repeat for ever", () => {
  const model = { provider: "test", model: "test", stream: () => assert.fail("not asked") };
  for (const retries of [Number.NaN, -1]) {
    assert.throws(() => withRetries(model, { retries }), { code: "invalid_option" });
  }
});
