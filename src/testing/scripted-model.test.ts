import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";

import type { CompletionChunk, Message } from "../chat/model.ts";
import { createScriptedModel, type ScriptedModel } from "./scripted-model.ts";

const messages: readonly Message[] = [{ role: "user", content: "Hi" }];

async function ask(model: ScriptedModel): Promise<CompletionChunk[]> {
  const chunks: CompletionChunk[] = [];
  for await (const chunk of model.stream(messages)) chunks.push(chunk);
  return chunks;
}

test("a scripted model plays a turn each time it is asked: thinking, text, calls, and an end", async () => {
  const model = createScriptedModel([
    [
      { thinking: "Hm" },
      {
        calls: [
          { name: "add", arguments: { a: 1 } },
          { name: "add", arguments: "{a" },
        ],
      },
    ],
    "It is 5.",
  ]);
  assert.deepEqual(await ask(model), [
    { delta: "", thinking: "Hm", toolCalls: [], isFinal: false },
    {
      delta: "",
      toolCalls: [
        { index: 0, id: "call_1", name: "add", argumentsDelta: '{"a":1}' },
        { index: 1, id: "call_2", name: "add", argumentsDelta: "{a" },
      ],
      isFinal: false,
    },
    {
      delta: "",
      toolCalls: [],
      isFinal: true,
      usage: { promptTokens: 0, completionTokens: 2 },
      finishReason: "tool_use",
    },
  ]);
  const [text, end] = await ask(model);
  assert.equal(text?.delta, "It is 5.");
  assert.equal(end?.finishReason, "stop");
  assert.deepEqual(
    model.requests.map((request) => request.messages),
    [messages, messages],
  );
});

test("a turn can end early: with an error, a cut, a length, calls in the last chunk, or a script that is too short", async () => {
  await assert.rejects(ask(createScriptedModel([["a", { error: "it broke" }]])), { message: "it broke" });
  assert.ok(
    (await ask(createScriptedModel([["a", { cut: "close" }, "b"]]))).every(({ isFinal }) => !isFinal),
  );
  const [end] = await ask(createScriptedModel([[{ end: { reason: "length", promptTokens: 4096 } }]]));
  assert.deepEqual([end?.finishReason, end?.usage?.promptTokens], ["length", 4096]);
  const [last] = await ask(createScriptedModel([[{ end: { calls: [{ name: "add", id: "x" }] } }]]));
  assert.deepEqual(last?.toolCalls, [{ index: 0, id: "x", name: "add", argumentsDelta: "{}" }]);
  assert.equal(last?.finishReason, "tool_use");
  await assert.rejects(ask(createScriptedModel([])), { message: /no turn 1 .*: it has 0\./ });
  await assert.rejects(ask(createScriptedModel(() => undefined as never)), {
    message: /its function gave none/,
  });
});

test("a turn waits for the test, and ends at an abort", async () => {
  const goOn = Promise.withResolvers<void>();
  const waiting = ask(createScriptedModel([[{ wait: goOn.promise }, "go"]]));
  goOn.resolve();
  assert.equal((await waiting)[0]?.delta, "go");

  const controller = new AbortController();
  const { signal } = controller;
  const never = createScriptedModel([[{ wait: new Promise(() => {}) }]]);
  const first = never.stream(messages, { signal })[Symbol.asyncIterator]().next();
  controller.abort(new Error("enough"));
  await assert.rejects(first, { message: "enough" });
  assert.equal(getEventListeners(signal, "abort").length, 0);
});
