import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import type { CompletionChunk } from "../../chat/model.ts";
import { createStream, type ByteSource, type OllamaStreamOptions } from "./stream.ts";

const head = '"model":"qwen3:0.6b","created_at":"2026-11-15T20:39:56.123456789Z"';

function text(content: string): string {
  return `{${head},"message":{"role":"assistant","content":${JSON.stringify(content)}},"done":false}`;
}

function thinking(thought: string): string {
  return `{${head},"message":{"role":"assistant","content":"","thinking":${JSON.stringify(thought)}},"done":false}`;
}

function calls(...toolCalls: readonly unknown[]): string {
  return `{${head},"message":{"role":"assistant","content":"","tool_calls":${JSON.stringify(toolCalls)}},"done":false}`;
}

function done(fields: object = {}): string {
  const end = { done: true, done_reason: "stop", prompt_eval_count: 26, eval_count: 9, ...fields };
  return `{${head},"message":{"role":"assistant","content":""},${JSON.stringify(end).slice(1)}`;
}

async function* bytesOf(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

async function read(source: ByteSource, options?: OllamaStreamOptions): Promise<CompletionChunk[]> {
  const chunks: CompletionChunk[] = [];
  for await (const chunk of createStream(source, options)) chunks.push(chunk);
  return chunks;
}

async function readLines(...lines: readonly string[]): Promise<CompletionChunk[]> {
  return read(bytesOf(lines.join("\n")));
}

const add = (id: unknown, index: number, args: unknown) => ({
  id,
  function: { index, name: "add", arguments: args },
});

test("[OLL-3] a chunk has delta, calls and isFinal; thinking is apart; lines with nothing in them give none", async () => {
  const chunks = await readLines(
    text(""),
    thinking("Hm."),
    text("It is "),
    calls(add("call_1", 0, { a: 1 })),
    done(),
  );
  assert.deepEqual(chunks, [
    { delta: "", thinking: "Hm.", toolCalls: [], isFinal: false },
    { delta: "It is ", toolCalls: [], isFinal: false },
    {
      delta: "",
      toolCalls: [{ index: 0, id: "call_1", name: "add", argumentsDelta: '{"a":1}', args: { a: 1 } }],
      isFinal: false,
    },
    {
      delta: "",
      toolCalls: [],
      isFinal: true,
      usage: { promptTokens: 26, completionTokens: 9 },
      finishReason: "tool_use",
    },
  ]);
});

test("[OLL-2] escapes in text and thinking are read, however they are written", async () => {
  const said = '"A\\B"\n\t<b> & \u0000 é 🌡';
  const escaped = text(said)
    .replace("<b>", String.raw`\u003cb\u003e`)
    .replace("é", String.raw`\u00e9`)
    .replace("🌡", String.raw`\ud83c\udf21`);
  const chunks = await readLines(text(said), escaped, thinking(said), done());
  assert.deepEqual(
    chunks.map(({ delta, thinking: thought }) => thought ?? delta),
    [said, said, said, ""],
  );
});

test("[OLL-2] a line may be nothing but escapes, and ten million of them", async () => {
  const [chunk] = await readLines(text("\n".repeat(10_000_000)), done());
  assert.equal(chunk?.delta.length, 10_000_000);
});

test("[OLL-3] indices count over the whole stream, also where the server says 0 for every call", async () => {
  const last = `{${head},"message":{"role":"assistant","content":"","tool_calls":[${JSON.stringify(add("d", 0, {}))}]},"done":true}`;
  const chunks = await readLines(
    calls(add("a", 0, {}), add("b", 0, {})),
    text("and"),
    calls(add("c", 0, {})),
    last,
  );
  const deltas = chunks.flatMap((chunk) => chunk.toolCalls);
  assert.deepEqual(
    deltas.map(({ index, id }) => [index, id]),
    [
      [0, "a"],
      [1, "b"],
      [2, "c"],
      [3, "d"],
    ],
  );
});

test("[OLL-3] calls without an id, with the id of another call or one of the conversation get ids of their own", async () => {
  const stream = bytesOf(
    calls(add(undefined, 0, {}), add("", 0, {}), add(7, 0, {})),
    "\n",
    calls(add("twice", 0, {}), add("twice", 0, {}), add("before", 0, {})),
    "\n",
    done(),
  );
  const ids = (await read(stream, { usedIds: new Set(["before"]) })).flatMap(({ toolCalls }) =>
    toolCalls.map(({ id }) => id),
  );
  assert.equal(new Set(ids).size, 6);
  const same = await readLines(calls(add("same", 0, {}), add("same", 0, {})), done());
  assert.notEqual(same[0]?.toolCalls[0]?.id, same[0]?.toolCalls[1]?.id);
  assert.equal(ids[3], "twice");
  assert.ok(ids.every((id) => id !== undefined && id !== "" && id !== "before"));
});

test("[OLL-3] arguments that are text stay text, and none at all are an empty object", async () => {
  const chunks = await readLines(
    calls(add("a", 0, '{"a": 1'), add("b", 1, null), add("c", 2, undefined)),
    done(),
  );
  assert.deepEqual(
    chunks.flatMap(({ toolCalls }) => toolCalls.map(({ argumentsDelta }) => argumentsDelta)),
    ['{"a": 1', "{}", "{}"],
  );
});

test("[OLL-3] a name of the wire is mapped back to the tool's own", async () => {
  const names = { toWire: (name: string) => name, fromWire: (name: string) => `own.${name}` };
  const [chunk] = await read(bytesOf(calls(add("a", 0, {})), "\n", done()), { names });
  assert.equal(chunk?.toolCalls[0]?.name, "own.add");
});

test("[OLL-4] content accumulates, and usage stands on the final chunk alone", async () => {
  const chunks = await readLines(
    text("Hello"),
    text(" there"),
    done({ prompt_eval_count: 5, eval_count: 2 }),
  );
  assert.equal(chunks.map(({ delta }) => delta).join(""), "Hello there");
  assert.deepEqual(
    chunks.map(({ usage }) => usage),
    [undefined, undefined, { promptTokens: 5, completionTokens: 2 }],
  );
  const [cached] = await readLines(done({ prompt_eval_count: undefined }));
  assert.deepEqual(cached?.usage, { promptTokens: 0, completionTokens: 9 }, "the server leaves 0 out");
});

test("[OLL-5] finishReason is tool_use after calls, length where Ollama says so, else stop", async () => {
  const reasonOf = async (...lines: string[]) => (await readLines(...lines)).at(-1)?.finishReason;
  assert.equal(await reasonOf(text("x"), done()), "stop");
  assert.equal(await reasonOf(text("x"), done({ done_reason: "load" })), "stop");
  assert.equal(await reasonOf(text("x"), done({ done_reason: undefined })), "stop");
  assert.equal(await reasonOf(text("x"), done({ done_reason: "length" })), "length");
  assert.equal(await reasonOf(calls(add("a", 0, {})), done()), "tool_use");
});

test("[OLL-6] a stream that ends without done is truncated, wherever it was cut", async () => {
  const whole = Buffer.from(`${text("Hello")}\n${calls(add("a", 0, {}))}\n${done()}\n`);
  const end = whole.length - 1; // The last line feed may be missing.
  for (let cut = 0; cut < end; cut += 7) {
    const chunks: CompletionChunk[] = [];
    const readCut = async () => {
      for await (const chunk of createStream(bytesOf(whole.subarray(0, cut)))) chunks.push(chunk);
    };
    await assert.rejects(readCut, { name: "OllamaError", code: "truncated" }, `cut at byte ${cut}`);
    assert.ok(chunks.every(({ isFinal }) => !isFinal));
  }
  assert.equal((await read(bytesOf(whole.subarray(0, end)))).length, 3);
});

test("[OLL-7] an error line ends the stream with the server's words, after the chunks before it", async () => {
  const stream = createStream(bytesOf(`${text("Hel")}\n{"error":"model runner has stopped"}\n${done()}`));
  assert.equal((await stream.next()).value?.delta, "Hel");
  await assert.rejects(stream.next(), { code: "server_error", message: /model runner has stopped/ });
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
});

const badLines = {
  "no JSON": "<html>Bad Gateway</html>",
  "half a line in the middle": '{"model":"x","mess',
  "an escape that is none": text("x").replace('"x"', String.raw`"\q"`),
  "a number": "5",
  null: "null",
  "an array": "[]",
  "a call without a name": calls({ function: { arguments: {} } }),
  "a call without a function": calls({}),
  "a call that is null": calls(null),
  "a call that is too deep": `{${head},"message":{"tool_calls":[{"function":{"name":"x","arguments":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}}]},"done":false}`,
};

for (const [name, line] of Object.entries(badLines)) {
  test(`[OLL-7] a bad line is an error, not a line that is skipped: ${name}`, async () => {
    await assert.rejects(readLines(text("x"), line, done()), { name: "OllamaError", code: "bad_response" });
  });
}

test("[OLL-7] what is missing or odd in a line does no harm", async () => {
  const lines = [
    "{}",
    '{"message":null}',
    '{"message":{"content":null,"tool_calls":null}}',
    '{"message":{"content":5}}',
  ];
  assert.deepEqual(await readLines(...lines, done()), await readLines(done()));
});

test("[OLL-2] the same chunks come from every split, with CRLF, blank lines and no last line feed", async () => {
  const lines = [text("Grüße, 日本 😀"), thinking('ß\n"<x>"'), calls(add("a", 0, { text: "é" })), done()];
  const expected = await readLines(...lines);
  const bytes = Buffer.from(lines.join("\n"));
  for (let cut = 1; cut < bytes.length; cut += 1) {
    assert.deepEqual(
      await read(bytesOf(bytes.subarray(0, cut), bytes.subarray(cut))),
      expected,
      `cut at ${cut}`,
    );
  }
  assert.deepEqual(
    await read(bytesOf(...[...bytes].map((byte) => Uint8Array.of(byte)))),
    expected,
    "byte by byte",
  );
  assert.deepEqual(
    await read(bytesOf(`\n${lines.join("\r\n\r\n \n")}\r\n`)),
    expected,
    "CRLF and blank lines",
  );
  assert.deepEqual(await read(bytesOf(`\uFEFF${lines.join("\n")}`)), expected, "byte order mark");
});

test("[OLL-2] a line read in the short way says what JSON.parse says", async () => {
  const field = fc.string({
    unit: fc.constantFrom('"', "\\", "a", "é", "😀", ",", "}", "\u2028", "\t", "<", " "),
  });
  await fc.assert(
    fc.asyncProperty(field, field, fc.boolean(), async (content, thought, hasThought) => {
      const message = { role: "assistant", content, ...(hasThought && { thinking: thought }) };
      const line = `{${head},"message":${JSON.stringify(message)},"done":false}`;
      const chunks = await readLines(line, done());
      assert.equal(chunks.map(({ delta }) => delta).join(""), content);
      assert.equal(chunks.map((chunk) => chunk.thinking ?? "").join(""), hasThought ? thought : "");
    }),
  );
});

test("[OLL-2] a line without an end is refused at the limit", async () => {
  const endless: ByteSource = {
    async *[Symbol.asyncIterator]() {
      for (;;) yield Buffer.alloc(1_000, "x");
    },
  };
  await assert.rejects(read(endless, { maxLineBytes: 10_000 }), {
    code: "bad_response",
    message: /10000 bytes/,
  });
});

function watched(lines: readonly string[]): ByteSource & { events: string[] } {
  const events: string[] = [];
  return {
    events,
    release: () => events.push("release"),
    async *[Symbol.asyncIterator]() {
      try {
        for (const line of lines) yield Buffer.from(`${line}\n`);
      } finally {
        events.push("end");
      }
    },
  };
}

test("[OLL-8] leaving the loop, a bad line and an abort close the source; the last line releases it", async () => {
  const left = watched([text("a"), text("b"), done()]);
  for await (const chunk of createStream(left)) if (chunk.delta === "a") break;
  assert.deepEqual(left.events, ["end"]);

  const bad = watched([text("a"), "bad", done()]);
  await assert.rejects(read(bad));
  assert.deepEqual(bad.events, ["end"]);

  const whole = watched([text("a"), done(), "bad"]);
  assert.equal((await read(whole)).length, 2);
  assert.deepEqual(whole.events, ["release"]);

  const aborted = watched([text("a"), text("b"), done()]);
  const controller = new AbortController();
  const stream = createStream(aborted, { signal: controller.signal });
  await stream.next();
  controller.abort("enough");
  await assert.rejects(stream.next(), { code: "aborted", cause: "enough" });
  assert.deepEqual(aborted.events, ["end"]);
});

test("[OLL-8] an abort counts at once, also when more lines are here already", async () => {
  const controller = new AbortController();
  const stream = createStream(bytesOf([text("a"), text("b"), done()].join("\n")), {
    signal: controller.signal,
  });
  await stream.next();
  controller.abort();
  await assert.rejects(stream.next(), { code: "aborted" });
});
