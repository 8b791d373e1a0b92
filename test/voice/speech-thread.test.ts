import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { SpeechThread } from "../../src/voice/adapters/speech-thread.ts";

const thread = () => new SpeechThread("hanging", new URL("fixtures/hanging-thread.ts", import.meta.url).href);

test(
  "[VOX-5] a thread that hangs is ended even where nobody waits any more, and the next task has another",
  {
    timeout: 10_000,
  },
  async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const hanging = thread();
    t.after(() => hanging.close());
    const controller = new AbortController();
    const waiting = assert.rejects(hanging.run("hang", undefined, controller.signal), /enough/);
    controller.abort(new Error("enough"));
    await waiting;
    t.mock.timers.tick(30_000);
    assert.equal(await hanging.run("echo", "hello"), "hello");
  },
);

test("[VOX-5] who waits for a thread that hangs is told so", { timeout: 10_000 }, async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const hanging = thread();
  t.after(() => hanging.close());
  const waiting = assert.rejects(hanging.run("hang", undefined), { code: "timeout" });
  t.mock.timers.tick(30_000);
  await waiting;
});

test("[VOX-5] a thread that has nothing to do lets the program end", { timeout: 10_000 }, async () => {
  const program = new URL("fixtures/one-task.ts", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 8_000 });
  assert.equal(stdout, "hello\n");
});
