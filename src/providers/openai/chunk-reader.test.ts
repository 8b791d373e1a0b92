import assert from "node:assert/strict";
import test from "node:test";
import type OpenAI from "openai";
import { TurnBuilder } from "../../chat/turn.ts";
import { ChunkReader } from "./chunk-reader.ts";

const names = { toWire: (name: string) => name, fromWire: (name: string) => name };

/** An event of a server that is only compatible: its choice, and what stands beside it. */
function event(choice: object, more: object = {}): OpenAI.ChatCompletionChunk {
  return { choices: [{ index: 0, ...choice }], ...more } as unknown as OpenAI.ChatCompletionChunk;
}

function read(events: readonly (OpenAI.ChatCompletionChunk | null)[]) {
  const reader = new ChunkReader("m", names);
  const builder = new TurnBuilder();
  for (const each of events) {
    const chunk = reader.read(each);
    if (chunk !== undefined) builder.add(chunk);
  }
  builder.add(reader.finish());
  return builder.finish(new Set());
}

const hello = event({ delta: { content: "Hello" }, finish_reason: null });
const stop = event({ delta: {}, finish_reason: "stop" });

for (const [what, events] of [
  ["the last one has no delta", [hello, event({ finish_reason: "stop" })]],
  ["the last one's delta is null", [hello, event({ delta: null, finish_reason: "stop" })]],
  ["a filter's word in between has no delta", [hello, event({ content_filter_results: {} }), stop]],
  ["one of them is null", [hello, null, stop]],
  ["the text is in blocks", [event({ delta: { content: [{ type: "text", text: "Hello" }] } }), stop]],
] as const) {
  test(`[CHAT-11] events are read where ${what}`, () => {
    const turn = read(events);
    assert.equal(turn.text, "Hello");
    assert.equal(turn.finishReason, "stop");
  });
}

test("[CHAT-12] an empty reason is no end", () => {
  const open = event({ delta: { content: "Hello" }, finish_reason: "" });
  assert.throws(() => read([open]), { code: "truncated" });
  assert.equal(read([open, event({ delta: {}, finish_reason: "length" })]).finishReason, "length");
});

test("[CHAT-12] a call in the middle of which a filter ended the answer is not made", () => {
  const call = { index: 0, id: "a", function: { name: "now", arguments: "" } };
  const filtered = event({ delta: {}, finish_reason: "content_filter" });
  assert.throws(() => read([event({ delta: { tool_calls: [call] } }), filtered]), { code: "truncated" });
});

test("thinking is read from either of its places", () => {
  const first = event({ delta: { reasoning_content: "a" } });
  const second = event({ delta: { reasoning_content: "", reasoning: "b" } });
  assert.equal(read([first, second, event({ delta: { reasoning: { text: "c" } } }), stop]).thinking, "ab");
});

test("usage without numbers counts as none", () => {
  const usage = {};
  assert.deepEqual(read([hello, event({ delta: {}, finish_reason: "stop" }, { usage })]).usage, {
    promptTokens: 0,
    completionTokens: 0,
  });
});
