import assert from "node:assert/strict";
import test from "node:test";
import { AIMessage, AIMessageChunk, ChatMessageChunk, type UsageMetadata } from "@langchain/core/messages";
import type { CompletionChunk } from "../../chat/model.ts";
import { TurnBuilder } from "../../chat/turn.ts";
import { ChunkReader } from "./chunk-reader.ts";
import type { Spoken } from "./provider.ts";

const names = {
  toWire: (name: string) => name,
  fromWire: (name: string) => name.replace("files_read", "files.read"),
};
const other: Spoken = { provider: "other", format: "openai", history: "plain" };
const anthropic: Spoken = { provider: "anthropic", format: "anthropic", history: "anthropic" };

const done = new AIMessageChunk({ content: "", response_metadata: { finish_reason: "stop" } });

/** All that a reader makes of some messages, put together as the loop does it. */
function read(messages: readonly (AIMessageChunk | AIMessage | ChatMessageChunk)[], spoken = other) {
  const reader = new ChunkReader({ model: "m", spoken, names });
  const builder = new TurnBuilder();
  const chunks: CompletionChunk[] = [];
  for (const message of messages) {
    const chunk = reader.read(message as AIMessageChunk);
    if (chunk !== undefined) chunks.push(chunk);
  }
  chunks.push(reader.finish());
  for (const chunk of chunks) builder.add(chunk);
  return { turn: builder.finish(new Set()), chunks };
}

type ChunkFields = ConstructorParameters<typeof AIMessageChunk>[0];

function piece(
  index: number | undefined,
  fields: { id?: string; name?: string; args?: string },
): AIMessageChunk {
  const chunk = { type: "tool_call_chunk" as const, ...(index !== undefined && { index }), ...fields };
  return new AIMessageChunk({ content: "", tool_call_chunks: [chunk] });
}

test("[CHAT-2] pieces of calls that come mixed are put together by their index", () => {
  const { turn } = read([
    piece(0, { id: "a", name: "add", args: '{"a"' }),
    piece(1, { id: "b", name: "files_read", args: '{"p' }),
    piece(0, { args: ": 1}" }),
    piece(1, { args: 'ath": "x"}' }),
    done,
  ]);
  assert.deepEqual(turn.calls, [
    { id: "a", name: "add", args: { a: 1 } },
    { id: "b", name: "files.read", args: { path: "x" } },
  ]);
  assert.equal(turn.finishReason, "tool_use");
});

test("[CHAT-2] pieces without an index belong to the call before them", () => {
  const { turn } = read([
    piece(undefined, { id: "a", name: "add", args: '{"a": ' }),
    piece(undefined, { args: "1}" }),
    piece(undefined, { id: "b", name: "add", args: '{"a": 2}' }),
    done,
  ]);
  assert.deepEqual(
    turn.calls.map(({ args }) => args),
    [{ a: 1 }, { a: 2 }],
  );
});

test("[CHAT-2] whole calls are read from tool_calls, and those that LangChain could not read as the text they were", () => {
  const { turn } = read([
    new AIMessage({
      content: "",
      tool_calls: [{ id: "a", name: "add", args: { a: 1 } }],
      invalid_tool_calls: [{ id: "b", name: "add", args: "{'a': 2", type: "invalid_tool_call" }],
    }),
  ]);
  assert.deepEqual(turn.calls, [
    { id: "a", name: "add", args: { a: 1 } },
    { id: "b", name: "add", args: "{'a': 2" },
  ]);
});

test("thinking is read from every place where it is put", () => {
  const { turn } = read([
    new AIMessageChunk({ content: "", additional_kwargs: { reasoning_content: "a" } }),
    new AIMessageChunk({ content: [{ type: "thinking", thinking: "b" }] }),
    new AIMessageChunk({ content: [{ type: "reasoning", reasoning: "c" }] }),
    new AIMessageChunk({ content: [{ type: "text", text: "d", thought: true }] }),
    new AIMessageChunk({ content: [{ type: "text", text: "answer" }] }),
    done,
  ]);
  assert.equal(turn.thinking, "abcd");
  assert.equal(turn.text, "answer");
});

test("chunks with nothing in them are not handed on", () => {
  const { chunks } = read([new AIMessageChunk({ content: "" }), new AIMessageChunk({ content: [] }), done]);
  assert.deepEqual(
    chunks.map(({ isFinal }) => isFinal),
    [true],
  );
});

const reasons: readonly (readonly [string, Partial<AIMessageChunk>, string])[] = [
  ["OpenAI", { response_metadata: { finish_reason: "length" } }, "length"],
  ["OpenAI's Responses API", { response_metadata: { status: "completed" } }, "stop"],
  ["Anthropic", { additional_kwargs: { stop_reason: "max_tokens" } }, "length"],
  [
    "Google",
    { additional_kwargs: { finishReason: "MAX_TOKENS" }, response_metadata: { model_provider: "google" } },
    "length",
  ],
  ["Ollama", { response_metadata: { done: true, done_reason: "stop" } }, "stop"],
  ["Bedrock", { response_metadata: { messageStop: { stopReason: "end_turn" } } }, "stop"],
];

for (const [provider, fields, expected] of reasons) {
  test(`[CHAT-12] the end of a stream is seen where ${provider} puts it`, () => {
    const end = new AIMessageChunk({ content: "", ...fields } as ChunkFields);
    assert.equal(read([new AIMessageChunk("Hi"), end]).turn.finishReason, expected);
  });
}

const noEnds: readonly (readonly [string, Partial<AIMessageChunk>])[] = [
  ["nothing", {}],
  [
    "the last line of a stream that was not done",
    { response_metadata: { done: false, done_reason: "stop" } },
  ],
  ["a reason that is none", { additional_kwargs: { stop_reason: null } }],
  ["a response in progress", { response_metadata: { status: "in_progress" } }],
];

for (const [what, fields] of noEnds) {
  test(`[CHAT-12] ${what} is no end, and the turn was cut`, () => {
    const end = new AIMessageChunk({ content: "", ...fields } as ChunkFields);
    assert.throws(() => read([piece(0, { id: "a", name: "add", args: '{"a": 1}' }), end]), {
      code: "truncated",
    });
  });
}

test("[CHAT-12] a chunk of a server that names no role is a chunk, and no end", () => {
  const roleless = new ChatMessageChunk({ content: "Hel", role: "" });
  assert.throws(() => read([roleless]), { code: "truncated" });
  assert.equal(read([roleless, done]).turn.text, "Hel");
});

test("[CHAT-12] a call that a filter has cut in two was cut", () => {
  const filtered = new AIMessageChunk({ content: "", additional_kwargs: { stop_reason: "refusal" } });
  assert.throws(() => read([piece(0, { id: "a", name: "now", args: "" }), filtered], anthropic), {
    code: "truncated",
  });
});

test("[CHAT-12] a call that the answer's length has cut in two was cut, and a whole one was not", () => {
  const tooLong = new AIMessageChunk({ content: "", response_metadata: { finish_reason: "length" } });
  assert.throws(() => read([piece(0, { id: "a", name: "add", args: '{"a": 1' }), tooLong]), {
    code: "truncated",
  });
  assert.equal(read([piece(0, { id: "a", name: "add", args: '{"a": 1}' }), tooLong]).turn.calls.length, 1);
});

test("usage adds up over the chunks, but Anthropic's second count takes in the first", () => {
  const counts: UsageMetadata[] = [
    { input_tokens: 10, output_tokens: 1, total_tokens: 11 },
    { input_tokens: 0, output_tokens: 5, total_tokens: 5 },
  ];
  const messages = [
    ...counts.map((usage_metadata) => new AIMessageChunk({ content: "x", usage_metadata } as ChunkFields)),
    done,
  ];
  assert.deepEqual(read(messages).turn.usage, { promptTokens: 10, completionTokens: 6 });
  assert.deepEqual(read(messages, anthropic).turn.usage, { promptTokens: 10, completionTokens: 5 });
});

test("usage without numbers counts as none", () => {
  const usage_metadata = {} as UsageMetadata;
  const { turn } = read([new AIMessageChunk({ content: "x", usage_metadata } as ChunkFields), done]);
  assert.deepEqual(turn.usage, { promptTokens: 0, completionTokens: 0 });
});
