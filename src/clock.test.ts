import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { systemClock } from "./clock.ts";

function after(delayMs: number): Promise<number> {
  return new Promise((resolve) => {
    const startedAt = systemClock.now();
    systemClock.schedule(startedAt, delayMs, { ring: () => resolve(systemClock.now() - startedAt) });
  });
}

// A timer counts from the last turn of the event loop, which may be most of a millisecond ago.
test("an alarm goes off after its delay and not before, whichever others there are", async () => {
  const delays = [5, 20, 5, 1, 20, 3, 4, 6, 7, 8, 9, 10, 11];
  const passed = await Promise.all(delays.map(after));
  passed.forEach((passedMs, index) => assert.ok(passedMs > (delays[index] ?? 0) - 1, `${passedMs} ms`));
});

test("alarms of one delay go off in the order in which they were set, and those taken away do not", async () => {
  const rung: string[] = [];
  const last = Promise.withResolvers<void>();
  const startedAt = systemClock.now();
  systemClock.schedule(startedAt, 15, { ring: () => void rung.push("a") });
  const alarm = systemClock.schedule(startedAt, 15, { ring: () => void rung.push("b") });
  systemClock.schedule(startedAt, 15, { ring: () => void rung.push("c") });
  systemClock.schedule(startedAt, 15, { ring: () => last.resolve() });
  alarm.stop();
  alarm.stop();
  await last.promise;
  assert.deepEqual(rung, ["a", "c"]);
});

test("an alarm that is set while others go off is kept", async () => {
  await after(5);
  await after(5);
});

test("a delay longer than a timer can count does not go off at once, and one without end never", async () => {
  const alarms = [2 ** 31, 2 ** 40, Infinity].map((delayMs) =>
    systemClock.schedule(systemClock.now(), delayMs, { ring: () => assert.fail("went off") }),
  );
  await after(20);
  for (const alarm of alarms) alarm.stop();
});

test("a callback that throws does not stop the deadlines behind it", async () => {
  const caught = Promise.withResolvers<unknown>();
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.once("uncaughtException", caught.resolve);
  const startedAt = systemClock.now();
  systemClock.schedule(startedAt, 12, {
    ring() {
      throw new Error("bell");
    },
  });
  await Promise.all([
    caught.promise,
    new Promise<void>((resolve) => void systemClock.schedule(startedAt, 12, { ring: resolve })),
  ]);
  for (const listener of listeners) process.on("uncaughtException", listener);
  await after(12);
});

test("[EX-15] a process does not wait for alarms that were taken away, and waits for those that were not", () => {
  const run = (program: string) =>
    execFileSync(
      process.execPath,
      [
        "--input-type=module-typescript",
        "--eval",
        `import { systemClock as c } from "./clock.ts"; ${program}`,
      ],
      { cwd: import.meta.dirname, encoding: "utf8", timeout: 20_000 },
    );
  assert.equal(run(`c.schedule(c.now(), 600_000, { ring() {} }).stop(); console.log("end")`), "end\n");
  assert.equal(
    run(
      `c.schedule(c.now(), 50, { ring() {} }).stop(); c.schedule(c.now(), 50, { ring: () => console.log("rung") })`,
    ),
    "rung\n",
  );
});
