import assert from "node:assert/strict";
import test from "node:test";
import { ToolExecutor } from "../calls/executor.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { createScriptedModel } from "../testing/scripted-model.ts";
import { ToolManager } from "../tools/manager.ts";
import type { Tool } from "../tools/tool.ts";
import type { Answer, ChatEvent } from "./events.ts";
import { ask, converse, type LoopOptions } from "./loop.ts";
import type { ChatModel, Message } from "./model.ts";

const numbers = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
};

const add: Tool = {
  name: "add",
  description: "Adds two numbers",
  schema: numbers,
  invoke: ({ a, b }) => Number(a) + Number(b),
};

const fail: Tool = {
  name: "fail",
  description: "Fails",
  schema: { type: "object", properties: {} },
  invoke: () => Promise.reject(new Error("it broke")),
};

const question: Message[] = [{ role: "user", content: "What is 2 + 3?" }];
const addCall = (a = 2, b = 3) => ({ calls: [{ name: "add", arguments: { a, b } }] });

function createExecutor(tools: readonly Tool[], clock?: FakeClock): ToolExecutor {
  const manager = new ToolManager();
  manager.add(tools);
  return new ToolExecutor({ tools: manager, ...(clock && { clock }) });
}

async function run(model: ChatModel, options: LoopOptions = {}, messages = question) {
  const tools = options.tools ?? [add, fail];
  const events: ChatEvent[] = [];
  const loop = converse(model, createExecutor(tools), messages, { tools, ...options });
  for (;;) {
    const step = await loop.next();
    if (step.done) return { events, answer: step.value };
    events.push(step.value);
  }
}

/** The history without what each test need not repeat: who said what. */
const saidIn = (answer: Answer) =>
  answer.messages.map((message) =>
    message.role === "tool" ? `tool: ${message.content}` : `${message.role}: ${message.content}`,
  );

test("text in, call made, answer out: the whole history goes into the next turn", async () => {
  const model = createScriptedModel([["Let me see. ", addCall()], "It is 5."]);
  const { answer } = await run(model);
  assert.equal(answer.text, "It is 5.");
  assert.equal(answer.endReason, "answer");
  assert.deepEqual(saidIn(answer), [
    "user: What is 2 + 3?",
    "assistant: Let me see. ",
    "tool: 5",
    "assistant: It is 5.",
  ]);
  assert.deepEqual(model.requests[1]?.messages, answer.messages.slice(0, 3));
  assert.deepEqual([answer.requests, answer.results.length], [2, 1]);
});

test("[CHAT-9] text, thinking, tool start, tool end and answer are events in order, and ask drains the same stream", async () => {
  const script = () => createScriptedModel([[{ thinking: "hm" }, "Let me ", "see.", addCall()], "It is 5."]);
  const { events, answer } = await run(script());
  assert.deepEqual(
    events.map((event) =>
      event.type === "text.delta" || event.type === "thinking.delta"
        ? `${event.type} ${event.delta}`
        : event.type,
    ),
    [
      "thinking.delta hm",
      "text.delta Let me ",
      "text.delta see.",
      "message.added",
      "tool.started",
      "tool.ended",
      "message.added",
      "text.delta It is 5.",
      "message.added",
      "answer.given",
    ],
  );
  const asked = await ask(script(), createExecutor([add]), question, { tools: [add] });
  assert.deepEqual(saidIn(asked), saidIn(answer));
});

test("[CHAT-9] a result is told as soon as it and those before it are there, while slower ones still run", async () => {
  const slow = Promise.withResolvers<string>();
  const wait: Tool = { ...fail, name: "wait", invoke: () => slow.promise };
  const model = createScriptedModel([
    [
      {
        calls: [
          { name: "add", arguments: { a: 1, b: 1 } },
          { name: "wait", arguments: {} },
        ],
      },
    ],
    "Done.",
  ]);
  const seen: string[] = [];
  for await (const event of converse(model, createExecutor([add, wait]), question, { tools: [add, wait] })) {
    if (event.type !== "tool.ended") continue;
    seen.push(event.result.text);
    slow.resolve("slow");
  }
  assert.deepEqual(seen, ["2", "slow"]);
});

test("[FIX-8] thinking is kept apart from the answer, in the events and in the history", async () => {
  const { answer } = await run(createScriptedModel(["<think>two and three</think>It is 5."]));
  assert.equal(answer.text, "It is 5.");
  assert.deepEqual(answer.messages.at(-1), {
    role: "assistant",
    content: "It is 5.",
    thinking: "two and three",
  });
});

test("[FIX-7] a call written as text is made like any other", async () => {
  const { answer } = await run(
    createScriptedModel([
      '<tool_call>{"name": "add", "arguments": {"a": 2, "b": 3}}</tool_call>',
      "It is 5.",
    ]),
  );
  assert.deepEqual(saidIn(answer), ["user: What is 2 + 3?", "assistant: ", "tool: 5", "assistant: It is 5."]);
});

test("a tool's failure and an unknown tool are results, and the model answers with that context", async () => {
  const calls = [
    { name: "fail", arguments: {} },
    { name: "nobody", arguments: {} },
  ];
  const { answer } = await run(createScriptedModel([[{ calls }], "Sorry."]));
  assert.deepEqual(saidIn(answer).slice(2), [
    "tool: Error: it broke",
    'tool: Error: Unknown tool "nobody"',
    "assistant: Sorry.",
  ]);
  assert.ok(answer.messages.filter((message) => message.role === "tool").every(({ failed }) => failed));
});

test("bad arguments go back to the model once, and its corrected call goes through", async () => {
  const bad = { calls: [{ name: "add", arguments: { a: "two apples", b: 3 } }] };
  const { answer } = await run(createScriptedModel([[bad], [addCall()], "It is 5."]));
  assert.match(saidIn(answer)[2] ?? "", /^tool: Error: .*a.*number/s);
  assert.equal(answer.text, "It is 5.");
});

test("a tool that was not offered cannot be called, although the executor knows it", async () => {
  const model = createScriptedModel([[addCall()], "No."]);
  const answer = await ask(model, createExecutor([add, fail]), question, { tools: [fail] });
  assert.match(saidIn(answer)[2] ?? "", /not allowed here/);
});

test("ids that are missing or come again are made unique over the whole conversation", async () => {
  const sameId = {
    calls: [
      { id: "call_0", name: "add", arguments: { a: 1, b: 1 } },
      { id: "call_0", name: "add", arguments: { a: 2, b: 2 } },
    ],
  };
  const noId = { calls: [{ id: null, name: "add", arguments: { a: 3, b: 3 } }] };
  const { answer } = await run(createScriptedModel([[sameId], [sameId], [noId], "Done."]));
  const ids = answer.messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
  const answered = answer.messages.flatMap((message) =>
    message.role === "tool" ? [message.toolCallId] : [],
  );
  assert.equal(new Set(ids).size, 5);
  assert.deepEqual(answered, ids);
});

test("ids of earlier turns are not used again", async () => {
  const earlier: Message[] = [
    { role: "assistant", content: "", toolCalls: [{ id: "call_0", name: "add", args: {} }] },
    { role: "tool", content: "1", toolCallId: "call_0", toolName: "add" },
    ...question,
  ];
  const again = { calls: [{ id: "call_0", name: "add", arguments: { a: 1, b: 1 } }] };
  const { answer } = await run(createScriptedModel([[again], "Done."]), {}, earlier);
  assert.notEqual(answer.results[0]?.id, "call_0");
});

test("[CHAT-5] results of calls with one id go to them in order, also around a message in between", async () => {
  const odd: Message[] = [
    {
      role: "assistant",
      content: "",
      toolCalls: [
        { id: "", name: "add", args: {} },
        { id: "", name: "add", args: {} },
      ],
    },
    { role: "tool", content: "A", toolCallId: "", toolName: "add" },
    { role: "system", content: "Note" },
    { role: "tool", content: "B", toolCallId: "", toolName: "add" },
    ...question,
  ];
  const model = createScriptedModel(["Done."]);
  await run(model, {}, odd);
  assert.deepEqual(
    model.requests[0]?.messages.map(({ content }) => content),
    ["", "A", "B", "Note", "What is 2 + 3?"],
  );
});

test("[CHAT-5] a history with holes is made 1:1 before it is sent, with a placeholder that says why", async () => {
  const holes: Message[] = [
    { role: "user", content: "Add" },
    {
      role: "assistant",
      content: "",
      toolCalls: [
        { id: "a", name: "add", args: {} },
        { id: "b", name: "add", args: {} },
      ],
    },
    { role: "tool", content: "2", toolCallId: "b", toolName: "add" },
    { role: "tool", content: "stray", toolCallId: "zzz", toolName: "add" },
    { role: "user", content: "And?" },
  ];
  const model = createScriptedModel(["Done."]);
  await run(model, {}, holes);
  assert.deepEqual(
    model.requests[0]?.messages.map((message) =>
      message.role === "tool" ? `${message.toolCallId}: ${message.content}` : message.content,
    ),
    [
      "Add",
      "",
      "a: Error: No result was recorded for this call; whether it took effect is unknown",
      "b: 2",
      "And?",
    ],
  );
});

test("[CHAT-8] after five rounds one last answer is asked for without tools, and the outcome says so", async () => {
  const model = createScriptedModel((_, index) => (index < 5 ? [addCall(index, index)] : "I give up."));
  const { answer, events } = await run(model);
  assert.equal(answer.endReason, "rounds");
  assert.equal(answer.text, "I give up.");
  assert.equal(answer.requests, 6);
  assert.deepEqual(
    model.requests.map(({ options }) => options.tools?.length),
    [2, 2, 2, 2, 2, 0],
  );
  assert.ok(events.some((event) => event.type === "notice.given" && event.code === "limit"));
});

test("[CHAT-8] the rounds are settable", async () => {
  const model = createScriptedModel((_, index) => (index < 1 ? [addCall()] : "Enough."));
  const { answer } = await run(model, { maxRounds: 1 });
  assert.deepEqual([answer.endReason, answer.requests], ["rounds", 2]);
});

test("[CHAT-8] calls over the number of a round are not made, and the model is told", async () => {
  const calls = Array.from({ length: 4 }, (_, n) => ({ name: "add", arguments: { a: n, b: 0 } }));
  const { answer } = await run(createScriptedModel([[{ calls }], "Done."]), { maxCallsPerRound: 2 });
  const refused = "tool: Error: Only 2 calls are made in one round; this one was not";
  assert.deepEqual(saidIn(answer).slice(2, 6), ["tool: 0", "tool: 1", refused, refused]);
});

test("[CHAT-8] the same call for the third time in a row is not made, with a word to the model", async () => {
  let made = 0;
  const count: Tool = { ...add, invoke: () => (made += 1) };
  const model = createScriptedModel((_, index) => {
    if (index === 1) return [{ calls: [{ name: "add", arguments: { b: 3, a: 2 } }] }];
    return index < 3 ? [addCall()] : "Enough.";
  });
  const { answer } = await run(model, { tools: [count] });
  assert.equal(made, 2);
  assert.match(answer.results[2]?.text ?? "", /same arguments/);
});

test("[CHAT-8] two calls that come together again and again are stopped as one would be, under any spelling", async () => {
  const pair = (name: string, a: unknown) => [
    {
      calls: [
        { name, arguments: { a, b: 0 } },
        { name, arguments: { a: 7, b: 7 } },
      ],
    },
  ];
  const model = createScriptedModel((_, index) =>
    index < 3 ? pair(index === 1 ? "Add" : "add", index === 1 ? "1" : 1) : "Done.",
  );
  const { answer } = await run(model);
  assert.deepEqual(
    answer.results.map(({ ok }) => ok),
    [true, true, true, true, false, false],
  );
});

test("[CHAT-8] limits that are none are an error, not a run without end", async () => {
  for (const options of [{ maxRounds: 0 }, { maxRounds: NaN }, { totalMs: -1 }, { maxCallsPerRound: 0 }]) {
    await assert.rejects(run(createScriptedModel(["Hi"]), options), { code: "invalid_option" });
  }
  const { answer } = await run(createScriptedModel(["Hi"]), { totalMs: Infinity });
  assert.equal(answer.text, "Hi");
});

test("[CHAT-8] by default 32 calls are made in a round, and a run has five minutes", async () => {
  const calls = Array.from({ length: 40 }, (_, n) => ({ name: "add", arguments: { a: n, b: 0 } }));
  const { answer } = await run(createScriptedModel([[{ calls }], "Done."]));
  assert.equal(answer.results.filter(({ ok }) => ok).length, 32);

  const clock = new FakeClock();
  const model = createScriptedModel([["So far", { wait: new Promise(() => {}) }]]);
  const ends: string[] = [];
  for await (const event of converse(model, createExecutor([]), question, { clock })) {
    if (event.type === "text.delta") {
      setImmediate(() => {
        clock.advance(299_999);
        setImmediate(() => {
          ends.push("still there");
          clock.advance(1);
        });
      });
    }
    if (event.type === "answer.given") ends.push(event.answer.endReason);
  }
  assert.deepEqual(ends, ["still there", "time"]);
});

test("[CHAT-8] other arguments in between make it no repetition", async () => {
  const model = createScriptedModel((_, index) => (index < 4 ? [addCall(index % 2, 0)] : "Done."));
  const { answer } = await run(model);
  assert.ok(answer.results.every(({ ok }) => ok));
});

test("[CHAT-8] when the time is up in a tool, the call is ended and a last answer is asked for", async () => {
  const clock = new FakeClock();
  let signal: AbortSignal | undefined;
  const hang: Tool = {
    ...fail,
    name: "hang",
    invoke: (_, config) => {
      signal = config?.signal;
      queueMicrotask(() => clock.advance(1_000));
      return new Promise(() => {});
    },
  };
  const model = createScriptedModel([[{ calls: [{ name: "hang", arguments: {} }] }], "Too slow."]);
  const { answer } = await run(model, { tools: [hang], totalMs: 1_000, clock });
  assert.equal(signal?.aborted, true);
  assert.deepEqual([answer.endReason, answer.text], ["time", "Too slow."]);
  assert.match(saidIn(answer)[2] ?? "", /Error: Cancelled/);
  assert.equal(clock.pending, 0);
});

test("[CHAT-8] when the time is up while the model speaks, what it said is the answer, and no call of it is made", async () => {
  const clock = new FakeClock();
  const model = createScriptedModel([["So far", addCall(), { wait: new Promise(() => {}) }]]);
  const loop = converse(model, createExecutor([add]), question, { tools: [add], totalMs: 1_000, clock });
  let answer: Answer | undefined;
  for await (const event of loop) {
    if (event.type === "text.delta") setImmediate(() => clock.advance(1_000));
    if (event.type === "answer.given") answer = event.answer;
  }
  assert.deepEqual([answer?.endReason, answer?.text, answer?.results.length], ["time", "So far", 0]);
});

test("[CHAT-8] when the time is up before the model said anything, a last answer is asked for, and held text is not lost", async () => {
  const clock = new FakeClock();
  const stuck = Promise.withResolvers<void>();
  const model = createScriptedModel((_, index) =>
    index === 0 ? [{ wait: stuck.promise }] : "Late, but here.",
  );
  setImmediate(() => clock.advance(1_000));
  const { answer } = await run(model, { totalMs: 1_000, clock });
  assert.deepEqual([answer.endReason, answer.text], ["time", "Late, but here."]);

  const later = new FakeClock();
  const held = createScriptedModel([
    ['Hi\n{"name": "add", "arguments": {"a": 1, ', { wait: new Promise(() => {}) }],
  ]);
  setImmediate(() => setImmediate(() => later.advance(1_000)));
  const cut = await run(held, { totalMs: 1_000, clock: later });
  assert.equal(cut.answer.text, 'Hi\n{"name": "add", "arguments": {"a": 1, ');
});

test("[CHAT-12] a stream that is cut is an error, and no call of it is executed", async () => {
  const never: Tool = { ...add, invoke: () => assert.fail("was executed") };
  const model = createScriptedModel([["Let me see", addCall(), { cut: "close" }]]);
  await assert.rejects(run(model, { tools: [never] }), {
    code: "truncated",
    message: /nothing of it was executed/,
  });
});

test("[CHAT-12] the last call of an answer that reached its length limit is not executed, and the model is told", async () => {
  const calls = [
    { name: "add", arguments: { a: 1, b: 1 } },
    { name: "add", arguments: { a: 2, b: 2 } },
  ];
  const model = createScriptedModel([[{ calls }, { end: { reason: "length" } }], "Sorry."]);
  const { answer } = await run(lengthFirst(model));
  assert.equal(answer.results[0]?.text, "2");
  assert.match(answer.results[1]?.text ?? "", /length limit/);
});

/** The scripted model says `tool_use` where there are calls; some providers say `length`. */
function lengthFirst(model: ChatModel): ChatModel {
  let asked = 0;
  return {
    ...model,
    async *stream(messages, options) {
      const isFirst = asked++ === 0;
      for await (const chunk of model.stream(messages, options)) {
        yield isFirst && chunk.isFinal ? { ...chunk, finishReason: "length" } : chunk;
      }
    },
  };
}

test("an error of the model comes through, and what was said before it has been told", async () => {
  const model = createScriptedModel([[addCall()], [{ error: "server busy" }]]);
  const seen: Message[] = [];
  await assert.rejects(async () => {
    for await (const event of converse(model, createExecutor([add]), question, { tools: [add] })) {
      if (event.type === "message.added") seen.push(event.message);
    }
  }, /server busy/);
  assert.deepEqual(
    seen.map(({ role }) => role),
    ["assistant", "tool"],
  );
});

test("the caller's abort ends a running tool, keeps calls and results 1:1, and is thrown as it was given", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const hang: Tool = {
    ...fail,
    name: "hang",
    invoke: () => {
      queueMicrotask(() => controller.abort(reason));
      return new Promise(() => {});
    },
  };
  const model = createScriptedModel([[{ calls: [{ name: "hang", arguments: {} }] }], "Never."]);
  const roles: string[] = [];
  await assert.rejects(
    async () => {
      for await (const event of converse(model, createExecutor([hang]), question, {
        tools: [hang],
        signal: controller.signal,
      })) {
        if (event.type === "message.added") roles.push(event.message.role);
      }
    },
    (error) => error === reason,
  );
  assert.deepEqual(roles, ["assistant", "tool"]);
  assert.equal(model.requests.length, 1);
});

test("an abort before the start asks no model, and one while it speaks ends its stream", async () => {
  const model = createScriptedModel(["Never."]);
  await assert.rejects(run(model, { signal: AbortSignal.abort() }), { name: "AbortError" });

  const controller = new AbortController();
  const speaking = createScriptedModel([["So far", { wait: new Promise(() => {}) }]]);
  await assert.rejects(
    async () => {
      const options = { signal: controller.signal };
      for await (const event of converse(speaking, createExecutor([]), question, options)) {
        if (event.type === "text.delta") setImmediate(() => controller.abort());
      }
    },
    { name: "AbortError" },
  );
});

test("leaving the loop ends the tools that run", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const hang: Tool = {
    ...fail,
    name: "hang",
    invoke: (_, config) => {
      if (config?.signal) started.resolve(config.signal);
      return new Promise(() => {});
    },
  };
  const model = createScriptedModel([
    [
      {
        calls: [
          { name: "add", arguments: { a: 1, b: 1 } },
          { name: "hang", arguments: {} },
        ],
      },
    ],
  ]);
  for await (const event of converse(model, createExecutor([add, hang]), question, { tools: [add, hang] })) {
    if (event.type === "tool.ended") break;
  }
  assert.equal((await started.promise).aborted, true);
});

test("[OLL-11] an empty answer after tools were offered is asked for once more", async () => {
  const { answer, events } = await run(createScriptedModel([[], "It is 5."]));
  assert.equal(answer.text, "It is 5.");
  assert.ok(events.some((event) => event.type === "notice.given" && event.code === "empty_answer"));
  const twice = await run(createScriptedModel([[], []]));
  assert.deepEqual([twice.answer.text, twice.answer.requests], ["", 2]);
  const noTools = await run(createScriptedModel([[]]), { tools: [] });
  assert.equal(noTools.answer.requests, 1);
});

test("an answer that hits the model's own length limit says so, and usage adds up", async () => {
  const model = createScriptedModel([
    [addCall(), { end: { promptTokens: 10, completionTokens: 5 } }],
    ["It is", { end: { reason: "length", promptTokens: 20, completionTokens: 7 } }],
  ]);
  const { answer } = await run(model);
  assert.equal(answer.endReason, "length");
  assert.deepEqual(answer.usage, { promptTokens: 30, completionTokens: 12 });
});

/** Says something, and heeds nothing from then on: neither a signal nor that it is left. */
const deaf: ChatModel = {
  provider: "test",
  model: "deaf",
  async *stream() {
    yield { delta: "So far", toolCalls: [], isFinal: false };
    await new Promise(() => {});
  },
};

test("[CHAT-8] a model that does not heed its signal holds up neither an abort nor the limit of time", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const aborted = converse(deaf, createExecutor([]), question, { signal: controller.signal });
  await aborted.next();
  const next = aborted.next();
  controller.abort(reason);
  await assert.rejects(next, (error) => error === reason);
  assert.equal((await aborted.next()).done, true);

  const later = new AbortController();
  const between = converse(deaf, createExecutor([]), question, { signal: later.signal });
  await between.next();
  later.abort(reason);
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(between.next(), (error) => error === reason, "also when nobody waited as it came");

  const clock = new FakeClock();
  const timed = converse(deaf, createExecutor([]), question, { totalMs: 1_000, clock });
  const events: ChatEvent[] = [];
  for await (const event of timed) {
    events.push(event);
    if (event.type === "text.delta") setImmediate(() => clock.advance(1_000));
  }
  const last = events.at(-1);
  assert.ok(last?.type === "answer.given");
  assert.deepEqual([last.answer.endReason, last.answer.text], ["time", "So far"]);
  assert.equal(clock.pending, 0);
});

test("a conversation can be left while its model is waited for, whatever the model does", async () => {
  const clock = new FakeClock();
  const loop = converse(deaf, createExecutor([]), question, { clock });
  await loop.next();
  const waiting = loop.next();
  await loop.return(undefined as never);
  assert.equal((await waiting).done, true);
  assert.equal(clock.pending, 0);
});

test("events that are asked for all at once come in their order", async () => {
  const loop = converse(createScriptedModel(["a", "b"].map((text) => [text])), createExecutor([]), question);
  const steps = await Promise.all([loop.next(), loop.next(), loop.next(), loop.next(), loop.next()]);
  assert.deepEqual(
    steps.map((step) => (step.done ? step.value?.text : step.value.type)),
    ["text.delta", "message.added", "answer.given", "a", undefined],
  );
});

test("[CHAT-8] a last answer that is a call again is not shown as an answer without a word", async () => {
  const noticesOf = async (last: string) => {
    const model = createScriptedModel((_, index) => (index === 0 ? [addCall()] : last));
    const { events, answer } = await run(model, { maxRounds: 1 });
    assert.equal(answer.endReason, "rounds");
    return events.flatMap((event) => (event.type === "notice.given" ? [`${event.code}: ${event.text}`] : []));
  };
  const written = '<tool_call>{"name": "add", "arguments": {"a": 1, "b": 1}}</tool_call>';
  assert.match((await noticesOf(written))[1] ?? "", /^unmade_call: .*\badd\b/);
  assert.equal((await noticesOf("I could not find out.")).length, 1);
});
