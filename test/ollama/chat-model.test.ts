import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask, converse, type LoopOptions } from "../../src/chat/loop.ts";
import type { Answer, ChatEvent } from "../../src/chat/events.ts";
import type { Message } from "../../src/chat/model.ts";
import { withTextCalls } from "../../src/chat/text-calls.ts";
import { createOllamaModel, OllamaBackend, type OllamaChatSettings } from "../../src/ollama.ts";
import { startFakeOllama, type FakeOllamaOptions } from "../../src/testing.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";

const add: Tool = {
  name: "add",
  description: "Adds two numbers",
  schema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" }, note: { type: "string" } },
    required: ["a", "b"],
  },
  invoke: ({ a, b }) => Number(a) + Number(b),
};
const question: Message[] = [{ role: "user", content: "What is 2 + 3?" }];
const addCall = (args: unknown = { a: 2, b: 3 }, name = "add") => ({ calls: [{ name, arguments: args }] });
const withoutTools = { name: "plain:latest", family: "phi2", capabilities: ["completion"] };

/** One question to a model on a fake server, through the whole stack. */
async function run(
  t: TestContext,
  server: FakeOllamaOptions,
  options: {
    settings?: OllamaChatSettings;
    loop?: LoopOptions;
    messages?: readonly Message[];
    model?: string;
  } = {},
) {
  const ollama = await startFakeOllama(server);
  t.after(() => ollama.close());
  const model = createOllamaModel(
    new OllamaBackend({ host: ollama.url }),
    options.model ?? "qwen3:0.6b",
    options.settings,
  );
  const tools = new ToolManager();
  tools.add(options.loop?.tools ?? [add]);
  const events: ChatEvent[] = [];
  let answer: Answer | undefined;
  const loop = { tools: tools.tools, ...options.loop };
  for await (const event of converse(
    model,
    new ToolExecutor({ tools }),
    options.messages ?? question,
    loop,
  )) {
    events.push(event);
    if (event.type === "answer.given") answer = event.answer;
  }
  assert.ok(answer);
  const notices = events.flatMap((event) => (event.type === "notice.given" ? [event] : []));
  return { ollama, answer, events, notices };
}

test("[OLL-1] a call goes out, its result goes back under its id, and the answer comes", async (t) => {
  const { answer, ollama, notices } = await run(t, { turns: [[addCall()], "It is 5."] });
  assert.equal(answer.text, "It is 5.");
  assert.deepEqual(notices, []);
  const [, second] = ollama.chats;
  const [, asked, result] = second?.body.messages ?? [];
  const [call] = (asked?.["tool_calls"] ?? []) as { id: string }[];
  assert.deepEqual(result, { role: "tool", content: "5", tool_name: "add", tool_call_id: call?.id });
});

test("what a model can do is asked for once, not for every request", async (t) => {
  const { ollama } = await run(t, { turns: [[addCall()], [addCall({ a: 1, b: 1 })], "Done."] });
  assert.deepEqual(
    ollama.requests.map(({ path }) => path),
    ["/api/tags", "/api/show", "/api/chat", "/api/chat", "/api/chat"],
  );
});

test("[OLL-9] a model whose capabilities name no tools gets them through the prompt, and its calls are calls", async (t) => {
  const turns = ['{"calls":[{"tool":"add","arguments":{"a":2,"b":3}}]}', '{"answer":"It is 5."}'];
  const { answer, ollama, notices } = await run(t, { models: [withoutTools], turns }, { model: "plain" });
  assert.equal(answer.text, "It is 5.");
  assert.deepEqual(
    answer.results.map(({ text }) => text),
    ["5"],
  );
  assert.deepEqual(
    notices.map(({ code }) => code),
    ["prompted_tools"],
  );
  for (const { body } of ollama.chats) {
    assert.equal(body.tools, undefined);
    assert.match(JSON.stringify(body.messages), /Adds two numbers/);
    assert.equal(typeof body["format"], "object");
  }
});

test("[OLL-9] a server that says nothing about tools and then answers 400 is asked again at once, prompted", async (t) => {
  const refusal = { status: 400, error: "registry.ollama.ai/library/qwen3:0.6b does not support tools" };
  const turns = [
    [refusal],
    '<tool_call>{"name": "add", "arguments": {"a": 2, "b": 3}}</tool_call>',
    "It is 5.",
  ];
  const { answer, ollama } = await run(t, {
    turns,
    answers: { "/api/show": [{ status: 500, error: "no" }] },
  });
  assert.equal(answer.text, "It is 5.");
  assert.deepEqual(
    ollama.chats.map(({ body }) => body.tools !== undefined),
    [true, false, false],
  );
});

test("a conversation that will not fit the context is told before it is sent, and the context is raised where it may be", async (t) => {
  const messages: Message[] = [{ role: "user", content: "word ".repeat(6_000) }];
  const told = await run(t, { turns: ["Yes."] }, { messages });
  assert.match(
    told.notices[0]?.text ?? "",
    /take about \d+ tokens, and the context has 4096: Ollama will cut/,
  );
  assert.equal(told.ollama.chats[0]?.body["options"], undefined);

  const raised = await run(
    t,
    { turns: ["Yes."] },
    { messages, settings: { maxNumCtx: 32_768, options: { seed: 1 } } },
  );
  assert.match(raised.notices[0]?.text ?? "", /num_ctx is raised to 16384/);
  assert.deepEqual(raised.ollama.chats[0]?.body["options"], { seed: 1, num_ctx: 16_384 });
});

test("a count that shows that the beginning was cut is told, loudly, when the answer is there", async (t) => {
  const messages: Message[] = [{ role: "user", content: "word ".repeat(2_000) }];
  const settings = { options: { num_ctx: 8_192 } };
  const cut = await run(
    t,
    { turns: [["Yes.", { end: { promptTokens: 258, completionTokens: 3 } }]] },
    { messages, settings },
  );
  assert.match(
    cut.notices[0]?.text ?? "",
    /read only 258 tokens of \d+ characters: .*tools included, was cut/,
  );
  const whole = await run(
    t,
    { turns: [["Yes.", { end: { promptTokens: 2_010, completionTokens: 3 } }]] },
    { messages, settings },
  );
  assert.deepEqual(whole.notices, []);
  const full = await run(
    t,
    { turns: [["Yes.", { end: { promptTokens: 8_000, completionTokens: 192 } }]] },
    { messages, settings },
  );
  assert.match(full.notices[0]?.text ?? "", /context of 8192 tokens is full/);
});

test("[FMT-9, FIX-7] a call that is written as text under the name that the wire demands finds its tool", async (t) => {
  const lamp: Tool = {
    name: "lichter/an",
    description: "Licht",
    schema: { type: "object", properties: {} },
    invoke: () => "an",
  };
  const ollama = await startFakeOllama({
    turns: ({ body }, index) =>
      index === 0
        ? `<tool_call>{"name": "${body.tools?.[0]?.function.name}", "arguments": {}}</tool_call>`
        : "Done.",
  });
  t.after(() => ollama.close());
  const model = createOllamaModel(new OllamaBackend({ host: ollama.url }), "qwen3:0.6b");
  const tools = new ToolManager();
  tools.add(lamp);
  const answer = await ask(model, new ToolExecutor({ tools }), question, { tools: [lamp] });
  assert.deepEqual(
    answer.results.map(({ name, text }) => [name, text]),
    [["lichter/an", "an"]],
  );
});

/** One bad first turn each; FACTS of life with small models. Was the right call executed? */
const faults: [title: string, turn: Parameters<typeof startFakeOllama>[0] & object][] = [
  [
    "two parallel calls that both say index 0",
    {
      turns: [
        [
          {
            calls: [
              { name: "add", arguments: { a: 1, b: 1 }, index: 0 },
              { name: "add", arguments: { a: 2, b: 3 }, index: 0 },
            ],
          },
        ],
        "5",
      ],
    },
  ],
  ["a bare JSON call in the content", { turns: ['{"name": "add", "arguments": {"a": 2, "b": 3}}', "5"] }],
  [
    "<tool_call> split over chunks",
    { turns: [["<tool", '_call>{"name": "add", "argu', 'ments": {"a": 2, "b": 3}}</tool_', "call>"], "5"] },
  ],
  [
    "a 400 that says the model does not support tools",
    {
      turns: [
        [{ status: 400, error: '"qwen3:0.6b" does not support tools' }],
        '<tool_call>{"name": "add", "arguments": {"a": 2, "b": 3}}</tool_call>',
        "5",
      ],
    },
  ],
  ['"2" for a number', { turns: [[addCall({ a: "2", b: "3" })], "5"] }],
  ["Add for add", { turns: [[addCall({ a: 2, b: 3 }, "Add")], "5"] }],
  ["null for an optional parameter", { turns: [[addCall({ a: 2, b: 3, note: null })], "5"] }],
];

for (const [title, server] of faults) {
  test(`[FIX-7] a small model's ${title} ends in the right call`, async (t) => {
    const { answer } = await run(t, server);
    assert.equal(answer.results.at(-1)?.text, "5");
    assert.ok(answer.results.every(({ ok }) => ok));
    assert.equal(answer.text, "5");
  });
}

test("[FIX-7] that a call was recovered from text is among its repairs", async (t) => {
  const written = '{"name": "add", "arguments": {"a": 2, "b": 3}}';
  const { answer } = await run(t, { turns: [written, "5"] });
  const to = { name: "add", args: { a: 2, b: 3 } };
  assert.deepEqual(answer.results[0]?.repairs, [{ rule: "text", from: written, to }]);
});

test("[FIX-7] [FMT-9] a call written with the name that went over the wire is a call to the tool", async (t) => {
  const lights: Tool = { name: "lichter/an", description: "Light", schema: {}, invoke: () => "an" };
  const ollama = await startFakeOllama({
    turns: ({ body }) => {
      const [sent] = (body.tools ?? []) as { function: { name: string } }[];
      assert.notEqual(sent?.function.name, lights.name);
      return `<tool_call>{"name":"${sent?.function.name}","arguments":{}}</tool_call>`;
    },
  });
  t.after(() => ollama.close());
  const model = createOllamaModel(new OllamaBackend({ host: ollama.url }), "qwen3:0.6b");
  const names: unknown[] = [];
  for await (const chunk of withTextCalls(model.stream(question, { tools: [lights] }), [lights], { model })) {
    names.push(...chunk.toolCalls.map(({ name }) => name));
  }
  assert.deepEqual(names, ["lichter/an"]);
});
