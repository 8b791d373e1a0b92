import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { ApiError, GoogleGenAI, type Content, type GenerateContentResponse, type Part } from "@google/genai";

import { startFakeGemini, type FakeGeminiOptions } from "../../src/testing.ts";

async function start(t: TestContext, options: FakeGeminiOptions) {
  const fake = await startFakeGemini(options);
  t.after(() => fake.close());
  const httpOptions = { baseUrl: fake.url, retryOptions: { attempts: 1 } };
  return { fake, models: new GoogleGenAI({ apiKey: "key", httpOptions }).models };
}

type Models = Awaited<ReturnType<typeof start>>["models"];

const question: Content = { role: "user", parts: [{ text: "Hi" }] };
const chat = { model: "gemini-test", contents: [question] };
const call = (name = "add"): Part => ({ functionCall: { name, args: {} } });
const response = (name = "add"): Part => ({ functionResponse: { name, response: { output: 5 } } });

const turn: FakeGeminiOptions["turns"] = [
  [
    { thinking: "Two sums." },
    "I ",
    "add.",
    {
      calls: [
        { name: "add", arguments: { a: 2, b: 3, note: "größer 😀" } },
        { name: "add", arguments: { a: 4 }, id: "mine" },
        { name: "now" },
      ],
    },
    { end: { promptTokens: 11, completionTokens: 7 } },
  ],
];

async function readChunks(models: Models, options: object = {}): Promise<GenerateContentResponse[]> {
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await models.generateContentStream({ ...chat, ...options })) chunks.push(chunk);
  return chunks;
}

const partsOf = (answer: GenerateContentResponse | undefined) =>
  answer?.candidates?.[0]?.content?.parts ?? [];

/** What the SDK must have understood of that turn, streamed or whole. */
function assertTurn(parts: readonly Part[], last: GenerateContentResponse | undefined): void {
  assert.deepEqual(
    parts.filter(({ text }) => text !== ""),
    [
      { text: "Two sums.", thought: true },
      { text: "I " },
      { text: "add." },
      { functionCall: { name: "add", args: { a: 2, b: 3, note: "größer 😀" } } },
      { functionCall: { name: "add", args: { a: 4 }, id: "mine" } },
      { functionCall: { name: "now", args: {} } },
    ],
  );
  assert.equal(last?.candidates?.[0]?.finishReason, "STOP");
  assert.deepEqual(last?.usageMetadata, {
    promptTokenCount: 11,
    candidatesTokenCount: 7,
    thoughtsTokenCount: 1,
    totalTokenCount: 19,
  });
  assert.equal(last?.modelVersion, "gemini-test");
}

for (const writes of ["lines", "whole", 1, 7] as const) {
  test(`Google's SDK reads a stream written as ${writes}`, async (t) => {
    const { models } = await start(t, { turns: turn, writes });
    const chunks = await readChunks(models);
    assertTurn(chunks.flatMap(partsOf), chunks.at(-1));
    assert.ok(chunks.slice(0, -1).every(({ candidates }) => candidates?.[0]?.finishReason === undefined));
  });
}

test("Google's SDK reads an answer in one piece", async (t) => {
  const { models, fake } = await start(t, { turns: turn });
  const answer = await models.generateContent(chat);
  assertTurn(partsOf(answer), answer);
  assert.equal(answer.functionCalls?.length, 3);
  assert.equal(fake.chats[0]?.path, "/v1beta/models/gemini-test:generateContent");
});

test("Gemini's reasons to finish, last calls and blocked prompts are those of the script", async (t) => {
  const { models } = await start(t, {
    turns: [
      ["a", { end: { reason: "length" } }],
      ["a", { end: { reason: "MALFORMED_FUNCTION_CALL" } }],
      [{ refusal: "No." }],
      ["a", { end: { calls: [{ name: "add" }] } }],
    ],
  });
  const ask = async () => (await readChunks(models)).at(-1);
  assert.equal((await ask())?.candidates?.[0]?.finishReason, "MAX_TOKENS");
  assert.equal((await ask())?.candidates?.[0]?.finishReason, "MALFORMED_FUNCTION_CALL");
  const blocked = await ask();
  assert.equal(blocked?.candidates, undefined);
  assert.deepEqual(blocked?.promptFeedback, { blockReason: "PROHIBITED_CONTENT", blockReasonMessage: "No." });
  const last = await ask();
  assert.equal(last?.candidates?.[0]?.finishReason, "STOP");
  assert.deepEqual(last.functionCalls, [{ name: "add", args: {} }]);
});

/** The error in Google's form that the SDK carries as text. */
function isRefusal(error: unknown, status: number, words: RegExp, name: string): true {
  assert.ok(error instanceof ApiError);
  assert.equal(error.status, status);
  const { error: body } = JSON.parse(error.message.replace(/^got status: \w+\. /, ""));
  assert.deepEqual([body.code, body.status], [status, name]);
  assert.match(body.message, words);
  return true;
}

test("Gemini's errors before the stream are those of the SDK", async (t) => {
  const { models, fake } = await start(t, {
    turns: [
      [{ status: 429, error: "Quota exceeded", headers: { "retry-after": "7" } }],
      [{ error: "Internal" }],
      [{ status: 503, error: "Overloaded" }],
    ],
    models: ["gemini-test"],
    apiKey: "key",
  });
  await assert.rejects(readChunks(models), (error) => isRefusal(error, 429, /Quota/, "RESOURCE_EXHAUSTED"));
  await assert.rejects(readChunks(models), (error) => isRefusal(error, 500, /Internal/, "INTERNAL"));
  await assert.rejects(models.generateContent(chat), (error) => isRefusal(error, 503, /Over/, "UNAVAILABLE"));
  const missing = models.generateContent({ ...chat, model: "other" });
  await assert.rejects(missing, (error) => isRefusal(error, 404, /models\/other is not found/, "NOT_FOUND"));
  const stranger = new GoogleGenAI({ apiKey: "other", httpOptions: { baseUrl: fake.url } }).models;
  const refused = stranger.generateContent(chat);
  await assert.rejects(refused, (error) => isRefusal(error, 400, /API key not valid/, "INVALID_ARGUMENT"));
});

test("Gemini's errors in the stream are events with an error", async (t) => {
  const { models } = await start(t, { turns: [["Hal", { status: 503, error: "Overloaded" }]] });
  await assert.rejects(readChunks(models), (error) => isRefusal(error, 503, /Overloaded/, "UNAVAILABLE"));
});

test("Gemini's stream can be cut before its end, and in the middle of a call", async (t) => {
  const scripts: FakeGeminiOptions["turns"] = [
    ["I add.", { calls: [{ name: "add" }] }, { cut: "end" }],
    ["I add.", { unfinishedCall: { name: "add" } }, { cut: "end" }],
    ["I add.", { cut: "close" }],
    ["I add.", { cut: "reset" }],
  ];
  const { models } = await start(t, { turns: scripts });
  const whole = await readChunks(models);
  assert.ok(whole.every(({ candidates }) => candidates?.[0]?.finishReason === undefined));
  await assert.rejects(readChunks(models), /Incomplete JSON segment/);
  await assert.rejects(readChunks(models), /terminated/);
  await assert.rejects(readChunks(models), /terminated/);
});

test("a client that goes away is seen by the fake of Gemini", async (t) => {
  const { models, fake } = await start(t, { turns: [["Hi", { wait: new Promise(() => {}) }]] });
  const leaving = new AbortController();
  const config = { abortSignal: leaving.signal };
  const read = async () => {
    for await (const chunk of await models.generateContentStream({ ...chat, config })) {
      assert.equal(chunk.text, "Hi");
      leaving.abort();
    }
  };
  await assert.rejects(read());
  assert.equal(await fake.chats[0]?.closed, "client");
});

test("a conversation with calls and results is taken by the fake of Gemini", async (t) => {
  const { models } = await start(t, {
    turns: [[{ calls: [{ name: "add", arguments: { a: 1 } }, { name: "add" }] }], "5"],
    requiresSignatures: true,
  });
  const first = await models.generateContent(chat);
  const calls = partsOf(first);
  assert.ok(calls[0]?.thoughtSignature !== undefined && calls[1]?.thoughtSignature === undefined);
  const results: Content = { role: "user", parts: [response(), response()] };
  const contents = [question, { role: "model", parts: calls }, results];
  assert.equal((await models.generateContent({ ...chat, contents })).text, "5");
  const unsigned = calls.map(({ functionCall }) => ({ ...(functionCall && { functionCall }) }));
  const without = models.generateContent({
    ...chat,
    contents: [question, { role: "model", parts: unsigned }, results],
  });
  await assert.rejects(without, (error) =>
    isRefusal(error, 400, /missing a thought_signature/, "INVALID_ARGUMENT"),
  );
});

const declared = (...declarations: readonly object[]) => ({
  tools: [{ functionDeclarations: declarations }],
});
const withParameters = (parameters: object) => declared({ name: "add", parameters });
const withProperty = (property: object) => withParameters({ type: "OBJECT", properties: { a: property } });
const withContents = (...contents: readonly object[]) => ({ contents: [question, ...contents] });
const unknownName = (name: string) => ({ [name]: name === "oneOf" ? [] : "x" });
const refused: readonly [what: string, body: object, words: RegExp][] = [
  ...["$ref", "const", "oneOf", "allOf", "additionalProperties", "$schema", "exclusiveMinimum", "$defs"].map(
    (name): [string, object, RegExp] => [
      name,
      withProperty(unknownName(name)),
      new RegExp(
        `^Invalid JSON payload received\\. Unknown name "${name.replace("$", "\\$")}" at 'tools\\[0\\]\\.function_declarations\\[0\\]\\.parameters\\.properties\\[0\\]\\.value': Cannot find field\\.$`,
      ),
    ],
  ),
  [
    "several types",
    withProperty({ type: ["string", "null"] }),
    /Proto field is not repeating, cannot start list/,
  ],
  ["an unknown type", withProperty({ type: "date" }), /Invalid value at '.*\.value\.type'/],
  ["an enum of numbers", withProperty({ type: "integer", enum: [1, 2] }), /enum\[0\]' \(TYPE_STRING\), 1/],
  [
    "an enum that is not of strings",
    withProperty({ type: "integer", enum: ["1"] }),
    /properties\[a\]\.enum: only allowed for STRING type/,
  ],
  [
    "an empty string in an enum",
    withProperty({ type: "string", enum: ["", "b"] }),
    /enum\[0\]: cannot be empty/,
  ],
  [
    "a format of strings",
    withProperty({ type: "string", format: "uri" }),
    /only 'enum' and 'date-time' are supported/,
  ],
  ["an array without items", withProperty({ type: "array" }), /properties\[a\]\.items: missing field/],
  ["a boolean schema", withParameters({ type: "OBJECT", properties: { a: true } }), /Invalid value at/],
  [
    "an object without properties",
    withParameters({ type: "OBJECT", properties: {} }),
    /should be non-empty for OBJECT type/,
  ],
  [
    "a required property that is not there",
    withParameters({ type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["b"] }),
    /parameters\.required\[0\]: property is not defined/,
  ],
  [
    "an unknown field inside of items and anyOf",
    withProperty({ type: "array", items: { anyOf: [{ type: "string", const: "x" }] } }),
    /Unknown name "const" at '.*\.value\.items\.any_of\[0\]'/,
  ],
  [
    "a name that begins with a digit",
    declared({ name: "1a" }),
    /function_declarations\[0\]\.name: Invalid function name/,
  ],
  ["a name with a space", declared({ name: "a b" }), /Invalid function name/],
  ["a name of 65 characters", declared({ name: "a".repeat(65) }), /Invalid function name/],
  [
    "two functions of one name",
    declared({ name: "add" }, { name: "add" }),
    /Duplicate function declaration found: add/,
  ],
  [
    "an unknown field of a function",
    declared({ name: "add", strict: true }),
    /Unknown name "strict" at 'tools\[0\]\.function_declarations\[0\]'/,
  ],
  ["an unknown field of the request", { messages: [] }, /Unknown name "messages": Cannot find field/],
  [
    "fewer results than calls",
    withContents({ role: "model", parts: [call(), call()] }, { role: "user", parts: [response()] }),
    /the number of function response parts is equal to the number of function call parts/,
  ],
  [
    "results in two turns",
    withContents(
      { role: "model", parts: [call(), call()] },
      { role: "user", parts: [response()] },
      { role: "user", parts: [response()] },
    ),
    /the number of function response parts/,
  ],
  [
    "a call without a result",
    withContents({ role: "model", parts: [call()] }, question),
    /the number of function response parts/,
  ],
  [
    "a result without a call",
    withContents({ role: "user", parts: [response()] }),
    /function response turn comes immediately after a function call turn/,
  ],
  [
    "a call that follows the model's own turn",
    withContents({ role: "model", parts: [{ text: "Hm" }] }, { role: "model", parts: [call()] }),
    /function call turn comes immediately after a user turn/,
  ],
  [
    "a result without a name",
    withContents({ role: "model", parts: [call()] }, { role: "user", parts: [response("")] }),
    /function_response\.name: Name cannot be empty/,
  ],
  [
    "a result that is not an object",
    withContents(
      { role: "model", parts: [call()] },
      { role: "user", parts: [{ functionResponse: { name: "add", response: "5" } }] },
    ),
    /Invalid value at 'contents\[2\]\.parts\[0\]\.function_response\.response' \(type\.googleapis\.com\/google\.protobuf\.Struct\), "5"/,
  ],
  [
    "an unknown role",
    withContents({ role: "assistant", parts: [{ text: "Hi" }] }),
    /Please use a valid role: user, model/,
  ],
  ["no contents", { contents: [] }, /contents is not specified/],
  ["no parts", withContents({ role: "model", parts: [] }), /must not be empty/],
  ["an empty part", withContents({ role: "model", parts: [{}] }), /required oneof field 'data'/],
];

test("the fake of Gemini refuses what the API refuses, in its words", async (t) => {
  const { fake } = await start(t, { turns: ["Never"] });
  for (const [what, body, words] of refused) {
    await t.test(what, async () => {
      // Without the SDK, which leaves out what it does not know.
      const answer = await fetch(`${fake.url}/v1beta/models/gemini-test:generateContent`, {
        method: "POST",
        body: JSON.stringify({ contents: chat.contents, ...body }),
      });
      assert.equal(answer.status, 400);
      const { error } = (await answer.json()) as { error: { status: string; message: string } };
      assert.equal(error.status, "INVALID_ARGUMENT");
      assert.match(error.message, words);
    });
  }
  assert.equal(fake.chats.length, refused.length);
});

test("Google's SDK makes a refusal an error, and its own requests are taken", async (t) => {
  const { models } = await start(t, { turns: ["Hi"] });
  const config = (parametersJsonSchema: object, name: string) => ({
    systemInstruction: "Be brief",
    temperature: 0,
    tools: [{ functionDeclarations: [{ name, parametersJsonSchema }] }],
  });
  const schema = { type: "object", properties: { a: { const: 1 } }, additionalProperties: false };
  assert.equal((await models.generateContent({ ...chat, config: config(schema, "house.add") })).text, "Hi");
  const bad = models.generateContent({ ...chat, config: config(schema, "a b") });
  await assert.rejects(bad, (error) => isRefusal(error, 400, /Invalid function name/, "INVALID_ARGUMENT"));
});
