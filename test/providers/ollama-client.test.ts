import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { ChatOllama } from "@langchain/ollama";

import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask } from "../../src/chat/loop.ts";
import { fromLangChain, OllamaClient } from "../../src/langchain.ts";
import { startFakeOllama, type FakeOllamaOptions } from "../../src/testing.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import { add } from "../fixtures/tools.ts";
import { contract } from "./contract.ts";
import { readFunctionBody, retry, subjectOfClient } from "./subjects.ts";

// With a fetch of the caller's own, requests go out through that.
const ownFetch: typeof fetch = (input, init) => fetch(input, init);

for (const [name, settings] of [
  ["OllamaClient", {}],
  ["OllamaClient with a fetch", { fetch: ownFetch }],
] as const) {
  contract(name, async (t, turns) => {
    const ollama = await startFakeOllama({ turns });
    t.after(() => ollama.close().catch(() => {}));
    const parts = { model: "qwen3:0.6b", host: ollama.url, tools: new ToolManager(), retry, ...settings };
    return subjectOfClient(ollama, (executor) => new OllamaClient({ ...parts, executor }), readFunctionBody);
  });
}

async function start(t: TestContext, options: FakeOllamaOptions) {
  const ollama = await startFakeOllama(options);
  t.after(() => ollama.close());
  const tools = new ToolManager();
  tools.add([add]);
  const executor = new ToolExecutor({ tools });
  const client = new OllamaClient({ model: "qwen3:0.6b", host: ollama.url, tools, executor, retry });
  return { ollama, tools, executor, client };
}

const sum = { calls: [{ name: "add", arguments: { a: 2, b: 3 }, id: "call_k3x90abc" }] };

test("[CHAT-1, CHAT-3] a client gives back LangChain's messages, and takes them for the next turn", async (t) => {
  const { ollama, client } = await start(t, { turns: [[sum], "It is 5.", "I said 5."] });
  const first = await client.chat("What is 2 + 3?");
  const kinds = first.messages.map((message) => message.constructor);
  assert.deepEqual(kinds, [HumanMessage, AIMessage, ToolMessage, AIMessage]);
  assert.equal(first.message, first.messages.at(-1));
  assert.equal(first.message.content, "It is 5.");
  const [, request, result] = first.messages as [BaseMessage, AIMessage, ToolMessage];
  assert.deepEqual(request.tool_calls, [
    { type: "tool_call", id: "call_k3x90abc", name: "add", args: { a: 2, b: 3 } },
  ]);
  assert.equal(result.content, "5");
  assert.equal(result.tool_call_id, "call_k3x90abc");
  assert.equal(result.name, "add");

  const second = await client.chat([...first.messages, new HumanMessage("What did you say?")]);
  assert.equal(second.message.content, "I said 5.");
  // The whole history, as the very objects that were handed over.
  assert.deepEqual(second.messages.slice(0, 4), first.messages);
  assert.ok(first.messages.every((message, index) => message === second.messages[index]));
  assert.equal(ollama.chats[2]?.body.messages?.length, 5);
});

test("[CHAT-10] results carry the name and the id of their call on the wire, and turns their thinking", async (t) => {
  const turns = [[{ thinking: "Two and three." }, sum], "It is 5."];
  const { ollama, client } = await start(t, { turns });
  await client.chat("What is 2 + 3?");
  const [, turn, result] = ollama.chats[1]?.body.messages ?? [];
  assert.deepEqual(result, {
    role: "tool",
    content: "5",
    tool_name: "add",
    tool_call_id: "call_k3x90abc",
  });
  assert.equal(turn?.["thinking"], "Two and three.");
  const calls = turn?.["tool_calls"] as { id: string }[] | undefined;
  // The server's own id, which ChatOllama replaces.
  assert.equal(calls?.[0]?.id, "call_k3x90abc");
  // And the connection is used again.
  assert.equal(ollama.acceptedSockets, 1);
});

test("[CHAT-10] a line that is no JSON is an error, not a warning and a lost call", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const turns = [["It is ", { raw: '{"message":{"tool_calls":[{"function"\n' }, "5."]];
  const { client } = await start(t, { turns });
  await assert.rejects(client.chat("What is 2 + 3?"), { code: "bad_response" });
  assert.equal(warn.mock.callCount(), 0);
});

test("[CHAT-10] an error in the middle of a stream has its code and the server's words", async (t) => {
  const { client } = await start(t, { turns: [["It is ", { error: "out of memory" }]] });
  await assert.rejects(client.chat("?"), { code: "server_error", message: /out of memory/ });
});

test("[CHAT-10] ends of lines, blank lines and bytes split anywhere do no harm", async (t) => {
  for (const writes of [1, 7, "whole"] as const) {
    const turns = [["Grüße ", { raw: "\n\r\n" }, sum], "– 5 –"];
    const { client } = await start(t, { turns, writes });
    const { message, messages } = await client.chat("?");
    assert.equal(message.content, "– 5 –");
    assert.equal(messages[1]?.content, "Grüße ");
  }
});

test("[CHAT-10] a ChatOllama of the caller gets all that too, and is not changed", async (t) => {
  const { ollama, tools, executor } = await start(t, { turns: [[sum], "It is 5.", "Hello."] });
  const chatOllama = new ChatOllama({ model: "qwen3:0.6b", baseUrl: ollama.url });
  const { client } = chatOllama;
  const answer = await ask(
    fromLangChain(chatOllama),
    executor,
    [{ role: "user", content: "What is 2 + 3?" }],
    tools,
  );
  assert.equal(answer.text, "It is 5.");
  assert.equal(ollama.chats[1]?.body.messages?.[2]?.["tool_name"], "add");
  assert.equal(chatOllama.client, client);
  assert.equal((await chatOllama.invoke("Hello")).content, "Hello.");
});

test("[CHAT-10] streams that failed leave nothing behind in the caller's ChatOllama", async (t) => {
  const { ollama } = await start(t, { turns: [["It is ", { cut: "close" }]] });
  const chatOllama = new ChatOllama({ model: "qwen3:0.6b", baseUrl: ollama.url });
  const executor = new ToolExecutor({ tools: new ToolManager() });
  const asked = ask(fromLangChain(chatOllama), executor, [{ role: "user", content: "Hi" }]);
  await assert.rejects(asked, { code: "truncated" });
  const { ongoingStreamedRequests } = chatOllama.client as unknown as { ongoingStreamedRequests: unknown[] };
  assert.deepEqual(ongoingStreamedRequests, []);
});

test("[CHAT-10] a model without tool support gets its tools through the prompt", async (t) => {
  const models = [{ name: "qwen3:0.6b", capabilities: ["completion"] }];
  const turns = ['<tool_call>{"name": "add", "arguments": {"a": 2, "b": 3}}</tool_call>', "It is 5."];
  const { ollama, client } = await start(t, { models, turns });
  const { message, results } = await client.chat("What is 2 + 3?");
  assert.equal(message.content, "It is 5.");
  assert.equal(results[0]?.text, "5");
  assert.deepEqual(
    ollama.chats.map(({ body }) => body.tools?.length ?? 0),
    [1, 0, 0],
  );
});

test("[CHAT-2] calls that LangChain cannot read are in the history with what became of them", async (t) => {
  const turns = [[{ calls: [{ name: "add", arguments: '{"a": 2, "b": 3' }] }], "It is 5."];
  const { client } = await start(t, { turns });
  const { messages, results } = await client.chat("What is 2 + 3?");
  assert.equal(results.length, 1);
  assert.equal((messages[1] as AIMessage).tool_calls?.[0]?.name, "add");
  assert.equal(messages[2]?.type, "tool");
});

test("[CHAT-4] a failure is a ToolMessage with its text and the status of an error", async (t) => {
  const { client, tools } = await start(t, { turns: [[{ calls: [{ name: "broken" }] }], "Sorry."] });
  tools.add([
    {
      ...add,
      name: "broken",
      schema: { type: "object", properties: {} },
      invoke: () => Promise.reject("no"),
    },
  ]);
  const { messages } = await client.chat("?");
  const result = messages[2] as ToolMessage;
  assert.equal(result.content, "Error: no");
  assert.equal(result.status, "error");
});

test("[CHAT-5] a hole in LangChain's history gets a placeholder, also after a call that could not be read", async (t) => {
  const { ollama, client } = await start(t, { turns: ["So?"] });
  const history = [
    new HumanMessage("What is 2 + 3?"),
    new AIMessage({
      content: "",
      tool_calls: [{ id: "call_1", name: "add", args: { a: 2, b: 3 } }],
      invalid_tool_calls: [{ id: "call_2", name: "add", args: "{a", type: "invalid_tool_call" }],
    }),
    new HumanMessage("Well?"),
  ];
  const { messages } = await client.chat(history);
  assert.deepEqual(
    messages.map((message) => message.type),
    ["human", "ai", "tool", "tool", "human", "ai"],
  );
  assert.deepEqual(
    ollama.chats[0]?.body.messages?.map(({ role }) => role),
    ["user", "assistant", "tool", "tool", "user"],
  );
});

test("[CHAT-6] arguments reach the executor as the model wrote them", async (t) => {
  const { client, executor } = await start(t, {
    turns: [[{ calls: [{ name: "Add", arguments: { a: "2", b: 3 } }] }], "It is 5."],
  });
  const startAll = t.mock.method(executor, "startAll");
  await client.chat("What is 2 + 3?");
  const [calls] = startAll.mock.calls[0]?.arguments ?? [];
  assert.deepEqual(
    calls?.map(({ name, args }) => ({ name, args })),
    [{ name: "Add", args: { a: "2", b: 3 } }],
  );
});

test("[CHAT-9] a client's stream tells of messages as LangChain has them, and ends with the reply", async (t) => {
  const { client } = await start(t, { turns: [[sum], ["It is ", "5."]] });
  const added: string[] = [];
  let text = "";
  for await (const event of client.stream("What is 2 + 3?")) {
    if (event.type === "message.added") added.push(event.message.type);
    if (event.type === "text.delta") text += event.delta;
    if (event.type === "answer.given") assert.equal(event.reply.message.content, "It is 5.");
  }
  assert.deepEqual(added, ["ai", "tool", "ai"]);
  assert.equal(text, "It is 5.");
});
