import assert from "node:assert/strict";
import test from "node:test";
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatGoogle } from "@langchain/google/node";
import { ChatOllama } from "@langchain/ollama";
import { ChatOpenAI } from "@langchain/openai";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { isOpenAIServer } from "./openai-server.ts";
import { spokenBy } from "./provider.ts";

const openai = (baseURL?: string) => new ChatOpenAI({ apiKey: "key", configuration: { baseURL } });

test("[CHAT-1] which provider a model speaks to is told by its class", () => {
  const models = [
    new ChatOllama({ model: "m" }),
    new ChatAnthropic({ apiKey: "key" }),
    openai(),
    new ChatGoogle({ apiKey: "key", model: "m" }),
  ];
  assert.deepEqual(
    models.map((model) => spokenBy(model).provider),
    ["ollama", "anthropic", "openai", "gemini"],
  );
});

test("a model of another kind keeps its name and gets tools in OpenAI's form, unless the caller knows better", () => {
  const model = new FakeListChatModel({ responses: [] });
  assert.deepEqual(spokenBy(model), { provider: "fake-list", format: "openai", history: "plain" });
  assert.equal(spokenBy(model, "anthropic").history, "anthropic");
  assert.equal(spokenBy(model, "gemini").history, "gemini");
});

test("[CHAT-11] OpenAI's own servers are told from compatible ones by their address", () => {
  const isOwn = (baseURL?: string) => isOpenAIServer(openai(baseURL));
  assert.ok(isOwn());
  assert.ok(isOwn("https://api.openai.com/v1"));
  assert.ok(isOwn("https://eu.api.openai.com/v1"));
  assert.ok(!isOwn("http://127.0.0.1:1234/v1"));
  assert.ok(!isOwn("https://api.openai.com.example.org/v1"));
  assert.ok(!isOpenAIServer(new ChatOllama({ model: "m" })));
});
