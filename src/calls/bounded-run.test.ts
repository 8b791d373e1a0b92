import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import { FakeClock } from "../testing/fake-clock.ts";
import { runBounded, type Outcome } from "./bounded-run.ts";

function setUp() {
  const clock = new FakeClock();
  const late: Outcome[] = [];
  const controller = new AbortController();
  const bounds = {
    startedAt: 0,
    timeoutMs: 1_000,
    signal: controller.signal,
    clock,
    onLate: (outcome: Outcome) => void late.push(outcome),
  };
  return { clock, late, controller, bounds };
}

test("[EX-5] at the deadline the signal fires and the outcome stands, although the work ignores both", async () => {
  const { clock, late, bounds } = setUp();
  const work = Promise.withResolvers<string>();
  let seen: AbortSignal | undefined;
  const running = runBounded((signal) => {
    seen = signal;
    return work.promise;
  }, bounds);
  clock.advance(999);
  assert.equal(seen?.aborted, false);
  clock.advance(1);
  assert.equal(seen?.aborted, true);
  assert.equal((seen?.reason as DOMException | undefined)?.name, "TimeoutError");
  assert.deepEqual(await running, { kind: "timeout", endedAt: 1_000 });

  work.resolve("too late");
  await work.promise;
  assert.deepEqual(late, [{ kind: "value", value: "too late", endedAt: 1_000 }]);
});

test("[EX-5] work that blocks the event loop past its deadline is timed out by the clock", async () => {
  const { clock, late, bounds } = setUp();
  const outcome = await runBounded(() => {
    clock.block(2_000);
    return "too late";
  }, bounds);
  assert.deepEqual(outcome, { kind: "timeout", endedAt: 2_000 });
  assert.deepEqual(late, [{ kind: "value", value: "too late", endedAt: 2_000 }]);
});

test("[EX-5] a limit longer than a timer can count is kept, not cut to nothing", async () => {
  const { clock, bounds } = setUp();
  const running = runBounded(() => new Promise(() => {}), { ...bounds, timeoutMs: 2 ** 33 });
  const settled: Outcome[] = [];
  void running.then((outcome) => settled.push(outcome));
  clock.advance(2 ** 33 - 1);
  await Promise.resolve();
  assert.deepEqual(settled, []);
  clock.advance(1);
  assert.deepEqual(await running, { kind: "timeout", endedAt: 2 ** 33 });
});

test("[EX-12] the caller's abort reaches the work with its reason and settles the outcome at once", async () => {
  const { clock, controller, bounds } = setUp();
  let seen: AbortSignal | undefined;
  const running = runBounded((signal) => {
    seen = signal;
    return new Promise(() => {});
  }, bounds);
  controller.abort("enough");
  assert.equal(seen?.aborted, true);
  assert.equal(seen?.reason, "enough");
  assert.deepEqual(await running, { kind: "cancelled", reason: "enough", endedAt: 0 });
  assert.equal(clock.pending, 0);
});

test("[EX-12] with a signal that is aborted already the work is not started", async () => {
  const { controller, bounds } = setUp();
  controller.abort("before");
  const outcome = await runBounded(() => assert.fail("was started"), bounds);
  assert.deepEqual(outcome, { kind: "cancelled", reason: "before", endedAt: 0 });
});

test("[EX-15] every way to settle leaves no timer and no listener behind", async () => {
  const ways: (() => unknown)[] = [
    () => "value",
    () => Promise.resolve("value"),
    () => Promise.reject(new Error("no")),
    () => {
      throw new Error("no");
    },
  ];
  const { clock, controller, bounds } = setUp();
  await Promise.all(ways.map((work) => runBounded(work, bounds)));
  assert.equal(clock.pending, 0);
  assert.deepEqual(getEventListeners(controller.signal, "abort"), []);
});

test("a thenable that settles twice, or throws when asked for then, gives one outcome", async () => {
  const { bounds, late } = setUp();
  const twice = {
    // oxlint-disable-next-line unicorn/no-thenable
    then(resolve: (value: string) => void, reject: (error: Error) => void) {
      resolve("first");
      resolve("second");
      reject(new Error("third"));
    },
  };
  // oxlint-disable-next-line unicorn/no-thenable
  const unreadable = Object.defineProperty({}, "then", {
    get() {
      throw new Error("no then");
    },
  });
  assert.deepEqual(await runBounded(() => twice, bounds), { kind: "value", value: "first", endedAt: 0 });
  const outcome = await runBounded(() => unreadable, bounds);
  assert.equal(outcome.kind, "error");
  assert.deepEqual(late, []);
});
