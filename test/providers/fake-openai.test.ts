import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import OpenAI from "openai";

import { startFakeOpenAI, type FakeOpenAIOptions } from "../../src/testing.ts";

async function start(t: TestContext, options: FakeOpenAIOptions) {
  const fake = await startFakeOpenAI(options);
  t.after(() => fake.close());
  return { fake, client: new OpenAI({ baseURL: `${fake.url}/v1`, apiKey: "key", maxRetries: 0 }) };
}

const question: OpenAI.ChatCompletionMessageParam = { role: "user", content: "Hi" };
const chat = { model: "gpt-test", messages: [question] };
const parameters = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
  additionalProperties: false,
};
const toTool = (definition: object): OpenAI.ChatCompletionTool => ({
  type: "function",
  function: { name: "add", parameters, ...definition },
});
const call = (id: string, name = "add") => ({ id, type: "function", function: { name, arguments: "{}" } });
const calling = (...ids: readonly string[]) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "5" });

const turn: FakeOpenAIOptions["turns"] = [
  [
    { thinking: "Two sums." },
    "I ",
    "add.",
    {
      calls: [
        { name: "add", arguments: { a: 2, b: 3, note: "größer 😀 than the pieces" } },
        { name: "add", arguments: { a: 4, b: 5 }, id: "call_mine" },
        { name: "now" },
      ],
    },
    { end: { promptTokens: 11, completionTokens: 7 } },
  ],
];

/** What the SDK must have understood of that turn, streamed or whole. */
function assertTurn(completion: OpenAI.ChatCompletion): void {
  const [choice] = completion.choices;
  assert.equal(choice?.message.content, "I add.");
  const calls = choice.message.tool_calls ?? [];
  const functions = calls.map((each) => (each.type === "function" ? each.function : undefined));
  assert.match(calls[0]?.id ?? "", /^call_[a-z0-9]{24}$/);
  assert.equal(calls[1]?.id, "call_mine");
  assert.deepEqual(
    functions.map((each) => [each?.name, JSON.parse(each?.arguments ?? "")]),
    [
      ["add", { a: 2, b: 3, note: "größer 😀 than the pieces" }],
      ["add", { a: 4, b: 5 }],
      ["now", {}],
    ],
  );
  assert.equal(choice.finish_reason, "tool_calls");
  assert.equal(completion.usage?.prompt_tokens, 11);
  assert.equal(completion.usage.completion_tokens, 7);
}

for (const writes of ["lines", "whole", 1, 7] as const) {
  test(`OpenAI's SDK reads a stream written as ${writes}`, async (t) => {
    const { client } = await start(t, { turns: turn, writes });
    const stream = client.chat.completions.stream({ ...chat, stream_options: { include_usage: true } });
    assertTurn(await stream.finalChatCompletion());
  });
}

test("OpenAI's SDK reads an answer in one piece", async (t) => {
  const { client, fake } = await start(t, { turns: turn });
  const { data, request_id: requestId } = await client.chat.completions.create(chat).withResponse();
  assertTurn(data);
  assert.match(requestId ?? "", /^req_/);
  assert.deepEqual(
    Object.entries(data.choices[0]?.message ?? {}).find(([key]) => /reasoning/.test(key)),
    ["reasoning_content", "Two sums."],
  );
  assert.equal(fake.chats[0]?.body.model, "gpt-test");
});

async function readChunks(client: OpenAI, options: object = {}): Promise<OpenAI.ChatCompletionChunk[]> {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of await client.chat.completions.create({ ...chat, ...options, stream: true })) {
    chunks.push(chunk);
  }
  return chunks;
}

test("OpenAI's chunks say what those of the API say, and usage only where it is asked for", async (t) => {
  const script = [{ thinking: "Hm" }, "Hi", { calls: [{ name: "add", id: "call_1" }] }];
  const { client } = await start(t, { turns: [script, script] });
  const chunks = await readChunks(client);
  assert.deepEqual(
    chunks.map(({ choices }) => choices[0]?.delta),
    [
      { role: "assistant", content: "", refusal: null },
      { reasoning_content: "Hm" },
      { content: "Hi" },
      {
        tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "add", arguments: "" } }],
      },
      { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
      {},
    ],
  );
  assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, "tool_calls");
  assert.ok(chunks.every((chunk) => !("usage" in chunk)));
  const withUsage = await readChunks(client, { stream_options: { include_usage: true } });
  assert.deepEqual(withUsage.at(-1)?.choices, []);
  assert.equal(withUsage.at(-1)?.usage?.completion_tokens, 4);
  assert.ok(withUsage.slice(0, -1).every(({ usage }) => usage === null));
});

test("OpenAI's stream ends with [DONE]", async (t) => {
  const { fake } = await start(t, { turns: ["Hi"] });
  const response = await fetch(`${fake.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ ...chat, stream: true }),
  });
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.match(await response.text(), /^data: \{"id":"chatcmpl-[^\n]+\n\n[\s\S]*\n\ndata: \[DONE\]\n\n$/);
});

test("OpenAI's reasons to finish, refusals, and calls without ids are those of the script", async (t) => {
  const { client } = await start(t, {
    turns: [
      ["a", { end: { reason: "length" } }],
      ["a", { end: { reason: "content_filter" } }],
      [{ calls: [{ name: "add", id: null, index: 0 }] }, { end: { reason: "stop" } }],
      [{ refusal: "No." }],
      [{ refusal: "No." }],
    ],
  });
  const ask = async () => (await client.chat.completions.create(chat)).choices[0];
  assert.equal((await ask())?.finish_reason, "length");
  assert.equal((await ask())?.finish_reason, "content_filter");
  const odd = await ask();
  assert.equal(odd?.finish_reason, "stop");
  assert.ok(!("id" in (odd.message.tool_calls?.[0] ?? { id: "" })));
  const refusal = await ask();
  assert.deepEqual([refusal?.message.refusal, refusal?.message.content], ["No.", null]);
  const streamed = await client.chat.completions.stream(chat).finalMessage();
  assert.equal(streamed.refusal, "No.");
});

test("OpenAI's errors before the stream are those of the SDK, with headers", async (t) => {
  const headers = { "retry-after": "7", "x-ratelimit-remaining-requests": "0" };
  const { client } = await start(t, {
    turns: [
      [{ status: 429, error: "Rate limit reached", headers }],
      [{ error: "The server had an error" }],
      [],
    ],
    apiKey: "key",
    models: ["gpt-test"],
  });
  await assert.rejects(client.chat.completions.create({ ...chat, stream: true }), (error) => {
    assert.ok(error instanceof OpenAI.RateLimitError);
    assert.deepEqual([error.code, error.headers.get("retry-after")], ["rate_limit_exceeded", "7"]);
    assert.equal(error.headers.get("x-ratelimit-remaining-requests"), "0");
    return true;
  });
  await assert.rejects(client.chat.completions.create(chat), (error) => {
    assert.ok(error instanceof OpenAI.InternalServerError);
    assert.equal(error.type, "server_error");
    return true;
  });
  const missing = client.chat.completions.create({ ...chat, model: "other" });
  await assert.rejects(missing, (error) => {
    assert.ok(error instanceof OpenAI.NotFoundError);
    assert.equal(error.code, "model_not_found");
    return true;
  });
  const stranger = client.withOptions({ apiKey: "other" });
  await assert.rejects(stranger.chat.completions.create(chat), OpenAI.AuthenticationError);
});

test("OpenAI's errors in the stream are chunks with an error", async (t) => {
  const { client } = await start(t, { turns: [["Hal", { error: "The server had an error" }]] });
  await assert.rejects(readChunks(client), (error) => {
    assert.ok(error instanceof OpenAI.APIError);
    assert.equal(error.type, "server_error");
    return true;
  });
});

test("OpenAI's stream can be cut in the middle of a call", async (t) => {
  const unfinishedCall = { name: "add", arguments: '{"a": 2, "b' };
  for (const cut of ["end", "close", "reset"] as const) {
    const { client } = await start(t, { turns: [["I add.", { unfinishedCall }, { cut }]] });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    const read = async () => {
      for await (const chunk of await client.chat.completions.create({ ...chat, stream: true }))
        chunks.push(chunk);
    };
    if (cut === "end") await read();
    else await assert.rejects(read());
    const pieces = chunks.flatMap(
      ({ choices }) => choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? [],
    );
    assert.equal(pieces.join(""), '{"a": 2, "b');
    assert.ok(chunks.every(({ choices }) => choices[0]?.finish_reason === null));
  }
});

test("a client that goes away is seen by the fake of OpenAI", async (t) => {
  const { client, fake } = await start(t, { turns: [["Hi", { wait: new Promise(() => {}) }]] });
  for await (const chunk of await client.chat.completions.create({ ...chat, stream: true })) {
    if (chunk.choices[0]?.delta.content === "Hi") break;
  }
  assert.equal(await fake.chats[0]?.closed, "client");
});

test("OpenAI's models are listed and found", async (t) => {
  const { client } = await start(t, { models: ["gpt-test", "org/other"] });
  assert.deepEqual(
    (await client.models.list()).data.map(({ id }) => id),
    ["gpt-test", "org/other"],
  );
  assert.equal((await client.models.retrieve("org/other")).object, "model");
  await assert.rejects(client.models.retrieve("none"), OpenAI.NotFoundError);
});

test("a conversation with calls, results and strict tools is taken by the fake of OpenAI", async (t) => {
  const { client } = await start(t, { turns: ["5"] });
  const messages = [question, calling("c1", "c2"), result("c2"), result("c1")];
  const body = { ...chat, messages, tools: [toTool({ strict: true })] };
  const completion = await client.chat.completions.create(
    body as OpenAI.ChatCompletionCreateParamsNonStreaming,
  );
  assert.equal(completion.choices[0]?.message.content, "5");
});

const withMessages = (...messages: readonly object[]) => ({ messages: [question, ...messages] });
const withStrict = (schema: object) => ({
  tools: [toTool({ strict: true, parameters: { ...parameters, ...schema } })],
});
const withSchema = (schema: object) => ({ tools: [toTool({ parameters: schema })] });
const refused: readonly [what: string, body: object, words: RegExp][] = [
  [
    "a call without a result",
    withMessages(calling("c1", "c2"), result("c1"), question),
    /must be followed by tool messages responding to each 'tool_call_id'\. The following tool_call_ids did not have response messages: c2$/,
  ],
  ["a call at the end", withMessages(calling("c1")), /response messages: c1$/],
  [
    "a result without a call",
    withMessages(result("c1")),
    /must be a response to a preceeding message with 'tool_calls'/,
  ],
  [
    "a result of another call",
    withMessages(calling("c1"), result("c9")),
    /must be a response to a preceeding/,
  ],
  [
    "two results of one call",
    withMessages(calling("c1"), result("c1"), result("c1")),
    /must be a response to a preceeding/,
  ],
  ["a result without an id", withMessages(calling("c1"), { role: "tool", content: "" }), /'tool_call_id'/],
  [
    "an empty list of calls",
    withMessages({ role: "assistant", content: "", tool_calls: [] }),
    /tool_calls': empty array/,
  ],
  ["content that is null", withMessages({ role: "user", content: null }), /expected a string, got null/],
  ["an unknown role", withMessages({ role: "robot", content: "" }), /Invalid value: 'robot'/],
  [
    "arguments that are an object",
    withMessages({
      role: "assistant",
      tool_calls: [{ ...call("c1"), function: { name: "add", arguments: {} } }],
    }),
    /function\.arguments': expected a string, but got an object/,
  ],
  [
    "a name with dots in the history",
    withMessages({ role: "assistant", tool_calls: [call("c1", "a.b")] }, result("c1")),
    /Invalid 'messages\[1\]\.tool_calls\[0\]\.function\.name': string does not match pattern/,
  ],
  [
    "an id of 41 characters",
    withMessages(calling("c".repeat(41)), result("c".repeat(41))),
    /Invalid 'messages\[1\]\.tool_calls\[0\]\.id': string too long\. Expected a string with maximum length 40/,
  ],
  ["no messages", { messages: [] }, /'messages': empty array/],
  ["an empty list of tools", { tools: [] }, /'tools': empty array/],
  [
    "129 tools",
    { tools: Array.from({ length: 129 }, (_, index) => toTool({ name: `t${index}` })) },
    /maximum length 128/,
  ],
  ["a choice among no tools", { tool_choice: "auto" }, /only allowed when 'tools' are specified/],
  [
    "options of a stream without one",
    { stream_options: { include_usage: true } },
    /only allowed when 'stream' is enabled/,
  ],
  [
    "a name with dots",
    { tools: [toTool({ name: "a.b" })] },
    /Invalid 'tools\[0\]\.function\.name': string does not match/,
  ],
  [
    "a name of 65 characters",
    { tools: [toTool({ name: "a".repeat(65) })] },
    /maximum length 64, but got a string with length 65/,
  ],
  [
    "a schema of a string",
    withSchema({ type: "string" }),
    /schema must be a JSON Schema of 'type: "object"', got 'type: "string"'/,
  ],
  ["a schema without a type", withSchema({}), /got 'type: "None"'/],
  ["a choice at the top", withSchema({ type: "object", anyOf: [{}] }), /not have 'oneOf'/],
  [
    "an array without items",
    withSchema({ type: "object", properties: { list: { type: "array" } } }),
    /In context=\('properties', 'list'\), array schema missing items/,
  ],
  [
    "strict with other properties",
    withStrict({ additionalProperties: true }),
    /In context=\(\), 'additionalProperties' is required/,
  ],
  ["strict with optional properties", withStrict({ required: ["a"] }), /Missing 'b'\.$/],
  [
    "strict with a required property that is not there",
    withStrict({ required: ["a", "b", "c"] }),
    /Extra required key 'c'/,
  ],
  [
    "strict with an open object inside",
    withStrict({ properties: { a: { type: "array", items: { type: "object" } }, b: { type: "number" } } }),
    /In context=\('properties', 'a', 'items'\), 'additionalProperties'/,
  ],
  [
    "strict with a default",
    withStrict({ properties: { a: { type: "number", default: 1 }, b: { type: "number" } } }),
    /In context=\('properties', 'a'\), 'default' is not permitted/,
  ],
  [
    "strict without a type",
    withStrict({ properties: { a: {}, b: { type: "number" } } }),
    /must have a 'type' key/,
  ],
];

test("the fake of OpenAI refuses what the API refuses, in its words", async (t) => {
  const { client, fake } = await start(t, { turns: ["Never"] });
  for (const [what, body, words] of refused) {
    await t.test(what, async () => {
      await assert.rejects(client.chat.completions.create({ ...chat, ...body }), (error) => {
        assert.ok(error instanceof OpenAI.BadRequestError);
        assert.equal(error.type, "invalid_request_error");
        assert.match(error.message, words);
        return true;
      });
    });
  }
  assert.equal(fake.chats.length, refused.length);
});

test("a compatible server takes as many tools and as long ids as it is told to", async (t) => {
  const { client } = await start(t, { turns: ["Hi"], maxTools: Infinity, maxIdLength: Infinity });
  const tools = Array.from({ length: 1000 }, (_, index) => toTool({ name: `t${index}` }));
  const id = "c".repeat(41);
  const body = { ...chat, tools, messages: [question, calling(id), result(id)] };
  const completion = await client.chat.completions.create(
    body as OpenAI.ChatCompletionCreateParamsNonStreaming,
  );
  assert.equal(completion.choices[0]?.message.content, "Hi");
});
