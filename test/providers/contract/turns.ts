import assert from "node:assert/strict";
import test from "node:test";

import type { Message } from "../../../src/chat/model.ts";
import { question, createTools, run, requestAt, call, type SetUp, type ContractOptions } from "./harness.ts";

/** Text, calls and their results, over one round or several. */
export function testTurns(name: string, setUp: SetUp, variation: ContractOptions): void {
  const { repairable = "{'a': 2, b: 3,}" } = variation;

  test(`[CHAT-1] ${name}: a text comes as it is written, and is the answer`, async (t) => {
    const subject = await setUp(t, [["It ", "is ", "5 – ünï."]]);
    const { answer, events } = await run(subject, {});
    assert.equal(answer.text, "It is 5 – ünï.");
    assert.equal(answer.endReason, "answer");
    const texts = events.filter(({ type }) => type === "text.delta");
    assert.ok(texts.length >= 2, `${texts.length} pieces`);
  });

  test(`[CHAT-2] ${name}: a call is read with an id, its name and an object of arguments`, async (t) => {
    const subject = await setUp(t, [[call("add", { a: 2, b: 3 })], "It is 5."]);
    const { tools, calls } = createTools();
    const { answer, events } = await run(subject, { tools });
    assert.equal(answer.text, "It is 5.");
    assert.deepEqual(calls, [{ a: 2, b: 3 }]);
    const started = events.find(({ type }) => type === "tool.started");
    assert.ok(started?.type === "tool.started");
    assert.notEqual(started.call.id, "");
    assert.equal(started.call.name, "add");
    assert.deepEqual(started.call.args, { a: 2, b: 3 });
    assert.deepEqual(requestAt(subject, 0).tools, ["add", "fail"]);
  });

  test(`[CHAT-3] ${name}: parallel calls get their results in call order, and all goes into the next turn`, async (t) => {
    const turns = [
      [
        {
          calls: [
            { name: "add", arguments: { a: 1, b: 1 } },
            { name: "add", arguments: { a: 2, b: 2 } },
            { name: "add", arguments: { a: 3, b: 3 } },
          ],
        },
      ],
      "2, 4 and 6.",
    ];
    const subject = await setUp(t, turns);
    const { answer } = await run(subject, { tools: createTools().tools });
    assert.deepEqual(
      answer.messages.map(({ role }) => role),
      ["user", "assistant", "tool", "tool", "tool", "assistant"],
    );
    const ids = answer.messages.flatMap((message) => (message.role === "tool" ? [message.toolCallId] : []));
    assert.equal(new Set(ids).size, 3);
    const { calls, results } = requestAt(subject, 1);
    assert.deepEqual(
      calls.map(({ args }) => args),
      [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
        { a: 3, b: 3 },
      ],
    );
    assert.deepEqual(results, ["2", "4", "6"]);
  });

  test(`[CHAT-3] ${name}: calls over several rounds, each with the whole history before it`, async (t) => {
    const turns = [[call("add", { a: 1, b: 2 })], [call("add", { a: 3, b: 4 })], "3, then 7."];
    const subject = await setUp(t, turns);
    const { answer } = await run(subject, { tools: createTools().tools });
    assert.equal(answer.requests, 3);
    assert.deepEqual(requestAt(subject, 1).results, ["3"]);
    assert.deepEqual(requestAt(subject, 2).results, ["3", "7"]);
    assert.equal(answer.text, "3, then 7.");
  });

  test(`[CHAT-9] ${name}: text before a call, the tool and the answer are events in order`, async (t) => {
    const subject = await setUp(t, [["Let me see. ", call("add", { a: 2, b: 3 })], "It is 5."]);
    const { answer, events } = await run(subject, { tools: createTools().tools });
    const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    assert.deepEqual(types, [
      "text.delta",
      "message.added",
      "tool.started",
      "tool.ended",
      "message.added",
      "text.delta",
      "message.added",
      "answer.given",
    ]);
    assert.equal(answer.messages[1]?.content, "Let me see. ");
  });

  test(`[CHAT-4] ${name}: a tool that fails and one that is unknown are told to the model, which goes on`, async (t) => {
    const turns = [[{ calls: [{ name: "fail" }, { name: "subtract", arguments: { a: 1 } }] }], "Sorry."];
    const subject = await setUp(t, turns);
    const { answer } = await run(subject, { tools: createTools().tools });
    const { results } = requestAt(subject, 1);
    assert.equal(results[0], "Error: out of order");
    assert.match(results[1] ?? "", /^Error: Unknown tool "subtract"/);
    assert.equal(answer.text, "Sorry.");
    const failed = answer.messages.filter((message) => message.role === "tool" && message.failed);
    assert.equal(failed.length, 2);
  });

  test(`[CHAT-2] ${name}: arguments that are almost right are repaired`, async (t) => {
    const subject = await setUp(t, [[call("add", repairable)], "It is 5."]);
    const { tools, calls } = createTools();
    const { answer } = await run(subject, { tools });
    assert.deepEqual(calls, [{ a: 2, b: 3 }]);
    assert.ok((answer.results[0]?.repairs.length ?? 0) > 0);
    // What goes back into the history has to be an object, or the API refuses the next request.
    assert.equal(answer.text, "It is 5.");
    assert.equal(typeof requestAt(subject, 1).calls[0]?.args, "object");
  });

  test(`[CHAT-6] ${name}: arguments that no repair can save go back to the model, which corrects them`, async (t) => {
    const turns = [[call("add", { a: "two apples", b: 3 })], [call("add", { a: 2, b: 3 })], "It is 5."];
    const subject = await setUp(t, turns);
    const { tools, calls } = createTools();
    const { answer } = await run(subject, { tools });
    assert.deepEqual(calls, [{ a: 2, b: 3 }]);
    assert.match(requestAt(subject, 1).results[0] ?? "", /^Error: .*\ba\b/s);
    assert.equal(answer.text, "It is 5.");
  });

  test(`[CHAT-5] ${name}: a history with a hole gets a placeholder for the missing result`, async (t) => {
    const subject = await setUp(t, ["Now it is 5."]);
    const messages: readonly Message[] = [
      ...question,
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "call_1", name: "add", args: { a: 2, b: 3 } },
          { id: "call_2", name: "add", args: { a: 4, b: 5 } },
        ],
      },
      { role: "tool", content: "9", toolCallId: "call_2", toolName: "add" },
      { role: "user", content: "And?" },
    ];
    await run(subject, { messages, tools: createTools().tools });
    const { results } = requestAt(subject, 0);
    assert.equal(results.length, 2);
    assert.match(results[0] ?? "", /No result was recorded/);
    assert.equal(results[1], "9");
  });
}
