import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ChatGoogle } from "@langchain/google";
import { ChatOllama } from "@langchain/ollama";
import { ChatOpenAI } from "@langchain/openai";

import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask } from "../../src/chat/loop.ts";
import type { ChatModel } from "../../src/chat/model.ts";
import { fromLangChain, withRetries } from "../../src/langchain.ts";
import { OllamaBackend } from "../../src/ollama.ts";
import {
  startFakeAnthropic,
  startFakeGemini,
  startFakeOllama,
  startFakeOpenAI,
  type FakeServer,
} from "../../src/testing.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import { ToolManager } from "../../src/tools/manager.ts";

const turns = [[{ status: 429, error: "Slow down", headers: { "retry-after": "7" } }], "Here."];
const apiKey = "key";

type Start = (clock: FakeClock) => Promise<readonly [server: FakeServer, model: ChatModel]>;

function startLangChain(open: () => Promise<readonly [FakeServer, BaseChatModel]>): Start {
  return async (clock) => {
    const [server, model] = await open();
    return [server, fromLangChain(model, { retry: { clock } })];
  };
}

const starts: Readonly<Record<string, Start>> = {
  "Ollama, natively": async (clock) => {
    const server = await startFakeOllama({ turns });
    const model = new OllamaBackend({ host: server.url }).model("qwen3:0.6b");
    return [server, withRetries(model, { clock })];
  },
  "Ollama, through LangChain": startLangChain(async () => {
    const server = await startFakeOllama({ turns });
    return [server, new ChatOllama({ model: "qwen3:0.6b", baseUrl: server.url })];
  }),
  "Ollama, with a caller's fetch": startLangChain(async () => {
    const server = await startFakeOllama({ turns });
    const ownFetch: typeof fetch = (input, init) => fetch(input, init);
    return [server, new ChatOllama({ model: "qwen3:0.6b", baseUrl: server.url, fetch: ownFetch })];
  }),
  Anthropic: startLangChain(async () => {
    const server = await startFakeAnthropic({ turns });
    return [server, new ChatAnthropic({ apiKey, anthropicApiUrl: server.url })];
  }),
  OpenAI: startLangChain(async () => {
    const server = await startFakeOpenAI({ turns });
    return [server, new ChatOpenAI({ apiKey, configuration: { baseURL: `${server.url}/v1` } })];
  }),
  Gemini: startLangChain(async () => {
    const server = await startFakeGemini({ turns });
    return [server, new ChatGoogle({ apiKey, model: "gemini-3-flash", endpoint: server.url })];
  }),
};

for (const [name, start] of Object.entries(starts)) {
  test(`[CHAT-1] ${name}: a server that asks to be left alone for 7 s is left alone for 7 s`, async (t) => {
    const clock = new FakeClock();
    const [server, model] = await start(clock);
    t.after(() => server.close());
    const executor = new ToolExecutor({ tools: new ToolManager() });
    const answer = ask(model, executor, [{ role: "user", content: "Hi" }]);
    while (clock.pending === 0) await turn();
    clock.advance(6_999);
    assert.equal(clock.pending, 1);
    clock.advance(1);
    assert.equal((await answer).text, "Here.");
    assert.equal(server.chats.length, 2);
  });
}
