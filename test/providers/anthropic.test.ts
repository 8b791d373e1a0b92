import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";

import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask } from "../../src/chat/loop.ts";
import { AnthropicClient, fromLangChain } from "../../src/langchain.ts";
import {
  startFakeAnthropic,
  type AnthropicBlock,
  type AnthropicMessage,
  type FakeAnthropicOptions,
} from "../../src/testing.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { contract, type SetUp } from "./contract.ts";
import { readAnthropicBody, retry, subjectOfClient } from "./subjects.ts";

const setUp: SetUp = async (t, turns) => {
  const anthropic = await startFakeAnthropic({ turns });
  t.after(() => anthropic.close().catch(() => {}));
  const tools = new ToolManager();
  const settings = { model: "claude-haiku-4-5", apiKey: "key", baseUrl: anthropic.url, tools, retry };
  const createClient = (executor: ToolExecutor) => new AnthropicClient({ ...settings, executor });
  return subjectOfClient(anthropic, createClient, readAnthropicBody);
};

contract("AnthropicClient", setUp, { countsPromptFirst: true });

const add: Tool = {
  name: "add",
  description: "Adds two numbers",
  schema: {
    type: "object",
    properties: { a: { type: "number", minimum: 0 }, b: { type: "number", default: 1 } },
    required: ["a"],
    additionalProperties: false,
  },
  invoke: ({ a, b }) => Number(a) + Number(b),
};

async function start(t: TestContext, options: FakeAnthropicOptions, settings: object = {}) {
  const anthropic = await startFakeAnthropic(options);
  t.after(() => anthropic.close());
  const tools = new ToolManager();
  tools.add([add]);
  const executor = new ToolExecutor({ tools });
  const client = new AnthropicClient({
    model: "claude-haiku-4-5",
    apiKey: "key",
    baseUrl: anthropic.url,
    tools,
    executor,
    retry,
    ...settings,
  });
  return { anthropic, client, tools };
}

function firstBlockOf({ content }: AnthropicMessage): AnthropicBlock | undefined {
  return typeof content === "string" ? undefined : content[0];
}

const sum = { calls: [{ name: "add", arguments: { a: 2, b: 3 } }] };

test("[CHAT-7] tools arrive with their schemas whole, and in no other provider's form", async (t) => {
  const { anthropic, client } = await start(t, { turns: ["Hello."] });
  await client.chat("Hi");
  assert.deepEqual(anthropic.chats[0]?.body.tools, [
    { name: "add", description: "Adds two numbers", input_schema: add.schema },
  ]);
});

test("[CHAT-7] a schema that the API would refuse is compiled to one that it takes", async (t) => {
  const { anthropic, client, tools } = await start(t, { turns: ["Hello."] });
  const schema = {
    anyOf: [
      { type: "object", properties: { "a b": { type: "string" } }, required: ["a b"] },
      { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
    ],
  };
  tools.add([{ ...add, name: "find", schema }]);
  // The fake refuses what the API refuses.
  await client.chat("Hi");
  assert.equal(anthropic.chats[0]?.body.tools?.length, 2);
});

test("[CHAT-4] failed results say so on the wire, and all results of a turn are in one user message", async (t) => {
  const calls = [{ name: "add", arguments: { a: 1, b: 1 } }, { name: "unknown" }];
  const { anthropic, client } = await start(t, { turns: [[{ calls }], "Sorry."] });
  await client.chat("?");
  const messages = anthropic.chats[1]?.body.messages ?? [];
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant", "user"],
  );
  const blocks = messages[2]?.content as readonly AnthropicBlock[];
  assert.deepEqual(
    blocks.map(({ type, is_error: isError, content }) => [type, isError, String(content).split("\n")[0]]),
    [
      ["tool_result", undefined, "2"],
      ["tool_result", true, 'Error: Unknown tool "unknown"'],
    ],
  );
});

test("[CHAT-3] signed thinking goes back in front of the calls that came of it, also through the messages", async (t) => {
  const turns = [[{ thinking: "Two and " }, { thinking: "three." }, "Let me see.", sum], "It is 5.", "Five."];
  const thinking = { type: "enabled", budget_tokens: 1_024 };
  const { anthropic, client } = await start(t, { turns }, { thinking, maxTokens: 4_096 });
  const first = await client.chat("What is 2 + 3?");
  const typesAt = (index: number) => {
    const content = anthropic.chats[index]?.body.messages?.[1]?.content as readonly AnthropicBlock[];
    return content.map(({ type }) => type);
  };
  // The fake refuses thinking whose signature is not its own, and calls without it.
  assert.deepEqual(typesAt(1), ["thinking", "text", "tool_use"]);
  const turn = first.messages[1] as AIMessage;
  assert.equal(turn.text, "Let me see.");
  assert.equal(turn.tool_calls?.[0]?.name, "add");

  const second = await client.chat([...first.messages, new HumanMessage("Again?")]);
  assert.equal(second.message.text, "Five.");
  assert.deepEqual(typesAt(2), ["thinking", "text", "tool_use"]);
});

test("[CHAT-3] thinking without calls is no part of the answer, and of no other conversation's", async (t) => {
  const turns = [[{ thinking: "Easy." }, "It is 5."], "Hello."];
  const { client } = await start(t, { turns });
  assert.equal((await client.chat("What is 2 + 3?")).message.content, "It is 5.");
  assert.equal((await client.chat("Hi")).message.content, "Hello.");
});

test("[CHAT-8] the last answer is asked for with the tools that were called, and none may be: the API wants both", async (t) => {
  const { anthropic, client } = await start(t, { turns: [[sum], "It is 5."] });
  await client.chat("What is 2 + 3?", { maxRounds: 1 });
  const { tools, tool_choice: choice } = anthropic.chats[1]?.body ?? {};
  assert.deepEqual(
    tools?.map(({ name }) => name),
    ["add"],
  );
  assert.deepEqual(choice, { type: "none" });
});

test("[CHAT-12] an answer that runs out of length in the middle of a call executes nothing", async (t) => {
  const call = { name: "count", arguments: '{"a": 2, "b"' };
  const { client, tools } = await start(t, {
    turns: [[{ calls: [call] }, { end: { reason: "max_tokens" } }]],
  });
  const invoke = t.mock.fn();
  tools.add([{ ...add, name: "count", invoke }]);
  await assert.rejects(client.chat("?"), { code: "truncated" });
  assert.equal(invoke.mock.callCount(), 0);
});

test("[CHAT-1] an empty answer in the history is left out: the API would refuse it", async (t) => {
  const { anthropic, client } = await start(t, { turns: ["Yes?"] });
  await client.chat([new HumanMessage("Hi"), new AIMessage(""), new HumanMessage("Hello?")]);
  assert.equal(anthropic.chats.length, 1);
});

test("[CHAT-1] blank text beside calls and blank answers are left out: the API would refuse them", async (t) => {
  const { anthropic, client } = await start(t, { turns: [["\n\n", sum], "It is 5."] });
  await client.chat([new HumanMessage("Hi"), new AIMessage(" \n"), new HumanMessage("2 + 3?")]);
  const last = anthropic.chats[1]?.body.messages?.at(-2)?.content as readonly AnthropicBlock[];
  assert.deepEqual(
    last.map(({ type }) => type),
    ["tool_use"],
  );
});

test("[CHAT-3] a conversation goes on whose calls have ids that the API would refuse", async (t) => {
  const { anthropic, client } = await start(t, { turns: ["Yes."] });
  const call = { id: "functions.add:0", name: "add", args: { a: 2, b: 3 } };
  const { messages } = await client.chat([
    new HumanMessage("2 + 3?"),
    new AIMessage({ content: "", tool_calls: [call] }),
    new ToolMessage({ content: "5", tool_call_id: call.id }),
    new HumanMessage("Sure?"),
  ]);
  const [, made, given] = (anthropic.chats[0]?.body.messages ?? []).map(firstBlockOf);
  assert.match(made?.id ?? "", /^functions_add_0_\w+$/);
  assert.equal(given?.tool_use_id, made?.id);
  // Inside the program it keeps its own.
  assert.equal((messages[1] as AIMessage).tool_calls?.[0]?.id, call.id);
});

test("[CHAT-3] conversations whose calls share an id do not get each other's thinking", async (t) => {
  const haveBothCalled = Promise.withResolvers<void>();
  let called = 0;
  const invoke = async () => {
    called += 1;
    if (called === 2) haveBothCalled.resolve();
    await haveBothCalled.promise;
    return "ok";
  };
  const converse = async (thinking: string) => {
    const turns = [
      [{ thinking }, { calls: [{ name: "add", arguments: { a: 2, b: 3 }, id: "call_0" }] }],
      "Done.",
    ];
    const { anthropic, tools } = await start(t, { turns });
    const meeting = new ToolManager();
    meeting.add([{ ...add, invoke }]);
    const model = new ChatAnthropic({ model: "claude", apiKey: "key", anthropicApiUrl: anthropic.url });
    await ask(
      fromLangChain(model),
      new ToolExecutor({ tools: meeting }),
      [{ role: "user", content: "?" }],
      tools,
    );
    return (anthropic.chats[1]?.body.messages ?? []).map(firstBlockOf)[1]?.thinking;
  };
  assert.deepEqual(await Promise.all([converse("Mine."), converse("Yours.")]), ["Mine.", "Yours."]);
});

test("[CHAT-1] a wrong key is told as such, and not tried again", async (t) => {
  const { anthropic, client } = await start(t, { apiKey: "other" });
  await assert.rejects(client.chat("Hi"), { code: "unauthorized", status: 401 });
  assert.equal(anthropic.requests.length, 1);
});

test("[CHAT-1] an error in the middle of a stream has its code and the server's words", async (t) => {
  const { client } = await start(t, { turns: [["It is ", { status: 529, error: "Overloaded" }]] });
  await assert.rejects(client.chat("Hi"), { code: "server_error", message: /Overloaded/ });
});
