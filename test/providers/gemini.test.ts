import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { ChatGoogle } from "@langchain/google/node";

import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask } from "../../src/chat/loop.ts";
import type { Message } from "../../src/chat/model.ts";
import { fromLangChain } from "../../src/langchain.ts";
import { startFakeGemini, type FakeGeminiOptions } from "../../src/testing.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { contract, type SetUp } from "./contract.ts";
import { readGeminiBody, retry, subjectOfModel } from "./subjects.ts";

const setUp: SetUp = async (t, turns) => {
  const gemini = await startFakeGemini({ turns });
  t.after(() => gemini.close().catch(() => {}));
  const model = new ChatGoogle({ model: "gemini-3-flash", apiKey: "key", endpoint: gemini.url });
  return subjectOfModel(gemini, fromLangChain(model, { retry }), readGeminiBody);
};

// The API's arguments are an object always: a model cannot get their JSON wrong.
contract("Gemini", setUp, { repairable: { a: "2", b: "3" } });

async function start(t: TestContext, options: FakeGeminiOptions, tools: readonly Tool[]) {
  const gemini = await startFakeGemini(options);
  t.after(() => gemini.close());
  const manager = new ToolManager();
  manager.add(tools);
  const executor = new ToolExecutor({ tools: manager });
  const chatGoogle = new ChatGoogle({ model: "gemini-3-flash", apiKey: "key", endpoint: gemini.url });
  const model = fromLangChain(chatGoogle, { retry });
  const askModel = (messages: readonly Message[] = [{ role: "user", content: "Hi" }]) =>
    ask(model, executor, messages, manager);
  return { gemini, askModel };
}

const find: Tool = {
  name: "find",
  description: "Finds a person",
  schema: {
    $defs: { person: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
    type: "object",
    properties: {
      person: { $ref: "#/$defs/person" },
      kind: { const: "friend" },
      age: { type: ["integer", "string", "null"], exclusiveMinimum: 0 },
    },
    required: ["person"],
    additionalProperties: false,
  },
  invoke: ({ person }) => (person as { name: string }).name,
};

test("[CHAT-11] schemas are compiled to what the API takes", async (t) => {
  const { gemini, askModel } = await start(t, { turns: ["Hello."] }, [find]);
  // The fake refuses `$ref`, `const` and lists of types, as the API does.
  assert.equal((await askModel()).text, "Hello.");
  const [tool] = gemini.chats[0]?.body.tools ?? [];
  assert.equal(tool?.functionDeclarations?.[0]?.name, "find");
});

test("[CHAT-11] parallel results are in one turn, after the calls that they answer", async (t) => {
  const calls = ["Ada", "Bob"].map((name) => ({ name: "find", arguments: { person: { name } } }));
  const { gemini, askModel } = await start(t, { turns: [["Let me see.", { calls }], "Done."] }, [find]);
  await askModel();
  const contents = gemini.chats[1]?.body.contents ?? [];
  assert.deepEqual(
    contents.map(({ role, parts = [] }) => [
      role,
      parts.map((part) => ["text", "functionCall", "functionResponse"].filter((key) => key in part).join()),
    ]),
    [
      ["user", ["text"]],
      ["model", ["text", "functionCall", "functionCall"]],
      ["user", ["functionResponse", "functionResponse"]],
    ],
  );
});

test("[CHAT-11] a call goes back with its signature, in this run and in the next", async (t) => {
  const call = { calls: [{ name: "find", arguments: { person: { name: "Ada" } } }] };
  const options = { requiresSignatures: true, turns: [[call], [call], "Twice.", "Again."] };
  const { askModel } = await start(t, options, [find]);
  const answer = await askModel();
  assert.equal(answer.text, "Twice.");
  assert.equal((await askModel([...answer.messages, { role: "user", content: "And?" }])).text, "Again.");
});

test("[CHAT-11] a call that the model has not signed goes back as such, and no other does", async (t) => {
  const asText = '<tool_call>{"name": "find", "arguments": {"person": {"name": "Ada"}}}</tool_call>';
  const signed = { calls: [{ name: "find", arguments: { person: { name: "Bob" } } }] };
  const options = { requiresSignatures: true, turns: [asText, [signed], "Both."] };
  const { gemini, askModel } = await start(t, options, [find]);
  assert.equal((await askModel()).text, "Both.");
  const calls = (gemini.chats.at(-1)?.body.contents ?? [])
    .flatMap(({ parts = [] }) => parts)
    .filter(({ functionCall }) => functionCall !== undefined);
  assert.deepEqual(
    calls.map(({ thoughtSignature }) => thoughtSignature === "skip_thought_signature_validator"),
    [true, false],
  );
});

test("[CHAT-12] an event that is no JSON is an error, where ChatGoogle would make an end of it", async (t) => {
  const turns = [["It is ", { raw: 'data: {"candidates": [{\n\n' }]];
  const { askModel } = await start(t, { turns }, []);
  await assert.rejects(askModel(), { code: "bad_response" });
});
