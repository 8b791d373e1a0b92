import assert from "node:assert/strict";
import { test } from "node:test";

import type { Message } from "../../src/chat/model.ts";
import { OllamaBackend, toOllamaTools } from "../../src/ollama.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { add } from "../fixtures/tools.ts";
import { collect, messages, model, start } from "./support.ts";

test("[OLL-1] completeStream asks POST /api/chat and gives the answer in chunks", async (t) => {
  const { ollama, backend } = await start(t, { turns: [[{ thinking: "2 + 3" }, "It ", "is 5."]] });
  const chunks = await collect(backend.completeStream({ model, messages }));
  assert.deepEqual(
    chunks.map(({ delta, thinking }) => thinking ?? delta),
    ["2 + 3", "It ", "is 5.", ""],
  );
  assert.equal(chunks.at(-1)?.finishReason, "stop");
  const [request] = ollama.requests;
  assert.equal(`${request?.method} ${request?.path}`, "POST /api/chat");
  assert.deepEqual(request?.body, { model, messages, stream: true });
});

test("[OLL-1] complete gives the whole answer: text, thinking, calls, usage", async (t) => {
  const call = { name: "add", arguments: { a: 2, b: 3 }, id: "call_1" };
  const { backend } = await start(t, {
    turns: [
      ["It ", { thinking: "Hm" }, "is", { calls: [call] }, { end: { promptTokens: 7, completionTokens: 4 } }],
    ],
  });
  assert.deepEqual(await backend.complete({ model, messages, tools: [add] }), {
    text: "It is",
    thinking: "Hm",
    calls: [{ id: "call_1", name: "add", args: { a: 2, b: 3 } }],
    usage: { promptTokens: 7, completionTokens: 4 },
    finishReason: "tool_use",
  });
});

test("[OLL-1] a list of tools that is long reaches the server whole, in every request", async (t) => {
  const { ollama, backend } = await start(t, { turns: () => "ok" });
  const description = "Adds two numbers, each of which may be as large as 10¹⁵. ".repeat(20);
  const tools = Array.from({ length: 100 }, (_, index): Tool => ({
    ...add,
    name: `add_${index}`,
    description,
  }));
  await backend.complete({ model, messages, tools });
  await backend.complete({ model, messages, tools });
  for (const { body } of ollama.chats) {
    assert.deepEqual(body, { model, messages, stream: true, tools: toOllamaTools(tools) });
  }
  assert.equal(ollama.chats.length, 2);
});

test("[OLL-1] settings, tools and the whole conversation reach the server in Ollama's words", async (t) => {
  const { ollama, backend } = await start(t, {
    models: [{ name: model, capabilities: ["completion", "tools", "thinking"] }],
    turns: ["ok"],
  });
  const conversation: readonly Message[] = [
    { role: "system", content: "Be short." },
    { role: "user", content: "What is 2 + 3?" },
    {
      role: "assistant",
      content: "",
      thinking: "I add.",
      toolCalls: [
        { id: "call_1", name: "add", args: { a: 2, b: 3 } },
        { id: "call_2", name: "add", args: '{"a": 1}' },
        { id: "call_3", name: "add", args: "no object" },
      ],
    },
    { role: "tool", content: "5", toolCallId: "call_1", toolName: "add" },
  ];
  const chat = backend.model(model, {
    think: false,
    options: { num_ctx: 8192 },
    keepAlive: "10m",
    truncate: false,
  });
  await collect(chat.stream(conversation, { tools: [add], format: { type: "object" } }));
  assert.deepEqual(ollama.chats[0]?.body, {
    model,
    messages: [
      conversation[0],
      conversation[1],
      {
        role: "assistant",
        content: "",
        thinking: "I add.",
        tool_calls: [
          { id: "call_1", function: { name: "add", arguments: { a: 2, b: 3 } } },
          { id: "call_2", function: { name: "add", arguments: { a: 1 } } },
          { id: "call_3", function: { name: "add", arguments: {} } },
        ],
      },
      { role: "tool", content: "5", tool_name: "add", tool_call_id: "call_1" },
    ],
    tools: [
      {
        type: "function",
        function: { name: "add", description: "Adds two numbers", parameters: add.schema },
      },
    ],
    stream: true,
    think: false,
    format: { type: "object" },
    options: { num_ctx: 8192 },
    keep_alive: "10m",
    truncate: false,
  });
});

test("[OLL-1] a path in the host and own headers are sent along", async (t) => {
  const answers = { "/proxy/api/version": [{ status: 200, body: { version: "1.2.3" } }] };
  const { ollama } = await start(t, { answers });
  const backend = new OllamaBackend({ host: `${ollama.url}/proxy/`, headers: { authorization: "Bearer x" } });
  assert.deepEqual(await backend.health(), { isUp: true, version: "1.2.3" });
  assert.equal(ollama.requests[0]?.headers.authorization, "Bearer x");
});

test("[OLL-3] a tool's name that the wire refuses is mapped there and back", async (t) => {
  const tool: Tool = { ...add, name: "house.lamp für alle" };
  const { ollama, backend } = await start(t, {
    turns: ({ body }) => [{ calls: (body.tools ?? []).map(({ function: { name } }) => ({ name })) }],
  });
  const turn = await backend.complete({ model, messages, tools: [tool] });
  assert.equal(turn.calls[0]?.name, "house.lamp für alle");
  const wireName = ollama.chats[0]?.body.tools?.[0]?.function.name ?? "";
  assert.match(wireName, /^[\w-]{1,64}$/);

  const [call] = turn.calls;
  const toolCallId = call?.id ?? "";
  await backend.complete({
    model,
    messages: [
      { role: "assistant", content: "", toolCalls: turn.calls },
      { role: "tool", content: "on", toolCallId, toolName: tool.name },
    ],
    tools: [tool],
  });
  assert.deepEqual(ollama.chats[1]?.body.messages, [
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: toolCallId, function: { name: wireName, arguments: {} } }],
    },
    { role: "tool", content: "on", tool_name: wireName, tool_call_id: toolCallId },
  ]);
});

test("[OLL-3] ids that the server gives again are new in the conversation", async (t) => {
  const calls = [{ name: "add", arguments: {}, id: "call_0" }];
  const { backend } = await start(t, { turns: () => [{ calls }] });
  const first = await backend.complete({ model, messages, tools: [add] });
  const second = await backend.complete({
    model,
    messages: [...messages, { role: "assistant", content: "", toolCalls: first.calls }],
    tools: [add],
  });
  assert.equal(first.calls[0]?.id, "call_0");
  assert.notEqual(second.calls[0]?.id, "call_0");
});

for (const writes of ["lines", "whole", 1, 7] as const) {
  test(`[OLL-2] the answer is the same when the server writes ${writes} at a time`, async (t) => {
    const { backend } = await start(t, {
      writes,
      turns: [["Grüße ", { thinking: "日本" }, "😀", { calls: [{ name: "add", arguments: { a: "é" } }] }]],
    });
    const turn = await backend.complete({ model, messages });
    assert.deepEqual([turn.text, turn.thinking, turn.calls[0]?.args], ["Grüße 😀", "日本", { a: "é" }]);
  });
}

test("one connection serves a whole conversation, and tools are announced once", async (t) => {
  const events: object[] = [];
  const { ollama, backend } = await start(
    t,
    { turns: (_request, index) => [`answer ${index}`] },
    { observe: (event) => events.push(event) },
  );
  const sockets = new Set<number>();
  const tools = [add];
  for (let round = 0; round < 5; round += 1) {
    await backend.complete({ model, messages, tools });
    sockets.add(ollama.acceptedSockets);
  }
  assert.deepEqual([...sockets], [1]);
  assert.deepEqual(events, [{ type: "tools.converted", count: 1, provider: "ollama" }]);
});
