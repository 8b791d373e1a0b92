import assert from "node:assert/strict";
import test from "node:test";
import type { Tool } from "../tools/tool.ts";
import type { CompletionChunk, ToolCallDelta } from "./model.ts";
import { createChunkSorter, withTextCalls } from "./text-calls.ts";

const tools: Tool[] = ["add", "get_weather"].map((name) => ({
  name,
  description: "",
  schema: {},
  invoke: () => undefined,
}));
const json = '{"name": "add", "arguments": {"a": 1, "b": 2}}';
const marked = `<tool_call>${json}</tool_call>`;
const usage = { promptTokens: 10, completionTokens: 5 };

const text = (delta: string): CompletionChunk => ({ delta, toolCalls: [], isFinal: false });
const final = (rest: Partial<CompletionChunk> = {}): CompletionChunk => ({
  delta: "",
  toolCalls: [],
  isFinal: true,
  usage,
  finishReason: "stop",
  ...rest,
});
const native = (index: number, name: string, argumentsDelta: string): CompletionChunk => ({
  ...text(""),
  toolCalls: [{ index, id: `native_${index}`, name, argumentsDelta }],
});

async function* stream(chunks: readonly CompletionChunk[]): AsyncGenerator<CompletionChunk> {
  yield* chunks;
}

async function collect(chunks: AsyncIterable<CompletionChunk>): Promise<CompletionChunk[]> {
  const collected: CompletionChunk[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}

function sorted(chunks: readonly CompletionChunk[]): Promise<CompletionChunk[]> {
  return collect(withTextCalls(stream(chunks), tools));
}

const callsOf = (chunks: readonly CompletionChunk[]): ToolCallDelta[] =>
  chunks.flatMap((chunk) => chunk.toolCalls);
const answerOf = (chunks: readonly CompletionChunk[]): string => chunks.map((chunk) => chunk.delta).join("");

test("[FIX-7] chunks of plain text are the very same chunks", async () => {
  const chunks = ["Hello", " there", ",\n", "how are", " you?"].map(text);
  const last = final();
  const out = await sorted([...chunks, last]);
  assert.equal(out.length, chunks.length + 1);
  for (const [index, chunk] of [...chunks, last].entries()) assert.equal(out[index], chunk);
});

test("[FIX-7] a recovered call comes with the final chunk, whose finish reason says so", async () => {
  const out = await sorted([text("Sure.\n"), text(json.slice(0, 10)), text(json.slice(10)), final()]);
  const last = out.at(-1);
  assert.equal(answerOf(out), "Sure.\n");
  assert.deepEqual(last, {
    delta: "",
    toolCalls: [
      {
        index: 0,
        id: last?.toolCalls[0]?.id,
        name: "add",
        argumentsDelta: '{"a":1,"b":2}',
        writtenAs: json,
      },
    ],
    isFinal: true,
    usage,
    finishReason: "tool_use",
  });
  assert.deepEqual(callsOf(out), last?.toolCalls);
});

test("[FIX-7] a call may stand in the final chunk itself", async () => {
  const out = await sorted([final({ delta: json, finishReason: "length" })]);
  assert.equal(answerOf(out), "");
  assert.deepEqual(
    callsOf(out).map(({ name }) => name),
    ["add"],
  );
  assert.equal(out.at(-1)?.finishReason, "tool_use");
});

test("[FIX-7] a recovered call says what it was written as, and no more than 500 characters of it", async () => {
  const unclosed = '<tool_call>{"name": "add", "arguments": {"a": 1, "b": 2}';
  const [call] = callsOf(await sorted([text(`${unclosed}</tool_call>`), final()]));
  assert.equal(call?.writtenAs, unclosed);
  const long = json.replace("1", `"${"x".repeat(1000)}"`);
  const list = callsOf(await sorted([text(`<tool_call>[${long}, ${json}]</tool_call>`), final()]));
  assert.deepEqual(
    list.map(({ writtenAs }) => writtenAs),
    Array(2).fill(`<tool_call>[${long}`.slice(0, 500)),
  );
});

test("[FIX-7] a call by the name that the model was told is a call to the tool", async () => {
  const lights: Tool = { name: "lichter/an", description: "", schema: {}, invoke: () => undefined };
  const model = { wireNameOf: (name: string) => name.replace("/", "_") + "_x1" };
  for (const written of [
    '<tool_call>{"name": "lichter_an_x1", "arguments": {}}</tool_call>',
    '{"name": "functions.lichter_an_x1", "arguments": {}}',
    "lichter_an_x1()",
  ]) {
    for (const cut of [1, written.length]) {
      const chunks = stream([text(written.slice(0, cut)), text(written.slice(cut)), final()]);
      const out = await collect(withTextCalls(chunks, [lights], { model }));
      assert.deepEqual(
        callsOf(out).map(({ name }) => name),
        ["lichter/an"],
      );
    }
  }
  const own = stream([text('{"name": "Lichter/An", "arguments": {}}'), final()]);
  const [call] = callsOf(await collect(withTextCalls(own, [lights], { model })));
  assert.equal(call?.name, "Lichter/An");
});

test("[FIX-7] text that is known to be answer is passed on as it is, in the final chunk too", async () => {
  const chunks: CompletionChunk[] = [
    { ...text(marked), isSorted: true },
    final({ delta: `\n${marked}`, isSorted: true }),
  ];
  const out = await sorted(chunks);
  assert.equal(out.length, 2);
  for (const [index, chunk] of chunks.entries()) assert.equal(out[index], chunk);
  const behindHeld = await sorted([text("One <tool"), final({ delta: "> two", isSorted: true })]);
  assert.equal(answerOf(behindHeld), "One <tool> two");
});

test("[FIX-7] every recovered call has an id of its own", async () => {
  const ids = callsOf([
    ...(await sorted([text(json + json), final()])),
    ...(await sorted([text(json), final()])),
  ]).map(({ id }) => id ?? "");
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, /^call_.{8,}/);
});

test("[FIX-7] the provider's own calls pass untouched, and recovered ones count on from them", async () => {
  const own = native(0, "get_weather", '{"city":"Paris"}');
  const late = native(1, "get_weather", '{"city":"Rome"}');
  const out = await sorted([own, text(marked), late, final()]);
  assert.equal(out[0], own);
  assert.equal(out[1], late);
  assert.deepEqual(
    callsOf(out).map(({ index, name }) => [index, name]),
    [
      [0, "get_weather"],
      [1, "get_weather"],
      [2, "add"],
    ],
  );
});

test("[FIX-7] a written call that the provider gave as a call too is not made twice", async () => {
  const pieces = [native(0, "add", '{"b":2,'), native(0, "", '"a":1}')];
  for (const written of [json, marked, marked.replace("add", "functions.Add")]) {
    const before = await sorted([text(written), ...pieces, final({ finishReason: "tool_use" })]);
    const after = await sorted([...pieces, text(written), final({ finishReason: "tool_use" })]);
    for (const out of [before, after]) {
      assert.equal(
        callsOf(out)
          .map((delta) => delta.argumentsDelta)
          .join(""),
        '{"b":2,"a":1}',
      );
      assert.equal(answerOf(out), "");
    }
  }
  const other = await sorted([...pieces, text(marked.replace("2", "3")), final()]);
  assert.equal(callsOf(other).at(-1)?.argumentsDelta, '{"a":1,"b":3}');
});

test("[FIX-7] a stream that is cut gives its text and no recovered call", async () => {
  for (const written of [
    json,
    json.slice(0, 20),
    `\`\`\`json\n${json}`,
    "<tool_call>" + json.slice(0, 30),
    "add(a=",
  ]) {
    const out = await sorted([text(written)]);
    assert.deepEqual(callsOf(out), []);
    assert.equal(answerOf(out), written);
    assert.ok(out.every((chunk) => !chunk.isFinal));
  }
  assert.deepEqual(callsOf(await sorted([text(marked)])), []);
});

test("[FIX-7] text that is held back to the end comes before the final chunk", async () => {
  const out = await sorted([text("One <tool"), final()]);
  assert.deepEqual(out, [text("One "), text("<tool"), final()]);
});

test("[FIX-8] thinking in the text becomes thinking, in order and at once", async () => {
  const out = await sorted([text("<think>Hm"), text(", so.</think>Yes"), text("."), final()]);
  assert.deepEqual(out, [
    { ...text(""), thinking: "Hm" },
    { ...text(""), thinking: ", so." },
    text("Yes"),
    text("."),
    final(),
  ]);
});

test("[FIX-8] thinking that the provider keeps apart stays in its place", async () => {
  const own: CompletionChunk = { ...text(""), thinking: "Let me see." };
  const both: CompletionChunk = { ...text("<think>more"), thinking: "own" };
  const out = await sorted([own, both, final()]);
  assert.equal(out[0], own);
  assert.deepEqual(
    out.map((chunk) => chunk.thinking ?? ""),
    ["Let me see.", "own", "more", ""],
  );
  assert.equal(answerOf(out), "");
});

test("[FIX-8] a stream that starts in thinking is thinking up to the closing tag", async () => {
  const chunks = stream([text("Hm. "), text(marked), text("\n</think>\n"), text(json), final()]);
  const out = await collect(withTextCalls(chunks, tools, { startsInThinking: true }));
  assert.equal(out.map((chunk) => chunk.thinking ?? "").join(""), `Hm. ${marked}\n`);
  assert.equal(answerOf(out), "\n");
  assert.equal(callsOf(out).length, 1);
});

test("leaving the sorted stream early ends the model's stream", async () => {
  let hasEnded = false;
  async function* endless(): AsyncGenerator<CompletionChunk> {
    try {
      for (;;) yield text("word ");
    } finally {
      hasEnded = true;
    }
  }
  for await (const chunk of withTextCalls(endless(), tools)) {
    assert.equal(chunk.delta, "word ");
    break;
  }
  assert.ok(hasEnded);
});

test("a model's error reaches the reader", async () => {
  async function* failing(): AsyncGenerator<CompletionChunk> {
    yield text("Hello");
    throw new Error("connection lost");
  }
  await assert.rejects(collect(withTextCalls(failing(), tools)), /connection lost/);
});

test("the sorter gives out what it still holds only once", () => {
  const sorter = createChunkSorter(tools);
  assert.deepEqual(sorter.push(text("<tool")), []);
  assert.deepEqual(sorter.end(), [text("<tool")]);
  assert.deepEqual(sorter.end(), []);
});
