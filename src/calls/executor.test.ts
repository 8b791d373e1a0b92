import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { z } from "zod";
import { FakeClock } from "../testing/fake-clock.ts";
import { ToolManager } from "../tools/manager.ts";
import type { Tool } from "../tools/tool.ts";
import type { FailureCode, ToolCall, ToolResult } from "./call.ts";
import type { CallEvent } from "./events.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./executor.ts";
import { ToolError } from "./failure.ts";

const anyObject = { type: "object", properties: {} };

function createTool(name: string, invoke: Tool["invoke"], more: Partial<Tool> = {}): Tool {
  return { name, description: `The tool ${name}`, schema: anyObject, invoke, ...more };
}

function setUp(tools: readonly Tool[], options: Partial<ToolExecutorOptions> = {}) {
  const events: CallEvent[] = [];
  const clock = new FakeClock();
  const manager = new ToolManager();
  manager.add(tools);
  const executor = new ToolExecutor({
    tools: manager,
    clock,
    observe: (event) => void events.push(event),
    ...options,
  });
  return { events, clock, manager, executor };
}

const callOf = (name: string, args: unknown = {}, id = "call_1"): ToolCall => ({ id, name, args });

function failureOf(result: ToolResult): { code: FailureCode; text: string } {
  assert.equal(result.ok, false);
  return { code: result.code, text: result.text };
}

/** A tool that never settles, and the signals that it was given. */
function createHangingTool(name = "hang") {
  const signals: AbortSignal[] = [];
  const tool = createTool(name, (_, config) => {
    if (config?.signal) signals.push(config.signal);
    return new Promise(() => {});
  });
  return { tool, signals };
}

test("[EX-1] the tool gets the arguments as they are, not wrapped, and its value is the result", async () => {
  const seen: unknown[] = [];
  const { executor } = setUp([
    createTool("add", (args) => {
      seen.push(args);
      return { sum: 3 };
    }),
  ]);
  const args = { a: 1, b: 2 };
  const result = await executor.execute(callOf("add", args));
  assert.equal(seen[0], args);
  assert.ok(result.ok);
  assert.deepEqual(result.value, { sum: 3 });
  assert.equal(result.text, '{"sum":3}');
  assert.deepEqual([result.id, result.name, result.repairs], ["call_1", "add", []]);
});

test("[EX-1] invoke keeps its `this`, as LangChain's classes need it", async () => {
  class Counter {
    name = "count";
    description = "Counts";
    schema = anyObject;
    #count = 0;
    invoke() {
      this.#count += 1;
      return this.#count;
    }
  }
  const { executor } = setUp([new Counter()]);
  assert.equal((await executor.execute(callOf("count"))).text, "1");
});

test("[EX-3] an unknown tool gives the text of the specification, and the nearest names on a second line", async () => {
  const { executor } = setUp([createTool("get_weather", () => ""), createTool("lamp", () => "")]);
  assert.deepEqual(failureOf(await executor.execute(callOf("get_wether"))), {
    code: "unknown_tool",
    text: 'Error: Unknown tool "get_wether"\nDid you mean get_weather?',
  });
  const { text } = await executor.execute(callOf("zzzzzzzzzzzzzzzz"));
  assert.equal(text, 'Error: Unknown tool "zzzzzzzzzzzzzzzz"');
});

test("[EX-3] names that every object inherits, and a megabyte of name, are unknown tools", async () => {
  const { executor } = setUp([createTool("lamp", () => "")]);
  for (const name of ["__proto__", "constructor", "toString", "", "x".repeat(1_000_000)]) {
    const result = await executor.execute(callOf(name));
    assert.equal(failureOf(result).code, "unknown_tool");
    assert.ok(result.text.length < 300);
  }
});

for (const [title, thrown, text] of [
  ["an error", new Error("it broke"), "Error: it broke"],
  ["a string", "it broke", "Error: it broke"],
  ["null", null, "Error: The tool failed without saying why"],
  ["undefined", undefined, "Error: The tool failed without saying why"],
  ["an object", { status: 500 }, 'Error: {"status":500}'],
] as const) {
  test(`[EX-4] a tool that throws ${title}, at once or later, gives a result`, async () => {
    const { executor } = setUp([
      createTool("now", () => {
        throw thrown;
      }),
      createTool("later", () => Promise.reject(thrown)),
    ]);
    for (const name of ["now", "later"]) {
      assert.deepEqual(failureOf(await executor.execute(callOf(name))), { code: "failed", text });
    }
  });
}

test("[EX-4] what was thrown is in the result for the program to see", async () => {
  const error = new Error("it broke");
  const { executor } = setUp([createTool("lamp", () => Promise.reject(error))]);
  const result = await executor.execute(callOf("lamp"));
  assert.ok(!result.ok);
  assert.equal(result.error, error);
});

test("[EX-5] after 30 s by default the signal fires, the result is there, and what comes later is dropped and told", async () => {
  const work = Promise.withResolvers<string>();
  let signal: AbortSignal | undefined;
  const { executor, clock, events } = setUp([
    createTool("slow", (_, config) => {
      signal = config?.signal;
      return work.promise;
    }),
  ]);
  const running = executor.execute(callOf("slow"));
  clock.advance(29_999);
  assert.equal(signal?.aborted, false);
  clock.advance(1);
  assert.equal(signal?.aborted, true);
  assert.deepEqual(failureOf(await running), { code: "timeout", text: "Error: Timed out after 30s" });

  work.resolve("too late");
  await work.promise;
  assert.deepEqual(events.at(-1), {
    type: "call.late",
    call: callOf("slow"),
    tool: "slow",
    outcome: { kind: "value", value: "too late", endedAt: 30_000 },
  });
});

test("[EX-5] the limit is settable per executor, per tool and per call, the nearest one counts", async () => {
  const plain = createHangingTool("plain").tool;
  const own = { ...createHangingTool("own").tool, timeoutMs: 2_500 };
  const { executor, clock } = setUp([plain, own], { timeoutMs: 60_000 });
  const running = [
    executor.execute(callOf("plain")),
    executor.execute(callOf("own")),
    executor.execute(callOf("own"), { timeoutMs: 50 }),
  ];
  clock.advance(60_000);
  const texts = (await Promise.all(running)).map(({ text }) => text);
  assert.deepEqual(texts, [
    "Error: Timed out after 60s",
    "Error: Timed out after 2.5s",
    "Error: Timed out after 50ms",
  ]);
});

test("[EX-5] a limit that is none is an error for the program, not a call without end", async () => {
  for (const timeoutMs of [0, -1, NaN, "30" as unknown as number]) {
    assert.throws(() => setUp([], { timeoutMs }), {
      code: "invalid_option",
      message: /timeoutMs must be a number above 0/,
    });
    const { executor } = setUp([createTool("lamp", () => "")]);
    await assert.rejects(executor.execute(callOf("lamp"), { timeoutMs }), { code: "invalid_option" });
  }
  assert.throws(() => setUp([], { timeoutMs: "30" as unknown as number }), { message: /got "30"$/ });
});

test("[EX-5] a tool that blocks the event loop past its deadline is timed out, on the real clock too", async () => {
  const manager = new ToolManager();
  manager.add(
    createTool("block", () => {
      const end = performance.now() + 60;
      while (performance.now() < end);
      return "too late";
    }),
  );
  const executor = new ToolExecutor({ tools: manager, timeoutMs: 20 });
  assert.equal(failureOf(await executor.execute(callOf("block"))).code, "timeout");
});

test("[EX-6] the time from start to completion is in every result", async () => {
  const { executor, clock } = setUp([
    createTool("work", () => {
      clock.block(120);
      return "done";
    }),
    createTool("fail", () => {
      clock.block(30);
      throw new Error("no");
    }),
  ]);
  assert.equal((await executor.execute(callOf("work"))).durationMs, 120);
  assert.equal((await executor.execute(callOf("fail"))).durationMs, 30);
  assert.equal((await executor.execute(callOf("nobody"))).durationMs, 0);
});

test("[EX-7] a call over the threshold, which is settable, is marked as slow", async () => {
  const isSlow = async (durationMs: number, slowMs?: number) => {
    const { executor, clock, events } = setUp(
      [createTool("work", () => clock.block(durationMs))],
      slowMs === undefined ? {} : { slowMs },
    );
    await executor.execute(callOf("work"));
    const end = events.find(({ type }) => type === "call.ended");
    return end?.type === "call.ended" && end.isSlow;
  };
  assert.equal(await isSlow(1_000), false);
  assert.equal(await isSlow(1_001), true);
  assert.equal(await isSlow(20, 10), true);
});

test("[EX-8] a tool whose network fails is unavailable", async () => {
  const refused = Object.assign(new Error("connect"), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    port: 1883,
  });
  const { executor } = setUp([
    createTool("lamp", () => Promise.reject(new TypeError("fetch failed", { cause: refused }))),
  ]);
  assert.deepEqual(failureOf(await executor.execute(callOf("lamp"))), {
    code: "unavailable",
    text: "Error: The service at 127.0.0.1:1883 is unavailable (connection refused)",
  });
});

const levelSchema = {
  type: "object",
  properties: { room: { type: "string" }, level: { type: "number", minimum: 0, maximum: 100 } },
  required: ["room", "level"],
  additionalProperties: false,
};

test("[EX-9, FIX-9] invalid arguments never reach the tool, and one text names each fault and the parameters", async () => {
  let calls = 0;
  const tool = createTool("set_level", () => (calls += 1), { schema: levelSchema });
  const { executor, events } = setUp([tool]);
  const { code, text } = failureOf(
    await executor.execute(callOf("set_level", { level: "2 apples", colour: "red" })),
  );
  assert.equal(code, "invalid_arguments");
  assert.match(text, /^Error: /);
  for (const word of [/room/, /level.*number.*"2 apples"/, /colour/, /Required parameters: room.*level/]) {
    assert.match(text, word);
  }
  assert.equal(calls, 0);
  assert.equal(events.filter(({ type }) => type === "call.ended").length, 1);
});

test("[EX-9] what only the schema's own library can check is checked too, under the deadline", async () => {
  let calls = 0;
  const even = z.object({ n: z.number().refine((n) => n % 2 === 0, "must be even") });
  const hanging = z.object({ n: z.number().refine(() => new Promise<boolean>(() => {}), "never") });
  const { executor, clock } = setUp([
    createTool("half", () => (calls += 1), { schema: even }),
    createTool("hang", () => (calls += 1), { schema: hanging }),
  ]);
  const { code, text } = failureOf(await executor.execute(callOf("half", { n: 3 })));
  assert.equal(code, "invalid_arguments");
  assert.match(text, /n: must be even/);
  assert.equal(calls, 0);
  assert.ok((await executor.execute(callOf("half", { n: "4" }))).ok);

  const running = executor.execute(callOf("hang", { n: 1 }));
  clock.advance(30_000);
  assert.equal(failureOf(await running).code, "timeout");
});

test("a tool whose schema is of no use is called all the same, and the log is told", async () => {
  const { executor, events } = setUp([
    createTool("lamp", () => "on", {
      schema: { type: "object", properties: { a: { $ref: "#/$defs/none" } } },
    }),
  ]);
  assert.equal((await executor.execute(callOf("lamp", { a: 1 }))).text, "on");
  assert.ok(events.some(({ type }) => type === "call.unchecked"));
});

test("[EX-10] calls run side by side up to the cap, and results keep the order of the calls", async () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const { executor } = setUp(
    [
      createTool("wait", async ({ n }) => {
        most = Math.max(most, (running += 1));
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
        return n;
      }),
    ],
    { maxParallel: 3 },
  );
  const all = executor.executeAll(Array.from({ length: 7 }, (_, n) => callOf("wait", { n }, `call_${n}`)));
  for (let done = 0; done < 7; done += 1) {
    while (waiting.length === 0) await new Promise(setImmediate);
    // The last to begin ends first.
    waiting.pop()?.();
  }
  const results = await all;
  assert.equal(most, 3);
  assert.deepEqual(
    results.map(({ id, text }) => [id, text]),
    Array.from({ length: 7 }, (_, n) => [`call_${n}`, `${n}`]),
  );
});

test("[EX-10] N calls, however wrong, give N results in order", async () => {
  const { executor } = setUp([
    createTool("ok", () => "ok"),
    createTool("throws", () => {
      throw new Error("no");
    }),
    createTool("strict", () => "ok", { schema: levelSchema }),
  ]);
  const call = fc.record({
    id: fc.string(),
    name: fc.oneof(fc.constantFrom("ok", "throws", "strict", "Ok"), fc.string()),
    args: fc.anything(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(call, fc.anything() as fc.Arbitrary<ToolCall>)), async (calls) => {
      const results = await executor.executeAll(calls);
      assert.equal(results.length, calls.length);
      results.forEach((result, index) => {
        const id = (calls[index] as Partial<ToolCall> | null | undefined)?.id;
        if (typeof id === "string") assert.equal(result.id, id);
        assert.equal(typeof result.text, "string");
        assert.equal(
          typeof JSON.stringify({ ...result, value: undefined, error: undefined, args: undefined }),
          "string",
        );
      });
    }),
  );
});

test("[EX-11] a result over the limit is cut, and the value is still whole", async () => {
  const long = "x".repeat(70_000);
  const { executor } = setUp([createTool("long", () => long)]);
  const result = await executor.execute(callOf("long"));
  assert.ok(result.ok);
  assert.equal(result.text, `${"x".repeat(65_536)}\n[cut: 4464 of 70000 bytes are missing]`);
  assert.equal(result.value, long);
});

test("[EX-11] everything that a tool may return becomes a result that can be stringified", async () => {
  let value: unknown;
  const { executor } = setUp([createTool("any", () => value)]);
  await fc.assert(
    fc.asyncProperty(
      fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true }),
      async (next) => {
        value = next;
        const { text } = await executor.execute(callOf("any"));
        assert.equal(typeof JSON.parse(JSON.stringify(text)), "string");
      },
    ),
  );
});

test("an MCP result that says it is an error is a failure in the server's own words", async () => {
  const { executor, manager } = setUp([]);
  const value = { isError: true, content: [{ type: "text", text: "no such lamp" }] };
  manager.addMcpTools(createTool("lamp", () => value));
  manager.add(createTool("mock", () => value));
  assert.ok((await executor.execute(callOf("mock"))).ok);
  assert.deepEqual(failureOf(await executor.execute(callOf("lamp"))), {
    code: "failed",
    text: "Error: no such lamp",
  });
});

test("[EX-12] the caller's signal cancels what runs and what waits: one cancelled result per call", async () => {
  const { tool, signals } = createHangingTool();
  const { executor } = setUp([tool], { maxParallel: 2 });
  const controller = new AbortController();
  const calls = Array.from({ length: 5 }, (_, n) => callOf("hang", {}, `call_${n}`));
  const running = executor.executeAll(calls, { signal: controller.signal });
  controller.abort("enough");
  const results = await running;
  assert.deepEqual(
    results.map((result) => failureOf(result).code),
    Array(5).fill("cancelled"),
  );
  assert.deepEqual(
    results.map(({ id }) => id),
    calls.map(({ id }) => id),
  );
  assert.equal(signals.length, 2);
  assert.ok(signals.every(({ aborted, reason }) => aborted && reason === "enough"));
});

test("[EX-12] a call that ends because the caller's time is up says so", async () => {
  const { executor } = setUp([createHangingTool().tool], { maxParallel: 1 });
  const controller = new AbortController();
  const running = executor.executeAll([callOf("hang"), callOf("hang")], { signal: controller.signal });
  controller.abort(new DOMException("The run's time is up", "TimeoutError"));
  for (const result of await running)
    assert.equal(failureOf(result).text, "Error: Cancelled, as the caller's time was up");
});

test("[EX-13] every kind of failure has its code", async () => {
  const { executor, clock } = setUp(
    [
      createTool("strict", () => "", { schema: levelSchema }),
      createHangingTool().tool,
      createTool("down", () => Promise.reject(Object.assign(new Error("x"), { code: "ECONNRESET" }))),
      createTool("fails", () => Promise.reject(new Error("x"))),
      createTool("chooses", () => Promise.reject(new ToolError("denied", "the lock needs approval"))),
      createTool("hidden", () => ""),
    ],
    { allowedTools: ["strict", "hang", "down", "fails", "chooses"] },
  );
  const names = ["none", "strict", "hang", "down", "fails", "chooses", "hidden"];
  const running = executor.executeAll(names.map((name) => callOf(name)));
  await new Promise(setImmediate);
  clock.advance(30_000);
  const aborted = executor.execute(callOf("fails"), { signal: AbortSignal.abort() });
  const results = [...(await running), await aborted];
  assert.deepEqual(
    results.map((result) => failureOf(result).code),
    [
      "unknown_tool",
      "invalid_arguments",
      "timeout",
      "unavailable",
      "failed",
      "denied",
      "denied",
      "cancelled",
    ],
  );
});

test("[REG-11] a tool that was not offered cannot be called, under no spelling, and is not suggested", async () => {
  const { executor } = setUp([
    createTool("lamp", () => "on"),
    createTool("delete_all", () => assert.fail("ran")),
  ]);
  const only = { allowedTools: ["lamp"] };
  assert.deepEqual(failureOf(await executor.execute(callOf("delete_all"), only)), {
    code: "denied",
    text: 'Error: Tool "delete_all" is not allowed here',
  });
  const folded = failureOf(await executor.execute(callOf("Delete-All"), only));
  assert.equal(folded.code, "unknown_tool");
  assert.doesNotMatch(folded.text, /delete_all/);
  assert.ok((await executor.execute(callOf("lamp"), only)).ok);
  assert.equal(failureOf(await executor.execute(callOf("lamp"), { allowedTools: [] })).code, "denied");
});

test("[FIX-5] a name that one tool fits is that tool, and the rewrite is in the result", async () => {
  const { executor } = setUp([createTool("add", () => "3")]);
  for (const name of ["Add", "functions.add", "ADD"]) {
    const result = await executor.execute(callOf(name));
    assert.equal(result.name, "add");
    assert.deepEqual(result.repairs, [{ rule: "name", from: name, to: "add" }]);
  }
});

test("[FIX-5] two tools that fit equally are an unknown tool", async () => {
  const { executor } = setUp([createTool("get_it", () => ""), createTool("get-it", () => "")]);
  assert.equal(failureOf(await executor.execute(callOf("GetIt"))).code, "unknown_tool");
  assert.ok((await executor.execute(callOf("get-it"))).ok);
});

test("[FIX-1, FIX-2, FIX-3, FIX-4] what a small model writes almost right goes through, each rewrite visible", async () => {
  const { executor } = setUp([
    createTool("set_lamp", (args) => args, {
      schema: {
        type: "object",
        properties: {
          level: { type: "integer" },
          on: { type: "boolean" },
          mode: { enum: ["warm", "cold"] },
          rooms: { type: "array", items: { type: "string" } },
          scene: { type: "string" },
        },
        required: ["level"],
      },
    }),
  ]);
  const args = `{'level': '40', 'on': 'True', 'mode': ' Warm', 'rooms': 'hall', 'scene': None,}`;
  const result = await executor.execute(callOf("set_lamp", args));
  assert.ok(result.ok, result.text);
  assert.deepEqual(result.args, { level: 40, on: true, mode: "warm", rooms: ["hall"] });
  assert.deepEqual(
    new Set(result.repairs.map(({ rule }) => rule)),
    new Set(["json", "type", "enum", "null"]),
  );
});

test("a valid call is never changed: the tool gets the very arguments of the call", async () => {
  let seen: unknown;
  const { executor } = setUp([createTool("set_level", (args) => (seen = args), { schema: levelSchema })]);
  await fc.assert(
    fc.asyncProperty(
      fc.record({ room: fc.string(), level: fc.double({ min: 0, max: 100, noNaN: true }) }),
      async (args) => {
        const result = await executor.execute(callOf("set_level", args));
        assert.equal(seen, args);
        assert.deepEqual(result.repairs, []);
      },
    ),
  );
});

test("[EX-1, EX-10] whatever a tool returns or throws, also what throws when it is looked at, the call settles", async () => {
  const thrower = () => {
    throw Object.create(null);
  };
  const hostile = [
    {
      get isError() {
        return thrower();
      },
    },
    new Proxy({}, { get: thrower, getPrototypeOf: thrower, ownKeys: thrower, has: thrower }),
    Object.defineProperty(new Error("x"), "name", { get: thrower }),
    Object.assign(new ToolError("failed", "x"), { message: 5 }),
    { toString: thrower, message: { length: 1 } },
  ];
  for (const value of hostile) {
    const { executor } = setUp([
      createTool("gives", () => value),
      createTool("throws", () => Promise.reject(value)),
    ]);
    for (const name of ["gives", "throws"])
      assert.equal(typeof (await executor.execute(callOf(name))).text, "string");
  }
});

test("[EX-5] a call that was reported as timed out does not happen when its check ends later", async () => {
  const check = Promise.withResolvers<boolean>();
  const schema = z.object({ n: z.number().refine(() => check.promise, "no") });
  const { executor, clock, events } = setUp([createTool("late", () => assert.fail("ran"), { schema })]);
  const running = executor.execute(callOf("late", { n: 1 }));
  clock.advance(30_000);
  assert.equal(failureOf(await running).code, "timeout");
  check.resolve(true);
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  // What the tool would throw would be told as late.
  assert.equal(events.at(-1)?.type, "call.ended");
});

for (const [title, obey] of Object.entries<(signal: AbortSignal) => unknown>({
  "throws the signal's reason": (signal) => signal.throwIfAborted(),
  "throws Node's AbortError": (signal) => delay(1, undefined, { signal }),
  "throws an AbortError that does not say why": () => {
    throw new DOMException("stopped", "AbortError");
  },
  "throws an error of its own because of it": (signal) => {
    throw new Error("stopped", { cause: signal.reason });
  },
})) {
  test(`[EX-5, EX-12] a tool that obeys its signal is not told of as late: it ${title}`, async () => {
    const { executor, clock, events } = setUp([
      createTool("obedient", async (_, config) => {
        const signal = config?.signal ?? assert.fail();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return obey(signal);
      }),
    ]);
    const controller = new AbortController();
    const aborted = executor.execute(callOf("obedient"), { signal: controller.signal });
    const timedOut = executor.execute(callOf("obedient"));
    controller.abort();
    clock.advance(30_000);
    await Promise.all([aborted, timedOut]);
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    assert.deepEqual(
      events.filter(({ type }) => type === "call.late"),
      [],
    );
  });
}

test("[EX-5] an error that a tool throws after its call for another reason than its signal is told", async () => {
  for (const error of [new Error("the lamp is broken"), undefined, null]) {
    const work = Promise.withResolvers<never>();
    const { executor, clock, events } = setUp([createTool("slow", () => work.promise)]);
    const running = executor.execute(callOf("slow"));
    clock.advance(30_000);
    await running;
    work.reject(error);
    await work.promise.catch(() => {});
    assert.equal(events.at(-1)?.type, "call.late");
  }
});

test("[EX-9] a tool that is given another schema is held to that one from then on", async () => {
  const tool = { ...createTool("lamp", () => "on"), schema: anyObject as object };
  const { executor } = setUp([tool]);
  assert.ok((await executor.execute(callOf("lamp"))).ok);
  tool.schema = { type: "object", properties: { room: { type: "string" } }, required: ["room"] };
  assert.equal(failureOf(await executor.execute(callOf("lamp"))).code, "invalid_arguments");
});

test("[EX-10] an option that is wrong is told of every call, also of those that wait for others", async () => {
  const { executor } = setUp([createTool("lamp", () => "on")], { maxParallel: 2 });
  const calls = Array.from({ length: 5 }, () => callOf("lamp"));
  const ends = await Promise.allSettled(executor.startAll(calls, { timeoutMs: -1 }));
  assert.deepEqual(
    ends.map(({ status }) => status),
    calls.map(() => "rejected"),
  );
});

test("[EX-10] sixteen calls run at a time unless told otherwise", async () => {
  let running = 0;
  const { executor } = setUp([createTool("count", () => ((running += 1), new Promise(() => {})))]);
  void executor.executeAll(Array.from({ length: 40 }, () => callOf("count")));
  await new Promise(setImmediate);
  assert.equal(running, 16);
});

test("a tool's schema is worked out once, not for every call", async () => {
  let reads = 0;
  const properties = new Proxy(
    { a: { type: "number" } },
    {
      ownKeys: (target) => {
        reads += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  const { executor } = setUp([createTool("add", () => 1, { schema: { type: "object", properties } })]);
  await executor.execute(callOf("add", { a: 1 }));
  const readsOfFirst = reads;
  for (let call = 0; call < 10; call += 1) await executor.execute(callOf("add", { a: call }));
  assert.equal(reads, readsOfFirst);
});

test("[EX-2] a call is told of at its start and its end, with everything a log needs", async () => {
  const { executor, events } = setUp([createTool("add", () => 3)]);
  const result = await executor.execute(callOf("add", { a: 1 }));
  assert.deepEqual(events, [
    { type: "call.started", call: callOf("add", { a: 1 }), tool: "add", args: { a: 1 } },
    { type: "call.ended", call: callOf("add", { a: 1 }), result, isSlow: false },
  ]);
});

test("an observer that throws does not touch the result", async () => {
  const { executor } = setUp([createTool("add", () => 3)], {
    observe: () => {
      throw Object.create(null);
    },
  });
  assert.equal((await executor.execute(callOf("add"))).text, "3");
  const rejecting = setUp([createTool("add", () => 3)], {
    // oxlint-disable-next-line typescript/no-misused-promises -- what JavaScript lets people do
    observe: async () => {
      throw new Error("observer");
    },
  });
  assert.equal((await rejecting.executor.execute(callOf("add"))).text, "3");
});

test("[EX-15] after 100,000 calls no timer, listener or handle remains, and the heap is where it was", async () => {
  const manager = new ToolManager();
  manager.add([
    createTool("ok", async ({ n }) => n),
    createTool("fails", () => Promise.reject(new Error("no"))),
  ]);
  const executor = new ToolExecutor({ tools: manager });
  const { signal } = new AbortController();
  const run = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const calls = Array.from({ length: 100 }, (_, n) => callOf(n % 10 === 0 ? "fails" : "ok", { n }));
      await executor.executeAll(calls, { signal });
    }
  };
  const heapAfterCollection = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  await run(100);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = { heap: heapAfterCollection(), timers: timers() };
  await run(1_000);
  assert.equal(timers(), before.timers);
  assert.deepEqual(getEventListeners(signal, "abort"), []);
  const grownBy = heapAfterCollection() - before.heap;
  // One closure kept per call would be ten million bytes and more.
  assert.ok(grownBy < 5_000_000, `the heap grew by ${grownBy} bytes`);
});

/** `global.gc` without a flag on the command line. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

test("[FIX-2, FIX-3] a renamed parameter keeps a number as it was written, and null in a map stays what it is", async () => {
  const { executor, manager } = setUp([]);
  const schema = {
    type: "object",
    properties: {
      versionNumber: { type: "string" },
      labels: { type: "object", additionalProperties: { type: "string" } },
    },
  };
  manager.addMcpTools(createTool("tag", (args) => args, { schema }));
  const renamed = await executor.execute(callOf("tag", '{"version_number": 1.10}'));
  assert.deepEqual(renamed.ok && renamed.value, { versionNumber: "1.10" });
  const map = await executor.execute(callOf("tag", { labels: { urgent: null } }));
  assert.equal(failureOf(map).code, "invalid_arguments");
});
