import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolExecutor } from "../calls/executor.ts";
import { createScriptedModel, type ScriptedModel } from "../testing/scripted-model.ts";
import type { ScriptedStep } from "../testing/script.ts";
import { ToolManager } from "../tools/manager.ts";
import type { Tool } from "../tools/tool.ts";
import { ask } from "./loop.ts";
import type { CompletionChunk, Message } from "./model.ts";
import {
  bareJsonCalls,
  jsonEnvelope,
  markedCallList,
  type PromptedToolsOptions,
  type PromptForm,
  toolCallTags,
  withPromptedTools,
} from "./prompted-tools.ts";
import { withTextCalls } from "./text-calls.ts";
import { TurnBuilder, type Turn } from "./turn.ts";

const noToolSupport = "this model does not support tools";

const weather: Tool = {
  name: "get weather",
  description: "The weather of a city",
  schema: {
    type: "object",
    properties: { city: { type: "string" }, unit: { enum: ["C", "F"] } },
    required: ["city"],
  },
  invoke: () => "sunny",
};
const clock: Tool = { name: "clock", description: "The time", schema: undefined, invoke: () => "12:00" };
const tools = [clock, weather];

const question: Message = { role: "user", content: "Weather in Oslo?" };

/** A conversation with two calls and their results, and a call before them. */
const history: readonly Message[] = [
  { role: "system", content: "Be brief." },
  question,
  {
    role: "assistant",
    content: "",
    toolCalls: [
      { id: "1", name: "get weather", args: { city: "Oslo" } },
      { id: "2", name: "clock", args: {} },
    ],
  },
  { role: "tool", toolCallId: "1", toolName: "get weather", content: "sunny" },
  { role: "tool", toolCallId: "2", toolName: "clock", content: '{"time": "12:00"}' },
  { role: "assistant", content: "Sunny." },
  { role: "user", content: "And now?" },
];

function decorate(model: ScriptedModel, options: Partial<PromptedToolsOptions> = {}) {
  return withPromptedTools(model, {
    hasTools: async () => false,
    isNoToolSupport: (error) => error instanceof Error && error.message === noToolSupport,
    ...options,
  });
}

/** One turn as the loop takes it. */
async function takeTurn(
  model: ReturnType<typeof decorate>,
  messages: readonly Message[] = [question],
  offered: readonly Tool[] = tools,
): Promise<Turn> {
  const builder = new TurnBuilder();
  for await (const chunk of withTextCalls(model.stream(messages, { tools: offered }), offered)) {
    builder.add(chunk);
  }
  return builder.finish(new Set());
}

async function collect(chunks: AsyncIterable<CompletionChunk>): Promise<CompletionChunk[]> {
  const collected: CompletionChunk[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}

function textOf(chunks: readonly CompletionChunk[]): string {
  return chunks.map(({ delta }) => delta).join("");
}

function requestOf(model: ScriptedModel, index = 0) {
  const request = model.requests[index];
  assert.ok(request, `the model was not asked ${index + 1} times`);
  return request;
}

function contentsOf(model: ScriptedModel, index = 0): string[] {
  return requestOf(model, index).messages.map(({ role, content }) => `${role}: ${content}`);
}

test("[OLL-9] a model that takes tools gets them and the conversation as they are, chunk for chunk", async () => {
  const model = createScriptedModel([["a", { calls: [{ name: "clock" }] }]]);
  const chunks = await collect(decorate(model, { hasTools: async () => true }).stream(history, { tools }));
  const same = createScriptedModel([["a", { calls: [{ name: "clock" }] }]]);
  assert.deepEqual(chunks, await collect(same.stream([])));
  assert.deepEqual(requestOf(model).messages, history);
  assert.equal(requestOf(model).options.tools, tools);
  assert.equal(requestOf(model).options.format, undefined);
});

test("[OLL-9] a request without tools is passed through untouched, and nothing is asked about the model", async () => {
  const model = createScriptedModel(["hi"]);
  const decorated = decorate(model, { hasTools: () => assert.fail("asked about tools") });
  const messages = [question];
  const request = { tools: [], format: { type: "object" } };
  const chunks = await collect(decorated.stream(messages, request));
  assert.equal(chunks[0]?.delta, "hi");
  assert.deepEqual(requestOf(model), { messages, options: request });
});

test("[OLL-9] where the server says that a model has no tools they go into the prompt and are not sent", async () => {
  const model = createScriptedModel(['{"answer":"Sunny."}']);
  assert.equal((await takeTurn(decorate(model))).text, "Sunny.");
  assert.equal(requestOf(model).options.tools, undefined);
  const [system, user] = requestOf(model).messages;
  assert.equal(system?.role, "system");
  assert.match(system?.content ?? "", /get weather.*The weather of a city.*"city"/s);
  assert.deepEqual(user, question);
});

test("[OLL-9] a notice goes before the answer to a question, and not before each round of results", async () => {
  const decorated = decorate(createScriptedModel(() => '{"answer":"Sunny."}'));
  const [first, ...others] = await collect(decorated.stream([question], { tools }));
  assert.equal(first?.notice?.code, "prompted_tools");
  const results = await collect(decorated.stream(history.slice(0, 5), { tools }));
  for (const chunk of [...others, ...results]) assert.equal(chunk.notice, undefined);
});

test("[OLL-9] where nothing is known and the server refuses tools, the model is asked again at once", async () => {
  const refusal: ScriptedStep[] = [{ error: noToolSupport }];
  const model = createScriptedModel([
    refusal,
    '{"calls":[{"tool":"clock","arguments":{}}]}',
    '{"answer":"12"}',
  ]);
  const decorated = decorate(model, { hasTools: async () => undefined });
  const turn = await takeTurn(decorated);
  assert.deepEqual(
    turn.calls.map(({ name, args }) => ({ name, args })),
    [{ name: "clock", args: {} }],
  );
  assert.equal(turn.finishReason, "tool_use");
  assert.equal(requestOf(model, 0).options.tools, tools);
  assert.equal(requestOf(model, 1).options.tools, undefined);

  assert.equal((await takeTurn(decorated)).text, "12");
  assert.equal(model.requests.length, 3, "the refusal is met once");
});

test("[OLL-9] a refusal is believed against what the server said before", async () => {
  const model = createScriptedModel([[{ error: noToolSupport }], '{"answer":"12"}', '{"answer":"13"}']);
  const decorated = decorate(model, { hasTools: async () => true });
  assert.equal((await takeTurn(decorated)).text, "12");
  assert.equal((await takeTurn(decorated)).text, "13");
});

test("[OLL-9] what was learned is remembered by the model's digest: another digest is another model", async () => {
  const memory = new Map<string, boolean>();
  let digest = "sha256:a";
  const options = { memory, memoryKey: async () => digest, hasTools: async () => undefined };
  const first = createScriptedModel([[{ error: noToolSupport }], '{"answer":"1"}']);
  await takeTurn(decorate(first, options));
  assert.deepEqual([...memory], [["sha256:a", false]]);

  const second = createScriptedModel(['{"answer":"2"}', "native"]);
  const decorated = decorate(second, options);
  assert.equal((await takeTurn(decorated)).text, "2");
  digest = "sha256:b";
  assert.equal((await takeTurn(decorated)).text, "native");
  assert.equal(requestOf(second, 1).options.tools, tools);
});

test("[OLL-9] the server is asked about a model once", async () => {
  let asked = 0;
  const model = createScriptedModel(() => "native");
  const decorated = decorate(model, { hasTools: async () => (asked++, true) });
  await takeTurn(decorated);
  await takeTurn(decorated);
  assert.equal(asked, 1);
});

test("[OLL-9] other errors pass, and so does a refusal that comes after a chunk", async () => {
  const failing = createScriptedModel([[{ error: "out of memory" }]]);
  await assert.rejects(takeTurn(decorate(failing, { hasTools: async () => true })), /out of memory/);
  assert.equal(failing.requests.length, 1);

  const late = createScriptedModel([["a", { error: noToolSupport }]]);
  await assert.rejects(takeTurn(decorate(late, { hasTools: async () => true })), { message: noToolSupport });
  assert.equal(late.requests.length, 1);

  const prompted = createScriptedModel([['{"answer":"a', { error: "out of memory" }]]);
  await assert.rejects(takeTurn(decorate(prompted)), /out of memory/);
});

for (const isSupported of [true, false]) {
  const kind = isSupported ? "with" : "without";

  test(`[OLL-9] an abort of a model ${kind} tools passes through, and the signal reaches whoever is asked`, async () => {
    const model = createScriptedModel([['{"answer":"It is ', { wait: new Promise(() => {}) }]]);
    const controller = new AbortController();
    const { signal } = controller;
    const signals: (AbortSignal | undefined)[] = [];
    const decorated = decorate(model, {
      hasTools: async (given) => (signals.push(given), isSupported),
      memoryKey: async (given) => (signals.push(given), "key"),
    });
    const chunks = decorated.stream([question], { tools, signal })[Symbol.asyncIterator]();
    let text = "";
    while (!text.includes("It is "))
      text += (await chunks.next()).value?.delta ?? assert.fail("the stream ended");
    const rejection = assert.rejects(chunks.next(), { name: "AbortError" });
    controller.abort();
    await rejection;
    assert.deepEqual(signals, [signal, signal]);
    assert.equal(requestOf(model).options.signal, signal);
  });

  test(`[OLL-9] leaving the loop closes the stream of a model ${kind} tools`, async () => {
    let isClosed = false;
    function* talk(): Generator<ScriptedStep> {
      try {
        for (;;) yield "{";
      } finally {
        isClosed = true;
      }
    }
    const model = createScriptedModel([talk()]);
    const decorated = decorate(model, { hasTools: async () => isSupported });
    for await (const { delta } of decorated.stream([question], { tools })) if (delta !== "") break;
    assert.equal(isClosed, true);
  });
}

for (const [title, form, opening, closing] of [
  ["in the envelope", jsonEnvelope, '{"answer":"It is', ' 3."}'],
  ["as plain text", toolCallTags, "It is", " 3."],
] as const) {
  test(`[OLL-9] an answer ${title} streams: its text arrives before the model has ended`, async () => {
    const end = Promise.withResolvers<void>();
    const model = createScriptedModel([[opening, { wait: end.promise }, closing]]);
    let text = "";
    for await (const { delta } of decorate(model, { form }).stream([question], { tools })) {
      text += delta;
      if (text === "It is") end.resolve();
    }
    assert.equal(text, "It is 3.");
  });
}

test("[OLL-9] a caller who leaves at the notice never asks the model", async () => {
  const model = createScriptedModel([]);
  for await (const _ of decorate(model).stream([question], { tools })) break;
  assert.deepEqual(model.requests, []);
});

test("[OLL-9] the form may be found out late, and only where it is needed", async () => {
  const model = createScriptedModel(["Sunny.", "Sunny."]);
  await takeTurn(decorate(model, { hasTools: async () => true, form: () => assert.fail("form asked for") }));
  await takeTurn(decorate(model, { form: async () => markedCallList }));
  assert.match(requestOf(model, 1).messages[0]?.content ?? "", /\[AVAILABLE_TOOLS\]/);
});

/** Each form: what the conversation above looks like in it, and how a model writes two calls. */
const forms: readonly (readonly [
  title: string,
  form: PromptForm,
  rendered: readonly string[],
  calls: string,
])[] = [
  [
    "tags around calls",
    toolCallTags,
    [
      'assistant: <tool_call>\n{"name":"get weather","arguments":{"city":"Oslo"}}\n</tool_call>\n' +
        '<tool_call>\n{"name":"clock","arguments":{}}\n</tool_call>',
      'user: <tool_response>\n{"name":"get weather","content":"sunny"}\n</tool_response>\n' +
        '<tool_response>\n{"name":"clock","content":{"time": "12:00"}}\n</tool_response>',
      "assistant: Sunny.",
    ],
    '<tool_call>\n{"name": "get weather", "arguments": {"city": "Rome"}}\n</tool_call>\n' +
      '<tool_call>\n{"name": "clock", "arguments": {}}\n</tool_call>',
  ],
  [
    "bare JSON calls",
    bareJsonCalls,
    [
      'assistant: {"name":"get weather","parameters":{"city":"Oslo"}}\n{"name":"clock","parameters":{}}',
      'user: {"name":"get weather","output":"sunny"}\n{"name":"clock","output":{"time": "12:00"}}',
      "assistant: Sunny.",
    ],
    '{"name": "get weather", "parameters": {"city": "Rome"}}\n{"name": "clock", "parameters": {}}',
  ],
  [
    "a marked list of calls",
    markedCallList,
    [
      'assistant: [TOOL_CALLS] [{"name":"get weather","arguments":{"city":"Oslo"}},{"name":"clock","arguments":{}}]',
      'user: [TOOL_RESULTS] {"name":"get weather","content":"sunny"} [/TOOL_RESULTS]\n' +
        '[TOOL_RESULTS] {"name":"clock","content":{"time": "12:00"}} [/TOOL_RESULTS]',
      "assistant: Sunny.",
    ],
    '[TOOL_CALLS] [{"name": "get weather", "arguments": {"city": "Rome"}}, {"name": "clock", "arguments": {}}]',
  ],
  [
    "the JSON envelope",
    jsonEnvelope,
    [
      'assistant: {"calls":[{"tool":"get weather","arguments":{"city":"Oslo"}},{"tool":"clock","arguments":{}}]}',
      'user: {"tool":"get weather","result":"sunny"}\n{"tool":"clock","result":{"time": "12:00"}}',
      'assistant: {"answer":"Sunny."}',
    ],
    '{"calls": [{"tool": "get weather", "arguments": {"city": "Rome"}}, {"tool": "clock", "arguments": {}}]}',
  ],
];

for (const [title, form, rendered, calls] of forms) {
  test(`[OLL-9] ${title}: tools, calls and results are in the prompt, in order`, async () => {
    const model = createScriptedModel([calls]);
    await takeTurn(decorate(model, { form }), history);
    const [system, ...others] = contentsOf(model);
    assert.ok(system?.startsWith("system: Be brief.\n\n"), "what was in the system message stays");
    for (const tool of tools) assert.match(system ?? "", new RegExp(`"${tool.name}".*"${tool.description}"`));
    assert.ok(system?.includes('"properties":{"city":{"type":"string"}'), "parameters as JSON Schema");
    assert.deepEqual(others, ["user: Weather in Oslo?", ...rendered, "user: And now?"]);
    for (const message of requestOf(model).messages)
      assert.deepEqual(Object.keys(message).toSorted(), ["content", "role"]);
    const { tools: sent, format } = requestOf(model).options;
    assert.equal(sent, undefined);
    assert.equal(format !== undefined, form === jsonEnvelope, "only the envelope is held to a format");
  });

  test(`[OLL-9] ${title}: the prompt shows a call to one of the tools, as the model is to write it`, async () => {
    const example = form.writeCalls([{ id: "", name: "get weather", args: { city: "<city>" } }]);
    assert.ok(form.writeTools(tools).includes(example));
  });

  test(`[OLL-9] ${title}: calls come out as calls, whole and character by character`, async () => {
    const expected = [
      { name: "get weather", args: { city: "Rome" } },
      { name: "clock", args: {} },
    ];
    const model = createScriptedModel([[calls], calls.split("")]);
    const decorated = decorate(model, { form });
    for (const turn of [await takeTurn(decorated), await takeTurn(decorated)]) {
      assert.deepEqual(
        turn.calls.map(({ name, args }) => ({ name, args })),
        expected,
      );
      assert.equal(turn.text.trim(), "");
      assert.equal(turn.finishReason, "tool_use");
      assert.equal(new Set(turn.calls.map(({ id }) => id)).size, 2);
    }
  });

  test(`[OLL-9] ${title}: what the form itself writes of calls reads as these calls`, async () => {
    const sent = [
      { id: "1", name: "get weather", args: { city: 'a </tool_call> [TOOL_CALLS] "b"' } },
      { id: "2", name: "clock", args: {} },
    ];
    const turn = await takeTurn(decorate(createScriptedModel([form.writeCalls(sent)]), { form }));
    assert.deepEqual(
      turn.calls.map(({ name, args }) => ({ name, args })),
      sent.map(({ name, args }) => ({ name, args })),
    );
  });
}

test("[OLL-9] a caller sees no difference: the loop's history and answer are those of a model with tools", async () => {
  const call = { name: "get weather", arguments: { city: "Oslo" } };
  const native = createScriptedModel([[{ calls: [call] }], "Sunny."]);
  const prompted = createScriptedModel([
    [{ error: noToolSupport }],
    '{"calls":[{"tool":"get weather","arguments":{"city":"Oslo"}}]}',
    '{"answer":"Sunny."}',
  ]);
  const manager = new ToolManager();
  manager.add(tools);
  const executor = new ToolExecutor({ tools: manager });
  const [expected, answer] = await Promise.all(
    [native, prompted].map((model) =>
      ask(decorate(model, { hasTools: async () => undefined }), executor, [question], { tools }),
    ),
  );
  const withoutIds = (value: unknown) => JSON.stringify(value).replaceAll(/call_[\w-]+/g, "id");
  assert.equal(withoutIds(answer?.messages), withoutIds(expected?.messages));
  assert.equal(answer?.text, "Sunny.");
  assert.equal(answer?.results[0]?.text, "sunny");
});

test("[OLL-9] a call with broken JSON between tags is passed on for the loop to judge", async () => {
  const written = '<tool_call>\n{"name": "clock", "arguments": {{\n</tool_call>';
  const model = createScriptedModel([[written]]);
  const chunks = await collect(decorate(model, { form: toolCallTags }).stream([question], { tools }));
  assert.equal(textOf(chunks), written);
  assert.deepEqual(
    chunks.flatMap(({ toolCalls }) => toolCalls),
    [],
  );
});

test("[OLL-9] a server that ignores the format: text, other call syntaxes and thinking are still understood", async () => {
  const answers = [
    "It is sunny.",
    '<tool_call>{"name": "clock", "arguments": {}}</tool_call>',
    '<think>A {"calls":[]}?</think>{"answer":"Sunny."}',
  ];
  const decorated = decorate(createScriptedModel(answers.map((answer) => answer.split(""))));
  assert.equal((await takeTurn(decorated)).text, "It is sunny.");
  assert.equal((await takeTurn(decorated)).calls[0]?.name, "clock");
  const { text, thinking } = await takeTurn(decorated);
  assert.deepEqual({ text, thinking }, { text: "Sunny.", thinking: 'A {"calls":[]}?' });
});

test("[OLL-9] thinking of a model without tools stays thinking, in the answer and in the conversation", async () => {
  const model = createScriptedModel([[{ thinking: "hm" }, '{"answer":"Sunny."}']]);
  const past: Message[] = [question, { role: "assistant", content: "Wet.", thinking: "rain" }, question];
  const { text, thinking } = await takeTurn(decorate(model), past);
  assert.deepEqual({ text, thinking }, { text: "Sunny.", thinking: "hm" });
  assert.deepEqual(requestOf(model).messages[2], {
    role: "assistant",
    content: '{"answer":"Wet."}',
    thinking: "rain",
  });
});

test("[OLL-9] text before a call in the conversation is kept", async () => {
  const model = createScriptedModel([""]);
  const call = { id: "1", name: "clock", args: {} };
  await takeTurn(decorate(model, { form: bareJsonCalls }), [
    question,
    { role: "assistant", content: "Let me see.", toolCalls: [call] },
    { role: "tool", toolCallId: "1", toolName: "clock", content: "12:00" },
  ]);
  assert.equal(contentsOf(model)[2], 'assistant: Let me see.\n{"name":"clock","parameters":{}}');
});

test("[OLL-9] at the last answer, without tools, calls and results are still readable and no call can be made", async () => {
  const model = createScriptedModel(['{"answer":"12"}', "native"]);
  const decorated = decorate(model);
  assert.equal((await takeTurn(decorated, history, [])).text, "12");
  const { messages, options } = requestOf(model);
  assert.equal(
    messages.some(({ role }) => role === "tool"),
    false,
  );
  assert.match(messages[0]?.content ?? "", /^Be brief\.\n\nYou cannot use tools now\./);
  assert.deepEqual(Object.keys(options.format?.["properties"] ?? {}), ["answer"]);

  await takeTurn(decorate(model, { hasTools: async () => true }), history, []);
  assert.deepEqual(requestOf(model, 1).messages, history);
});

test("[OLL-9] a caller's own format stands: the answer comes as it is, and no tools are offered", async () => {
  const format = { type: "object", properties: { answer: { type: "string" } } };
  const model = createScriptedModel(['{"answer":"Sunny."}']);
  const chunks = await collect(decorate(model).stream(history, { tools, format }));
  assert.equal(textOf(chunks), '{"answer":"Sunny."}');
  const { messages, options } = requestOf(model);
  assert.equal(options.format, format);
  assert.equal(options.tools, undefined);
  assert.ok(!messages[0]?.content.includes("get weather"));
  assert.equal(messages[4]?.content, "Sunny.");
});

test("[OLL-9] [FIX-7] a call that an answer in the envelope quotes is not made", async () => {
  const quoted = '<tool_call>{"name": "clock", "arguments": {}}</tool_call>';
  const answer = JSON.stringify({ answer: `${quoted}\n` });
  const { text, calls } = await takeTurn(decorate(createScriptedModel([answer])));
  assert.deepEqual(calls, []);
  assert.equal(text, `${quoted}\n`);

  const outside = await takeTurn(decorate(createScriptedModel([quoted])));
  assert.deepEqual(
    outside.calls.map(({ name, writtenAs }) => [name, writtenAs]),
    [["clock", quoted.replace("</tool_call>", "")]],
  );
});

test("[OLL-9] the names that a model was told are those of the model within", () => {
  const model = { ...createScriptedModel([]), wireNameOf: (name: string) => `${name}_1` };
  assert.equal(decorate(model).wireNameOf?.("clock", tools), "clock_1");
  assert.equal(decorate(createScriptedModel([])).wireNameOf?.("clock", tools), "clock");
});
