import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { ChatOpenAI } from "@langchain/openai";
import OpenAI from "openai";

import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask } from "../../src/chat/loop.ts";
import type { Message } from "../../src/chat/model.ts";
import { fromLangChain } from "../../src/langchain.ts";
import { createOpenAIModel, type OpenAIModelOptions } from "../../src/openai.ts";
import { startFakeOpenAI, type FakeOpenAIOptions } from "../../src/testing.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import { contract } from "./contract.ts";
import { switchLamp } from "../fixtures/tools.ts";
import { readFunctionBody, retry, subjectOfModel } from "./subjects.ts";

function createClient(url: string): OpenAI {
  return new OpenAI({ apiKey: "key", baseURL: `${url}/v1` });
}

for (const strict of [true, false]) {
  contract(strict ? "OpenAI's SDK" : "OpenAI's SDK, compatible server", async (t, turns) => {
    const openai = await startFakeOpenAI({ turns, maxTools: 1_000 });
    t.after(() => openai.close().catch(() => {}));
    const model = createOpenAIModel(createClient(openai.url), "gpt-5-mini", { retry, strict });
    return subjectOfModel(openai, model, readFunctionBody);
  });
}

async function start(t: TestContext, options: FakeOpenAIOptions, settings: OpenAIModelOptions = {}) {
  const openai = await startFakeOpenAI(options);
  t.after(() => openai.close());
  const manager = new ToolManager();
  manager.add(switchLamp);
  const executor = new ToolExecutor({ tools: manager });
  const model = createOpenAIModel(createClient(openai.url), "gpt-5-mini", { retry, ...settings });
  const askModel = () => ask(model, executor, [{ role: "user", content: "Hi" }], manager);
  return { openai, askModel };
}

test("[CHAT-11] tools are strict where that is asked for, and plain for a compatible server", async (t) => {
  for (const [settings, strict] of [
    [{ strict: true }, true],
    [{}, undefined],
  ] as const) {
    const { openai, askModel } = await start(t, { turns: ["Hello."] }, settings);
    await askModel();
    assert.equal(openai.chats[0]?.body.tools?.[0]?.function.strict, strict);
  }
});

test("[CHAT-11] parallel calls under one index are told apart by their ids", async (t) => {
  const calls = ["Lamp", "Fan"].map((name) => ({ name: "switch_lamp", arguments: { name }, index: 0 }));
  const { askModel } = await start(t, { turns: [[{ calls }], "Done."] });
  const { results } = await askModel();
  assert.deepEqual(
    results.map(({ text }) => text),
    ['{"name":"Lamp"}', '{"name":"Fan"}'],
  );
});

test("[CHAT-11] parallel calls under one index and without ids are told apart", async (t) => {
  const calls = ["Lamp", "Fan"].map((name) => ({
    name: "switch_lamp",
    arguments: { name },
    index: 0,
    id: null,
  }));
  const { askModel } = await start(t, { turns: [[{ calls }], "Done."], maxIdLength: Infinity });
  const { results } = await askModel();
  assert.deepEqual(
    results.map(({ text }) => text),
    ['{"name":"Lamp"}', '{"name":"Fan"}'],
  );
});

test("[CHAT-11] OpenAI, which refuses long ids of calls, gets short ones", async (t) => {
  const longId = `chatcmpl-tool-${"0123456789abcdef".repeat(2)}`;
  const call = { id: longId, name: "switch_lamp", args: { name: "Lamp" } };
  const history: Message[] = [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "", toolCalls: [call] },
    { role: "tool", content: "done", toolCallId: longId, toolName: call.name },
    { role: "user", content: "Again" },
  ];
  const openai = await startFakeOpenAI({ turns: ["Hello.", "Hello."] });
  t.after(() => openai.close());
  // To the SDK this is OpenAI itself.
  const toFake: typeof fetch = (url, init) => fetch(String(url).replace(/^https:..[^/]+/, openai.url), init);
  for (const model of [
    createOpenAIModel(new OpenAI({ apiKey: "key", fetch: toFake }), "gpt-5-mini"),
    fromLangChain(new ChatOpenAI({ model: "gpt-5-mini", apiKey: "key", configuration: { fetch: toFake } })),
  ]) {
    const executor = new ToolExecutor({ tools: new ToolManager() });
    await ask(model, executor, history);
    const [, made, given] = openai.chats.at(-1)?.body.messages ?? [];
    assert.match(made?.tool_calls?.[0]?.id ?? "", /^chatcmpl-tool-\w{26}$/);
    assert.equal(given?.tool_call_id, made?.tool_calls?.[0]?.id);
  }
});

test("[CHAT-11] an event that is no JSON cannot be read", async (t) => {
  t.mock.method(console, "error", () => {});
  const { askModel } = await start(t, { turns: [["It is ", { raw: "data: {no\n\n" }]] });
  await assert.rejects(askModel(), { code: "bad_response" });
});

test("[CHAT-11] an error in the middle of a stream has its code and the server's words", async (t) => {
  const { askModel } = await start(t, { turns: [["It is ", { error: "The server had an error" }]] });
  await assert.rejects(askModel(), { code: "server_error", message: /The server had an error/ });
});

test("[CHAT-11] settings reach the request, and cannot take the place of its messages", async (t) => {
  const { openai, askModel } = await start(t, { turns: ["Hello."] }, { settings: { temperature: 0 } });
  await askModel();
  const body = openai.chats[0]?.body as { temperature?: number; messages?: unknown[] } | undefined;
  assert.equal(body?.temperature, 0);
  assert.equal(body?.messages?.length, 1);
});
