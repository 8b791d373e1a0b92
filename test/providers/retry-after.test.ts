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
import { fromLangChain } from "../../src/langchain.ts";
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

type Start = () => Promise<readonly [server: FakeServer, model: BaseChatModel]>;

const starts: Readonly<Record<string, Start>> = {
  // Not with the request of its own: that one does not tell of the header.
  "Ollama, with a caller's fetch": async () => {
    const server = await startFakeOllama({ turns });
    const ownFetch: typeof fetch = (input, init) => fetch(input, init);
    return [server, new ChatOllama({ model: "qwen3:0.6b", baseUrl: server.url, fetch: ownFetch })];
  },
  Anthropic: async () => {
    const server = await startFakeAnthropic({ turns });
    return [server, new ChatAnthropic({ apiKey, anthropicApiUrl: server.url })];
  },
  OpenAI: async () => {
    const server = await startFakeOpenAI({ turns });
    return [server, new ChatOpenAI({ apiKey, configuration: { baseURL: `${server.url}/v1` } })];
  },
  Gemini: async () => {
    const server = await startFakeGemini({ turns });
    return [server, new ChatGoogle({ apiKey, model: "gemini-3-flash", endpoint: server.url })];
  },
};

for (const [name, start] of Object.entries(starts)) {
  test(`[CHAT-1] ${name}: a server that asks to be left alone for 7 s is left alone for 7 s`, async (t) => {
    const [server, model] = await start();
    t.after(() => server.close());
    const clock = new FakeClock();
    const executor = new ToolExecutor({ tools: new ToolManager() });
    const answer = ask(fromLangChain(model, { retry: { clock } }), executor, [
      { role: "user", content: "Hi" },
    ]);
    while (clock.pending === 0) await turn();
    clock.advance(6_999);
    assert.equal(clock.pending, 1);
    clock.advance(1);
    assert.equal((await answer).text, "Here.");
    assert.equal(server.chats.length, 2);
  });
}
