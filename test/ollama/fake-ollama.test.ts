import assert from "node:assert/strict";
import { test } from "node:test";

import { startFakeOllama, type FakeOllamaOptions } from "../../src/testing.ts";

/** What an Ollama server of version 0.33.3 wrote. */
const recorded = {
  text: '{"model":"smollm2-tools","created_at":"2026-11-15T21:15:29.045464213Z","message":{"role":"assistant","content":"!"},"done":false}',
  thinking:
    '{"model":"qwen-coder-think","created_at":"2026-11-15T21:03:15.016489577Z","message":{"role":"assistant","content":"","thinking":"To"},"done":false}',
  call: '{"model":"qwen-coder-tools","created_at":"2026-11-15T21:16:40.744317171Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_pso7nicq","function":{"index":0,"name":"get_weather","arguments":{"city":"Paris"}}}]},"done":false}',
  last: '{"model":"smollm2-tools","created_at":"2026-11-15T21:15:29.057464213Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":677027653,"load_duration":4363455,"prompt_eval_count":37,"prompt_eval_cached_count":0,"prompt_eval_duration":439858000,"eval_count":12,"eval_duration":227028000}',
  whole:
    '{"model":"smollm2-tools","created_at":"2026-11-15T21:15:29.240866083Z","message":{"role":"assistant","content":"I\'m here"},"done":true,"done_reason":"stop","total_duration":181174947,"load_duration":5037471,"prompt_eval_count":37,"prompt_eval_cached_count":36,"prompt_eval_duration":13298000,"eval_count":12,"eval_duration":151743000}',
  model:
    '{"name":"qwen-coder-think:latest","model":"qwen-coder-think:latest","modified_at":"2026-11-15T21:15:15.133099775Z","size":1117322817,"digest":"6fe9dbbf762b60fca4a1934223f67ca6f9265a9e27a719ebd92591cc5776638a","details":{"parent_model":"","format":"gguf","family":"qwen2","families":["qwen2"],"parameter_size":"1.8B","quantization_level":"Q4_K_M","context_length":32768,"embedding_length":1536},"capabilities":["completion","tools"]}',
};

/** A line with everything that varies made the same: what is left is the form, byte for byte. */
function toForm(line: string): string {
  return line
    .replaceAll(
      /"(model|name|id|content|thinking|digest|family|parameter_size|quantization_level)":"[^"]*"/g,
      '"$1":"…"',
    )
    .replaceAll(/"families":\["[^"]*"\]/g, '"families":["…"]')
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z"/g, '"time"')
    .replaceAll(/:\d+/g, ":0");
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly lines: readonly string[];
}

async function ask(options: FakeOllamaOptions, path: string, body?: object): Promise<Answer> {
  const ollama = await startFakeOllama(options);
  try {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(ollama.url + path, init);
    const lines = (await response.text()).split("\n");
    return { status: response.status, type: response.headers.get("content-type"), lines };
  } finally {
    await ollama.close();
  }
}

const chat = { model: "qwen3:0.6b", messages: [{ role: "user", content: "Hi" }] };

test("the stream has the bytes of a real one, line by line", async () => {
  const calls = [{ name: "add", arguments: { city: "Rome" } }];
  const answer = await ask({ turns: [["Hello", { thinking: "Hm" }, { calls }]] }, "/api/chat", chat);
  assert.equal(answer.status, 200);
  assert.equal(answer.type, "application/x-ndjson");
  const [text, thinking, call, last, end] = answer.lines;
  assert.equal(toForm(text ?? ""), toForm(recorded.text));
  assert.equal(toForm(thinking ?? ""), toForm(recorded.thinking));
  assert.equal(toForm(call ?? ""), toForm(recorded.call).replace("Paris", "Rome"));
  assert.equal(toForm(last ?? ""), toForm(recorded.last));
  assert.equal(end, "", "the last line is closed");
});

test("without a stream the answer is one object", async () => {
  const answer = await ask({ turns: [["Hello", " there"]] }, "/api/chat", { ...chat, stream: false });
  assert.equal(answer.type, "application/json; charset=utf-8");
  assert.equal(answer.lines.length, 1);
  assert.equal(toForm(answer.lines[0] ?? ""), toForm(recorded.whole));
  assert.match(answer.lines[0] ?? "", /"content":"Hello there"/);
});

test("text is escaped as Go escapes it", async () => {
  const { lines } = await ask({ turns: ["<a & b>\u2028"] }, "/api/chat", chat);
  assert.match(lines[0] ?? "", /"content":"\\u003ca \\u0026 b\\u003e\\u2028"/);
});

test("calls are sent as they are scripted: with an id or none, any index, any arguments, in any chunk", async () => {
  const calls = [
    { name: "a", arguments: { x: 1 } },
    { name: "b", arguments: "text", id: null, index: 0 },
  ];
  const { lines } = await ask(
    { turns: [[{ calls }, { end: { calls: [{ name: "c", id: "call_c" }] } }]] },
    "/api/chat",
    chat,
  );
  const [first, last] = lines
    .slice(0, 2)
    .map((line) => JSON.parse(line) as { done: boolean; message: { tool_calls: unknown[] } });
  assert.match(
    lines[0] ?? "",
    /"tool_calls":\[\{"id":"call_[0-9a-z]{8}","function":\{"index":0,"name":"a","arguments":\{"x":1\}\}\}/,
  );
  assert.deepEqual(first?.message.tool_calls[1], { function: { index: 0, name: "b", arguments: "text" } });
  assert.deepEqual(last?.message.tool_calls, [
    { id: "call_c", function: { index: 2, name: "c", arguments: {} } },
  ]);
  assert.equal(last?.done, true);
});

test("errors come with a status before the first byte, and as a line after it", async () => {
  const before = await ask({ turns: [[{ error: "no" }]] }, "/api/chat", chat);
  assert.deepEqual([before.status, before.lines], [500, ['{"error":"no"}']]);
  const after = await ask({ turns: [["Hi", { error: "no" }]] }, "/api/chat", chat);
  assert.deepEqual([after.status, after.lines[1]], [200, '{"error":"no"}']);
});

test("models, their details and paths that do not exist are answered as Ollama does", async () => {
  const tags = await ask({}, "/api/tags");
  const [listed] = (JSON.parse(tags.lines[0] ?? "") as { models: object[] }).models;
  assert.equal(toForm(JSON.stringify(listed)), toForm(recorded.model));
  const missing = await ask({}, "/api/show", { model: "x" });
  assert.deepEqual([missing.status, missing.lines], [404, ['{"error":"model \'x\' not found"}']]);
  const nothing = await ask({}, "/api/nothing");
  assert.deepEqual([nothing.status, nothing.lines], [404, ["404 page not found"]]);
  assert.deepEqual((await ask({}, "/")).lines, ["Ollama is running"]);
});

test("a script that is too short says so", async () => {
  const { status, lines } = await ask({ turns: [] }, "/api/chat", chat);
  assert.equal(status, 500);
  assert.match(lines[0] ?? "", /The script has no turn 1 for the model to play: it has 0\./);
});
