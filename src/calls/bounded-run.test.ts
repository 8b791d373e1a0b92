import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import { FakeClock } from "../testing/fake-clock.ts";
import { BoundedRun, type Outcome } from "./bounded-run.ts";

interface Bounds {
  readonly clock: FakeClock;
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A run of whatever work it is given. */
class TestRun extends BoundedRun {
  readonly #work: (signal: AbortSignal) => unknown;
  readonly #late: Outcome[];
  readonly #outcome = Promise.withResolvers<Outcome>();

  constructor(work: (signal: AbortSignal) => unknown, bounds: Bounds, late: Outcome[]) {
    super(bounds.clock, bounds.startedAt, bounds.timeoutMs, bounds.signal);
    this.#work = work;
    this.#late = late;
  }

  run(): Promise<Outcome> {
    this.start();
    return this.#outcome.promise;
  }

  protected override work(signal: AbortSignal): unknown {
    return this.#work(signal);
  }

  protected override onOutcome(outcome: Outcome): void {
    this.#outcome.resolve(outcome);
  }

  protected override onLate(outcome: Outcome): void {
    this.#late.push(outcome);
  }
}

function setUp() {
  const clock = new FakeClock();
  const controller = new AbortController();
  const bounds: Bounds = { clock, startedAt: 0, timeoutMs: 1_000, signal: controller.signal };
  const late: Outcome[] = [];
  function runBounded(
    work: (signal: AbortSignal) => unknown,
    changed: Partial<Bounds> = {},
  ): Promise<Outcome> {
    return new TestRun(work, { ...bounds, ...changed }, late).run();
  }
  return { clock, late, controller, runBounded };
}

test("[EX-5] at the deadline the signal fires and the outcome stands, although the work ignores both", async () => {
  const { clock, late, runBounded } = setUp();
  const work = Promise.withResolvers<string>();
  let seen: AbortSignal | undefined;
  const running = runBounded((signal) => {
    seen = signal;
    return work.promise;
  });
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
  const { clock, late, runBounded } = setUp();
  const outcome = await runBounded(() => {
    clock.block(2_000);
    return "too late";
  });
  assert.deepEqual(outcome, { kind: "timeout", endedAt: 2_000 });
  assert.deepEqual(late, [{ kind: "value", value: "too late", endedAt: 2_000 }]);
});

test("[EX-5] a limit longer than a timer can count is kept, not cut to nothing", async () => {
  const { clock, runBounded } = setUp();
  const running = runBounded(() => new Promise(() => {}), { timeoutMs: 2 ** 33 });
  const settled: Outcome[] = [];
  void running.then((outcome) => settled.push(outcome));
  clock.advance(2 ** 33 - 1);
  await Promise.resolve();
  assert.deepEqual(settled, []);
  clock.advance(1);
  assert.deepEqual(await running, { kind: "timeout", endedAt: 2 ** 33 });
});

test("[EX-12] the caller's abort reaches the work with its reason and settles the outcome at once", async () => {
  const { clock, controller, runBounded } = setUp();
  let seen: AbortSignal | undefined;
  const running = runBounded((signal) => {
    seen = signal;
    return new Promise(() => {});
  });
  controller.abort("enough");
  assert.equal(seen?.aborted, true);
  assert.equal(seen?.reason, "enough");
  assert.deepEqual(await running, { kind: "cancelled", reason: "enough", endedAt: 0 });
  assert.equal(clock.pending, 0);
});

test("[EX-12] with a signal that is aborted already the work is not started", async () => {
  const { controller, runBounded } = setUp();
  controller.abort("before");
  const outcome = await runBounded(() => assert.fail("was started"));
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
  const { clock, controller, runBounded } = setUp();
  await Promise.all(ways.map((work) => runBounded(work)));
  assert.equal(clock.pending, 0);
  assert.deepEqual(getEventListeners(controller.signal, "abort"), []);
});

test("a thenable that settles twice, or throws when asked for then, gives one outcome", async () => {
  const { late, runBounded } = setUp();
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
  assert.deepEqual(await runBounded(() => twice), { kind: "value", value: "first", endedAt: 0 });
  const outcome = await runBounded(() => unreadable);
  assert.equal(outcome.kind, "error");
  assert.deepEqual(late, []);
});
