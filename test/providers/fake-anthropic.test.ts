import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import Anthropic from "@anthropic-ai/sdk";

import { startFakeAnthropic, type FakeAnthropicOptions } from "../../src/testing.ts";

async function start(t: TestContext, options: FakeAnthropicOptions) {
  const fake = await startFakeAnthropic(options);
  t.after(() => fake.close());
  return { fake, client: new Anthropic({ baseURL: fake.url, apiKey: "key", maxRetries: 0 }) };
}

const question: Anthropic.MessageParam = { role: "user", content: "Hi" };
const chat = { model: "claude-test", max_tokens: 4000, messages: [question] };
const add: Anthropic.Tool = {
  name: "add",
  input_schema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
};
const use = (id: string): Anthropic.ToolUseBlockParam => ({ type: "tool_use", id, name: "add", input: {} });
const result = (id: string): Anthropic.ToolResultBlockParam => ({
  type: "tool_result",
  tool_use_id: id,
  content: "5",
});

const turn: FakeAnthropicOptions["turns"] = [
  [
    { thinking: "Two " },
    { thinking: "sums." },
    "I ",
    "add.",
    {
      calls: [
        { name: "add", arguments: { a: 2, b: 3, note: "größer 😀 than the pieces" } },
        { name: "add", arguments: { a: 4, b: 5 }, id: "toolu_mine" },
        { name: "now" },
      ],
    },
    { end: { promptTokens: 11, completionTokens: 7 } },
  ],
];

/** What the SDK must have understood of that turn, streamed or whole. */
function assertTurn(message: Anthropic.Message): void {
  const [thinking, text, first, second, third] = message.content;
  assert.equal(message.content.length, 5);
  assert.ok(thinking?.type === "thinking" && text?.type === "text");
  assert.equal(thinking.thinking, "Two sums.");
  assert.notEqual(thinking.signature, "");
  assert.equal(text.text, "I add.");
  assert.ok(first?.type === "tool_use" && second?.type === "tool_use" && third?.type === "tool_use");
  assert.match(first.id, /^toolu_01[a-z0-9]{22}$/);
  assert.deepEqual(first.input, { a: 2, b: 3, note: "größer 😀 than the pieces" });
  assert.deepEqual([second.id, second.input], ["toolu_mine", { a: 4, b: 5 }]);
  assert.deepEqual(third.input, {});
  assert.equal(message.stop_reason, "tool_use");
  assert.deepEqual([message.usage.input_tokens, message.usage.output_tokens], [11, 7]);
}

for (const writes of ["lines", "whole", 1, 7] as const) {
  test(`Anthropic's SDK reads a stream written as ${writes}`, async (t) => {
    const { client } = await start(t, { turns: turn, writes });
    assertTurn(await client.messages.stream({ ...chat, tools: [add] }).finalMessage());
  });
}

test("Anthropic's SDK reads an answer in one piece", async (t) => {
  const { client, fake } = await start(t, { turns: turn });
  const { data, request_id: requestId } = await client.messages.create(chat).withResponse();
  assertTurn(data);
  assert.match(requestId ?? "", /^req_01/);
  assert.equal(fake.chats[0]?.body.model, "claude-test");
});

test("Anthropic's stream has the events of the API, in its order and form", async (t) => {
  const { fake } = await start(t, { turns: [["Hi", { calls: [{ name: "add", arguments: { a: 1 } }] }]] });
  const response = await fetch(`${fake.url}/v1/messages`, {
    method: "POST",
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ ...chat, stream: true }),
  });
  const text = await response.text();
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.deepEqual(
    Array.from(text.matchAll(/^event: (.+)$/gm), ([, name]) => name),
    [
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ],
  );
  assert.ok(
    text.includes(
      '\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n',
    ),
  );
});

test("Anthropic's reasons to stop are those of the script", async (t) => {
  const reasons = ["length", "stop", "pause_turn"];
  const { client } = await start(t, {
    turns: [...reasons.map((reason) => ["a", { end: { reason } }]), [{ refusal: "No." }], "a"],
  });
  const seen: (string | null)[] = [];
  for (let count = 0; count < 5; count += 1) seen.push((await client.messages.create(chat)).stop_reason);
  assert.deepEqual(seen, ["max_tokens", "end_turn", "pause_turn", "refusal", "end_turn"]);
});

test("Anthropic's errors before the stream are those of the SDK, with headers and request id", async (t) => {
  const { client } = await start(t, {
    turns: [
      [{ status: 429, error: "Slow down", headers: { "retry-after": "7" } }],
      [{ status: 529, error: "Overloaded" }],
      [{ error: "Internal server error" }],
      [],
    ],
    apiKey: "key",
    models: ["claude-test"],
  });
  await assert.rejects(client.messages.create(chat), (error) => {
    assert.ok(error instanceof Anthropic.RateLimitError);
    assert.equal(error.type, "rate_limit_error");
    assert.equal(error.headers.get("retry-after"), "7");
    assert.equal((error.error as { request_id: string }).request_id, error.requestID);
    return true;
  });
  await assert.rejects(client.messages.create({ ...chat, stream: true }), (error) => {
    assert.ok(error instanceof Anthropic.InternalServerError);
    assert.deepEqual([error.status, error.type], [529, "overloaded_error"]);
    return true;
  });
  await assert.rejects(client.messages.create(chat), { status: 500, type: "api_error" });
  await assert.rejects(client.messages.create({ ...chat, model: "other" }), Anthropic.NotFoundError);
  const stranger = client.withOptions({ apiKey: "other" });
  await assert.rejects(stranger.messages.create(chat), Anthropic.AuthenticationError);
});

test("Anthropic's errors in the stream are error events", async (t) => {
  const { client } = await start(t, { turns: [["Hal", { status: 529, error: "Overloaded" }]] });
  await assert.rejects(client.messages.stream(chat).finalMessage(), (error) => {
    assert.ok(error instanceof Anthropic.APIError);
    assert.equal(error.type, "overloaded_error");
    return true;
  });
});

test("Anthropic's stream can be cut in the middle of a call", async (t) => {
  const call = { name: "add", arguments: '{"a": 2, "b' };
  for (const cut of ["end", "close", "reset"] as const) {
    const { client } = await start(t, { turns: [["I add.", { unfinishedCall: call }, { cut }]] });
    const events: Anthropic.RawMessageStreamEvent[] = [];
    const read = async () => {
      for await (const event of await client.messages.create({ ...chat, stream: true })) events.push(event);
    };
    if (cut === "end") await read();
    else await assert.rejects(read());
    assert.equal(events.at(-1)?.type, "content_block_delta");
    const pieces = events.flatMap((event) =>
      event.type === "content_block_delta" && event.delta.type === "input_json_delta"
        ? event.delta.partial_json
        : [],
    );
    assert.equal(pieces.join(""), '{"a": 2, "b');
  }
});

test("a client that goes away is seen by the fake of Anthropic", async (t) => {
  const { client, fake } = await start(t, { turns: [["Hi", { wait: new Promise(() => {}) }]] });
  for await (const event of await client.messages.create({ ...chat, stream: true })) {
    if (event.type === "content_block_delta") break;
  }
  assert.equal(await fake.chats[0]?.closed, "client");
  assert.equal(fake.closedByClient, 1);
});

test("a conversation with thinking, calls and results is taken by the fake of Anthropic", async (t) => {
  const calls = [{ name: "add" }, { name: "add" }];
  const { client, fake } = await start(t, { turns: [[{ thinking: "Hm" }, { calls }], "5 and 5"] });
  const thinking = { type: "enabled", budget_tokens: 1024 } as const;
  const first = await client.messages.create({ ...chat, tools: [add], thinking });
  const results = first.content.flatMap((block) => (block.type === "tool_use" ? result(block.id) : []));
  const messages: Anthropic.MessageParam[] = [
    question,
    { role: "assistant", content: first.content },
    { role: "user", content: [...results, { type: "text", text: "Go on" }] },
  ];
  const second = await client.messages.create({ ...chat, tools: [add], thinking, messages });
  assert.deepEqual(second.content[0], { type: "text", text: "5 and 5", citations: null });
  assert.equal(fake.chats.length, 2);
});

const withMessages = (...messages: readonly object[]) => ({ messages: [question, ...messages] });
const withTool = (tool: object) => ({ tools: [{ ...add, ...tool }] });
const refused: readonly [what: string, body: object, words: RegExp][] = [
  [
    "a call without a result",
    withMessages(
      { role: "assistant", content: [use("t1"), use("t2")] },
      { role: "user", content: [result("t1")] },
    ),
    /^messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: t2\. Each/,
  ],
  ["a call at the end", withMessages({ role: "assistant", content: [use("t1")] }), /immediately after: t1/],
  [
    "a result after text",
    withMessages(
      { role: "assistant", content: [use("t1")] },
      { role: "user", content: [{ type: "text", text: "So" }, result("t1")] },
    ),
    /immediately after: t1/,
  ],
  [
    "a result without a call",
    withMessages({ role: "user", content: [result("t9")] }),
    /^messages\.0\.content\.1: unexpected `tool_use_id` found in `tool_result` blocks: t9/,
  ],
  [
    "two results of one call",
    withMessages(
      { role: "assistant", content: [use("t1")] },
      { role: "user", content: [result("t1"), result("t1")] },
    ),
    /each tool_use must have a single result/,
  ],
  [
    "ids that are not unique",
    withMessages(
      { role: "assistant", content: [use("t1"), use("t1")] },
      { role: "user", content: [result("t1")] },
    ),
    /ids must be unique/,
  ],
  [
    "a result in a message of the assistant",
    withMessages({ role: "assistant", content: [result("t1")] }),
    /can only be in `user` messages/,
  ],
  [
    "a call in a message of the user",
    { messages: [{ role: "user", content: [use("t1")] }] },
    /can only be in `assistant` messages/,
  ],
  [
    "arguments that are not an object",
    withMessages(
      { role: "assistant", content: [{ ...use("t1"), input: "{}" }] },
      { role: "user", content: [result("t1")] },
    ),
    /tool_use\.input: Input should be a valid dictionary/,
  ],
  [
    "a name with dots in the history",
    withMessages(
      { role: "assistant", content: [{ ...use("t1"), name: "a.b" }] },
      { role: "user", content: [result("t1")] },
    ),
    /messages\.1\.content\.0\.tool_use\.name: String should match pattern/,
  ],
  [
    "calls where no tools are defined",
    withMessages({ role: "assistant", content: [use("t1")] }, { role: "user", content: [result("t1")] }),
    /^Requests which include `tool_use` or `tool_result` blocks must define tools\.$/,
  ],
  [
    "empty text",
    withMessages({ role: "user", content: [{ type: "text", text: "" }] }),
    /text content blocks must be non-empty/,
  ],
  [
    "blank text",
    withMessages({ role: "user", content: " \n" }),
    /text content blocks must contain non-whitespace text/,
  ],
  ["an empty message", withMessages({ role: "user", content: "" }), /must have non-empty content/],
  [
    "the assistant first",
    { messages: [{ role: "assistant", content: "Hi" }, question] },
    /first message must use the "user" role/,
  ],
  ["a system message", withMessages({ role: "system", content: "Be" }), /Unexpected role "system"/],
  ["no messages", { messages: [] }, /at least one message is required/],
  ["no max_tokens", { max_tokens: undefined }, /^max_tokens: Field required/],
  ["a name with dots", withTool({ name: "a.b" }), /^tools\.0\.custom\.name: String should match pattern/],
  ["a name of 65 characters", withTool({ name: "a".repeat(65) }), /^tools\.0\.custom\.name/],
  ["two tools of one name", { tools: [add, add] }, /Tool names must be unique/],
  ["no schema", withTool({ input_schema: undefined }), /input_schema: Field required/],
  ["a schema without a type", withTool({ input_schema: {} }), /input_schema\.type: Field required/],
  [
    "a schema of a string",
    withTool({ input_schema: { type: "string" } }),
    /input_schema\.type: Input should be 'object'/,
  ],
  [
    "a choice at the top",
    withTool({ input_schema: { type: "object", anyOf: [] } }),
    /does not support oneOf, allOf, or anyOf/,
  ],
  [
    "a key with a space",
    withTool({ input_schema: { type: "object", properties: { "a b": {} } } }),
    /Property keys should match pattern/,
  ],
  [
    "a choice among no tools",
    { tool_choice: { type: "auto" } },
    /may only be specified while providing tools/,
  ],
  [
    "changed thinking",
    withMessages({ role: "assistant", content: [{ type: "thinking", thinking: "Hm", signature: "x" }] }),
    /Invalid `signature` in `thinking` block/,
  ],
  [
    "calls without their thinking",
    {
      thinking: { type: "enabled", budget_tokens: 2000 },
      ...withMessages({ role: "assistant", content: [use("t1")] }, { role: "user", content: [result("t1")] }),
    },
    /Expected `thinking` or `redacted_thinking`, but found `tool_use`/,
  ],
  [
    "too much to think",
    { thinking: { type: "enabled", budget_tokens: 9000 } },
    /must be greater than `thinking\.budget_tokens`/,
  ],
];

test("the fake of Anthropic refuses what the API refuses, in its words", async (t) => {
  const { client, fake } = await start(t, { turns: ["Never"] });
  for (const [what, body, words] of refused) {
    await t.test(what, async () => {
      await assert.rejects(client.messages.create({ ...chat, ...body }), (error) => {
        assert.ok(error instanceof Anthropic.BadRequestError);
        assert.equal(error.type, "invalid_request_error");
        assert.match(error.apiMessage ?? "", words);
        return true;
      });
    });
  }
  assert.equal(fake.chats.length, refused.length);
});
