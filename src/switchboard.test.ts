import assert from "node:assert/strict";
import test from "node:test";
import { createScriptedModel } from "./testing/scripted-model.ts";
import { builtinTools, createSwitchboard, ToolManager, ToolRegistry, type Tool } from "./index.ts";

const calculate = {
  name: "work_out",
  description: "Works out an expression",
  type: "function",
  handler: "calculate",
  parameters: { type: "object", properties: { expression: { type: "string" } }, required: ["expression"] },
  implementation: { type: "builtin", handler: "calculate" },
};

const hello: Tool = {
  name: "hello",
  description: "Greets",
  schema: { type: "object", properties: {} },
  invoke: () => "hello",
};

test("tools of the config and of the program are executed alike", async () => {
  const { executor, tools } = createSwitchboard({
    config: { tools: { registry: [calculate] } },
    tools: [hello],
    log: false,
  });
  assert.deepEqual(
    tools.tools.map(({ name }) => name),
    ["work_out", "hello"],
  );
  const results = await executor.executeAll([
    { id: "1", name: "work_out", args: { expression: "2 + 3" } },
    { id: "2", name: "hello", args: {} },
  ]);
  assert.deepEqual(
    results.map(({ text }) => text),
    ["5", "hello"],
  );
});

test("an internal service of the program is what a definition of that type runs", async () => {
  const definition = { ...calculate, name: "lamp", implementation: { type: "internal", handler: "lamps" } };
  const { executor } = createSwitchboard({
    config: { tools: { registry: [definition] } },
    internals: { lamps: ({ expression }) => `lamp ${String(expression)}` },
    log: false,
  });
  const result = await executor.execute({ id: "1", name: "lamp", args: { expression: "on" } });
  assert.equal(result.text, "lamp on");
});

test("[REG-18] a registry's tools take the path that anybody's take, and builtins are plain tools on it", async () => {
  const registry = new ToolRegistry({ builtins: builtinTools });
  registry.register(calculate);
  const manager = new ToolManager();
  assert.deepEqual(manager.add([...registry.toTools(), ...builtinTools, hello]), []);
  assert.equal(manager.tools.length, builtinTools.length + 2);
  assert.equal(await manager.find("work_out")?.invoke({ expression: "6 * 7" }), "42");
  // Without being handed in, no builtin can be named: there is no private door.
  assert.throws(() => new ToolRegistry().register(calculate), /"calculate" is not a registered builtin/);
});

test("ask and converse put a question to the model with every tool, and notices are in the log", async () => {
  const lines: string[] = [];
  const write = (_: unknown, message: string) => void lines.push(message);
  const model = createScriptedModel([[], [{ calls: [{ name: "hello", arguments: {} }] }], "It says hello."]);
  const board = createSwitchboard({
    tools: [hello],
    model,
    log: { debug() {}, info() {}, warn: write, error: write },
  });
  const answer = await board.ask("Greet me");
  assert.equal(answer.text, "It says hello.");
  assert.deepEqual(lines, ["The model's answer was empty; it is asked once more"]);
  assert.deepEqual(model.requests[0]?.options.tools, [hello]);
});

test("[REG-11] only the tools that are allowed are offered to the model", async () => {
  const model = createScriptedModel(["Hello."]);
  const wipe = { ...hello, name: "wipe" };
  await createSwitchboard({ tools: [wipe, hello], allowedTools: ["hello"], model, log: false }).ask("Hi");
  assert.deepEqual(model.requests[0]?.options.tools, [hello]);
});

test("without a model, asking is an error that says what to do", async () => {
  await assert.rejects(createSwitchboard({ log: false }).ask("Hello?"), { code: "no_model" });
});

test("what is no model is told at once, with what makes one", () => {
  for (const model of ["qwen3:0.6b", null, {}]) {
    assert.throws(() => createSwitchboard({ model: model as never }), {
      code: "invalid_option",
      message: /createOllamaModel/,
    });
  }
  const chatModel = { invoke() {}, async stream() {} };
  assert.throws(() => createSwitchboard({ model: chatModel as never }), {
    code: "invalid_option",
    message: /fromLangChain\(\) of tool-switchboard\/langchain/,
  });
});

test("an observer knows what its events have in them", async () => {
  const texts: string[] = [];
  const { executor } = createSwitchboard({
    tools: builtinTools,
    log: false,
    observe: (event) => {
      if (event.type === "call.ended") texts.push(event.result.text);
    },
  });
  await executor.execute({ id: "1", name: "calculate", args: { expression: "2 + 3" } });
  assert.deepEqual(texts, ["5"]);
});

test("limits of the executor are options of the switchboard, and events reach an observer", async () => {
  const seen: string[] = [];
  const { executor } = createSwitchboard({
    tools: [{ ...hello, invoke: () => new Promise(() => {}) }],
    timeoutMs: 10,
    log: false,
    observe: ({ type }) => void seen.push(type),
  });
  assert.equal(
    (await executor.execute({ id: "1", name: "hello", args: {} })).text,
    "Error: Timed out after 10ms",
  );
  assert.deepEqual(seen, ["call.started", "call.ended"]);
});
