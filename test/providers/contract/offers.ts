import assert from "node:assert/strict";
import test from "node:test";

import type { FakeStep } from "../../../src/testing.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import {
  createTools,
  run,
  requestAt,
  call,
  type FakeTurns,
  type SetUp,
  type ContractOptions,
} from "./harness.ts";

/** What is offered and what is told: tools, names, limits, usage, thinking. */
export function testOffers(name: string, setUp: SetUp, variation: ContractOptions): void {
  const { countsPromptFirst = false } = variation;

  test(`[CHAT-8] ${name}: at the limit of rounds a last answer is asked for without tools`, async (t) => {
    const turns = [[call("add", { a: 1, b: 1 })], [call("add", { a: 2, b: 2 })], "That is all."];
    const subject = await setUp(t, turns);
    const { answer } = await run(subject, { tools: createTools().tools, options: { maxRounds: 2 } });
    assert.equal(answer.endReason, "rounds");
    assert.equal(answer.text, "That is all.");
    assert.deepEqual(requestAt(subject, 2).tools, []);
    assert.deepEqual(requestAt(subject, 2).results, ["2", "4"]);
  });

  test(`[CHAT-1] ${name}: usage is counted over the rounds`, async (t) => {
    const turns: FakeTurns = [
      [call("add", { a: 2, b: 3 }), { end: { promptTokens: 100, completionTokens: 7 } }],
      ["It ", "is 5.", { end: { promptTokens: 120, completionTokens: 5 } }],
    ];
    const subject = await setUp(t, turns);
    const { answer } = await run(subject, { tools: createTools().tools });
    assert.equal(answer.usage.completionTokens, 12);
    if (countsPromptFirst) assert.ok(answer.usage.promptTokens > 0);
    else assert.equal(answer.usage.promptTokens, 220);
  });

  test(`[CHAT-1] ${name}: an answer that ran out of length says so`, async (t) => {
    const subject = await setUp(t, [["It is", { end: { reason: "length" } }]]);
    const { answer } = await run(subject, {});
    assert.equal(answer.endReason, "length");
  });

  test(`[CHAT-9] ${name}: thinking is told apart from the answer`, async (t) => {
    const subject = await setUp(t, [[{ thinking: "Two and " }, { thinking: "three." }, "It is 5."]]);
    const { answer, events } = await run(subject, {});
    const thought = events.map((event) => (event.type === "thinking.delta" ? event.delta : "")).join("");
    assert.equal(thought, "Two and three.");
    assert.equal(answer.text, "It is 5.");
  });

  test(`[CHAT-1] ${name}: names that the API refuses are mapped on the way out and back on the way in`, async (t) => {
    const names = ["files.read", "x".repeat(80), "größe messen"];
    const called: string[] = [];
    const tools = names.map((toolName): Tool => ({
      name: toolName,
      description: `Tool ${toolName}`,
      schema: { type: "object", properties: {} },
      invoke: () => called.push(toolName),
    }));
    /** The model calls what it was offered. */
    function* callAll(): Generator<FakeStep> {
      yield { calls: requestAt(subject, 0).tools.map((toolName) => ({ name: toolName, arguments: {} })) };
    }
    const subject = await setUp(t, [callAll(), "Done."]);
    const { answer } = await run(subject, { tools });
    assert.deepEqual(called, names);
    assert.deepEqual(
      answer.results.map((result) => result.name),
      names,
    );
    const { tools: offered, calls } = requestAt(subject, 1);
    for (const wireName of offered) assert.match(wireName, /^[a-zA-Z0-9_-]{1,64}$/);
    assert.deepEqual(
      calls.map((each) => each.name),
      offered,
    );
  });

  test(`[CHAT-1] ${name}: no tools at all are no problem`, async (t) => {
    const subject = await setUp(t, ["Hello."]);
    const { answer } = await run(subject, { tools: [] });
    assert.equal(answer.text, "Hello.");
    assert.deepEqual(requestAt(subject, 0).tools, []);
  });

  test(`[CHAT-1] ${name}: a thousand tools are offered, and the last one is called`, async (t) => {
    const { add } = createTools();
    const tools = Array.from({ length: 1_000 }, (_, index) => ({
      ...add,
      name: `tool_${index}`,
      invoke: () => `from ${index}`,
    }));
    const subject = await setUp(t, [[call("tool_999", { a: 1, b: 2 })], "Done."]);
    await run(subject, { tools });
    assert.equal(requestAt(subject, 0).tools.length, 1_000);
    assert.deepEqual(requestAt(subject, 1).results, ["from 999"]);
  });
}
