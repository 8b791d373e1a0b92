import assert from "node:assert/strict";
import test from "node:test";
import { createSwitchboard, type Tool } from "../src/index.ts";
import { createScriptedModel } from "../src/testing.ts";

const add: Tool = {
  name: "add",
  description: "Adds two numbers",
  schema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
  invoke: ({ a, b }) => a + b,
};

test("the model gets to read the sum", async () => {
  // Two turns: a call, and what the model says when it has the result.
  const model = createScriptedModel([
    [{ calls: [{ name: "add", arguments: { a: 2, b: "3" } }] }],
    ["It is ", "5."],
  ]);
  const board = createSwitchboard({ tools: [add], model, log: false });

  const answer = await board.ask("What is 2 + 3?");

  assert.equal(answer.text, "It is 5.");
  assert.deepEqual(
    answer.results.map(({ text }) => text),
    ["5"],
  );
  assert.equal(model.requests[1]?.messages.at(-1)?.content, "5");
});
