import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../../chat/model.ts";
import { createSwitchboard } from "../../switchboard.ts";
import { createScriptedModel } from "../../testing/scripted-model.ts";
import type { Tool } from "../../tools/tool.ts";
import { collect } from "../../../test/operator/collect.ts";
import { withOperator } from "./with-operator.ts";

const timer: Tool = {
  name: "set_timer",
  description: "Starts a timer.",
  schema: {
    type: "object",
    properties: { minutes: { type: "integer", minimum: 1 } },
    required: ["minutes"],
    additionalProperties: false,
  },
  invoke: ({ minutes }) => `The timer runs for ${String(minutes)} minutes.`,
};

const user = (content: string): Message => ({ role: "user", content });

function setUp(turns: Parameters<typeof createScriptedModel>[0], tools: readonly Tool[] = [timer]) {
  const behind = createScriptedModel(turns, { provider: "big", model: "llm" });
  const model = withOperator(behind);
  return { behind, model, board: createSwitchboard({ tools, model, log: false }) };
}

test("what the operator is sure of never reaches the model behind it", async () => {
  const { behind, board } = setUp([]);
  const answer = await board.ask("set a timer for ten minutes");
  assert.equal(answer.text, "The timer runs for 10 minutes.");
  assert.equal(behind.requests.length, 0);
});

test("everything else reaches it as it is, and so does its answer", async () => {
  for (const text of [
    "set a timer",
    "tell me about timers",
    "don't set a timer for 5 minutes",
    "what can you do?",
    "hello",
  ]) {
    const { behind, model } = setUp([["Well, ", "…"]]);
    const messages = [user(text)];
    const request = { tools: [timer] };
    // oxlint-disable-next-line no-await-in-loop
    const chunks = await collect(model.stream(messages, request));
    assert.equal(chunks.map(({ delta }) => delta).join(""), "Well, …", text);
    assert.deepEqual(behind.requests, [{ messages, options: request }], text);
  }
});

test("the stream of the model behind it is handed on itself", () => {
  const behind = createScriptedModel(["…"]);
  const streams: unknown[] = [];
  const model = withOperator({
    ...behind,
    stream(messages, options) {
      const stream = behind.stream(messages, options);
      streams.push(stream);
      return stream;
    },
  });
  assert.equal(model.stream([user("hello")]), streams[0]);
});

test("an answer to a question of the model's is the model's", async () => {
  const { behind, board } = setUp(["Shall I?", "Right."]);
  const first = await board.ask("shall we begin");
  const second = await board.ask([...first.messages, user("set a timer for 5 minutes")]);
  assert.equal(second.text, "Right.");
  assert.equal(behind.requests.length, 2);
});

test("results of the model's own calls are the model's, and turns go back and forth", async () => {
  const { behind, board } = setUp([
    [{ calls: [{ name: "set_timer", arguments: { minutes: 3 } }] }],
    "The egg is on.",
  ]);
  const first = await board.ask("the egg, as I like it");
  assert.equal(first.text, "The egg is on.");
  const second = await board.ask([...first.messages, user("set a timer for 7 minutes")]);
  assert.equal(second.text, "The timer runs for 7 minutes.");
  assert.equal(behind.requests.length, 2);
});

test("it goes by the name of the model behind it, and leaves formats to it", async () => {
  const { behind, model } = setUp(["{}"]);
  assert.deepEqual([model.provider, model.model], ["big", "llm"]);
  await collect(
    model.stream([user("set a timer for 5 minutes")], { tools: [timer], format: { type: "object" } }),
  );
  assert.equal(behind.requests.length, 1);
});

const lamp: Tool = {
  name: "switch_lamp",
  description: "Switches a lamp on or off.",
  schema: {
    type: "object",
    properties: { lampName: { type: "string" }, action: { enum: ["on", "off"] } },
    required: ["lampName", "action"],
  },
  invoke: ({ lampName, action }) => `${String(lampName)} is ${String(action)}`,
};

test("names are found out before it is sure, and a name that is not there is the model's", async () => {
  const behind = createScriptedModel(["There is no such lamp."]);
  const model = withOperator(behind, {
    values: { lampName: { tool: "list_lamps" } },
    resolveValues: async () => ["Desk Lamp", "Floor Lamp"],
  });
  const board = createSwitchboard({ tools: [lamp], model, log: false });
  assert.equal((await board.ask("switch on the desk lamp")).text, "Desk Lamp is on");
  assert.equal((await board.ask("switch on the garden lamp")).text, "There is no such lamp.");
  assert.equal(behind.requests.length, 1);
});

test("where names cannot be found out, the model is asked", async () => {
  const behind = createScriptedModel(["I will see."]);
  const model = withOperator(behind, {
    values: { lampName: { tool: "list_lamps" } },
    resolveValues: () => Promise.reject(new Error("off")),
  });
  const board = createSwitchboard({ tools: [lamp], model, log: false });
  assert.equal((await board.ask("switch on the desk lamp")).text, "I will see.");
});

test("without a way around, a tool is called for the names, and what it says is kept", async () => {
  const list: Tool = {
    name: "list_lamps",
    description: "Lists the lamps.",
    schema: { type: "object", properties: {} },
    invoke: () => ["Desk Lamp", "Floor Lamp"],
  };
  const behind = createScriptedModel(["Which one?"]);
  const model = withOperator(behind, { values: { lampName: { tool: "list_lamps" } } });
  const board = createSwitchboard({ tools: [list, lamp], model, log: false });
  const answer = await board.ask("switch off the floor lamp");
  assert.deepEqual(
    answer.results.map(({ name }) => name),
    ["list_lamps", "switch_lamp"],
  );
  assert.equal((await board.ask("switch on the lamp")).text, "Which one?");
  assert.equal(behind.requests.length, 1);
});
