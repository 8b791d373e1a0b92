import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { ChatOpenAI } from "@langchain/openai";

import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask } from "../../src/chat/loop.ts";
import { fromLangChain, type FromLangChainOptions } from "../../src/langchain.ts";
import { startFakeOpenAI, type FakeOpenAIOptions } from "../../src/testing.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { contract } from "./contract.ts";
import { switchLamp } from "../fixtures/tools.ts";
import { readFunctionBody, retry, subjectOfModel } from "./subjects.ts";

function createModel(url: string): ChatOpenAI {
  return new ChatOpenAI({ model: "gpt-5-mini", apiKey: "key", configuration: { baseURL: `${url}/v1` } });
}

for (const strict of [true, false]) {
  contract(strict ? "OpenAI" : "OpenAI-compatible", async (t, turns) => {
    const openai = await startFakeOpenAI({ turns, maxTools: 1_000 });
    t.after(() => openai.close().catch(() => {}));
    const model = fromLangChain(createModel(openai.url), { retry, strict });
    return subjectOfModel(openai, model, readFunctionBody);
  });
}

/** Its keys are anything: that cannot be said strictly. */
const label: Tool = {
  name: "label",
  description: "Sets labels",
  schema: { type: "object", properties: { labels: { type: "object" } }, required: ["labels"] },
  invoke: () => "done",
};

async function start(t: TestContext, options: FakeOpenAIOptions, settings: FromLangChainOptions = {}) {
  const openai = await startFakeOpenAI(options);
  t.after(() => openai.close());
  const manager = new ToolManager();
  manager.add([switchLamp, label]);
  const executor = new ToolExecutor({ tools: manager });
  const model = fromLangChain(createModel(openai.url), { retry, ...settings });
  const askModel = () => ask(model, executor, [{ role: "user", content: "Hi" }], manager);
  return { openai, askModel };
}

test("[CHAT-11] tools whose schema allows it are strict, and the others are sent as they are", async (t) => {
  const { openai, askModel } = await start(t, { turns: ["Hello."] }, { strict: true });
  await askModel();
  const [lamp, labels] = openai.chats[0]?.body.tools ?? [];
  assert.equal(lamp?.function.strict, true);
  const parameters = lamp?.function.parameters as { required: string[] } | undefined;
  assert.deepEqual(parameters?.required, ["name", "level"]);
  assert.equal(labels?.function.strict, undefined);
  assert.deepEqual(labels?.function.parameters, label.schema);
});

test("[CHAT-11] what a strict model has to write as null is left out again", async (t) => {
  const calls = [{ name: "switch_lamp", arguments: { name: "Lamp", level: null } }];
  const { openai, askModel } = await start(t, { turns: [[{ calls }], "Done."] }, { strict: true });
  const { results } = await askModel();
  assert.equal(results[0]?.text, '{"name":"Lamp"}');
  assert.equal(openai.chats.length, 2);
});

test("[CHAT-11] a compatible server is not sent `strict`: it may not know it", async (t) => {
  const { openai, askModel } = await start(t, { turns: ["Hello."] });
  await askModel();
  assert.deepEqual(openai.chats[0]?.body.tools?.[0]?.function.parameters, switchLamp.schema);
  assert.ok(openai.chats[0]?.body.tools?.every(({ function: { strict } }) => strict === undefined));
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

test("[CHAT-11] an error in the middle of a stream has its code and the server's words", async (t) => {
  const { askModel } = await start(t, { turns: [["It is ", { error: "The server had an error" }]] });
  await assert.rejects(askModel(), { code: "server_error", message: /The server had an error/ });
});
