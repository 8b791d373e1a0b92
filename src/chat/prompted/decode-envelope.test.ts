import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompletionChunk } from "../model.ts";
import { decodeEnvelope } from "./decode-envelope.ts";

const addCall = '{"tool":"add","arguments":{"a":1,"b":2}}';

async function collect(chunks: AsyncIterable<CompletionChunk>): Promise<CompletionChunk[]> {
  const collected: CompletionChunk[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}

async function* toChunks(...deltas: string[]): AsyncGenerator<CompletionChunk> {
  for (const delta of deltas) yield { delta, toolCalls: [], isFinal: false };
  yield {
    delta: "",
    toolCalls: [],
    isFinal: true,
    finishReason: "stop",
    usage: { promptTokens: 7, completionTokens: 3 },
  };
}

test("[OLL-9] an answer streams: each piece of its text is passed on with the chunk that brought it", async () => {
  const chunks = await collect(decodeEnvelope(toChunks('{"answer":', '"It ', "is", ' 3."', "}")));
  assert.deepEqual(
    chunks.map(({ delta, isFinal }) => [delta, isFinal]),
    [
      ["It ", false],
      ["is", false],
      [" 3.", false],
      ["", true],
    ],
  );
  assert.equal(chunks.at(-1)?.finishReason, "stop");
  assert.deepEqual(chunks.at(-1)?.usage, { promptTokens: 7, completionTokens: 3 });
});

test("[OLL-9] calls in an envelope come as calls with the final chunk, each with its own id", async () => {
  const chunks = await collect(decodeEnvelope(toChunks(`{"calls":[${addCall},`, `${addCall}]}`)));
  assert.equal(chunks.length, 1);
  const [{ toolCalls, finishReason, delta, usage } = assert.fail("no chunk came")] = chunks;
  assert.deepEqual([finishReason, delta, usage], ["tool_use", "", { promptTokens: 7, completionTokens: 3 }]);
  assert.deepEqual(
    toolCalls.map(({ index, name, argumentsDelta }) => [index, name, argumentsDelta]),
    [
      [0, "add", '{"a":1,"b":2}'],
      [1, "add", '{"a":1,"b":2}'],
    ],
  );
  assert.equal(new Set(toolCalls.map(({ id }) => id)).size, 2);
});

test("[OLL-9] [CHAT-12] a stream that is cut gives no calls, and what was held back of it as text", async () => {
  async function* cut(): AsyncGenerator<CompletionChunk> {
    yield { delta: `{"calls":[${addCall}`, toolCalls: [], isFinal: false };
  }
  assert.deepEqual(await collect(decodeEnvelope(cut())), [
    { delta: `{"calls":[${addCall}`, toolCalls: [], isFinal: false, isSorted: true },
  ]);
});

test("[OLL-9] an answer is said to be nothing but text, and what is no envelope is not", async () => {
  const answer = await collect(decodeEnvelope(toChunks('{"answer":"It', ' is 3."}')));
  assert.deepEqual(
    answer.map(({ delta, isSorted }) => [delta, isSorted]),
    [
      ["It", true],
      [" is 3.", true],
      ["", undefined],
    ],
  );
  const plain = await collect(decodeEnvelope(toChunks("It is", " 3.")));
  assert.ok(plain.every(({ isSorted }) => isSorted === undefined));
});

test("[OLL-9] calls in an envelope count on from the provider's own", async () => {
  async function* mixed(): AsyncGenerator<CompletionChunk> {
    const own = { index: 0, id: "own", name: "add", argumentsDelta: "{}" };
    yield { delta: `{"calls":[${addCall}]}`, toolCalls: [own], isFinal: false };
    yield { delta: "", toolCalls: [{ ...own, index: 1 }], isFinal: true };
  }
  const chunks = await collect(decodeEnvelope(mixed()));
  assert.deepEqual(
    chunks.flatMap(({ toolCalls }) => toolCalls.map(({ index }) => index)),
    [0, 1, 2],
  );
});

test("[OLL-9] thinking and notices pass through the envelope decoder as they are", async () => {
  const notice = { code: "context", text: "full" } as const;
  async function* thoughtful(): AsyncGenerator<CompletionChunk> {
    yield { delta: "", thinking: '{"answer":"hm"}', toolCalls: [], isFinal: false };
    yield { delta: "{", notice, toolCalls: [], isFinal: false };
    yield { delta: '"answer":"3"}', toolCalls: [], isFinal: true, finishReason: "stop" };
  }
  const [thinking, noticed, final] = await collect(decodeEnvelope(thoughtful()));
  assert.equal(thinking?.thinking, '{"answer":"hm"}');
  assert.deepEqual(noticed, { delta: "", notice, toolCalls: [], isFinal: false });
  assert.equal(final?.delta, "3");
});
