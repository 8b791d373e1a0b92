import assert from "node:assert/strict";
import test from "node:test";
import { OllamaToolHandler } from "./handler.ts";

const definition = {
  name: "set_level",
  description: "Sets a level",
  parameters: { type: "object", properties: { level: { type: "number" } }, required: ["level"] },
};

test("[EX-14] a registered definition is executed as the executor does it: repaired, validated, with a result", async () => {
  const handler = new OllamaToolHandler().register(definition, ({ level }) => `at ${String(level)}`);
  const result = await handler.execute({ id: "1", name: "Set_Level", args: { level: "40" } });
  assert.equal(result.text, "at 40");
  assert.equal(result.repairs.length, 2);
});

test("[EX-14] executeAll gives one result per call in order, and getDefinitions what was registered", async () => {
  const handler = new OllamaToolHandler().register(definition, ({ level }) => level);
  const calls = [
    { id: "1", name: "set_level", args: { level: 1 } },
    { id: "2", name: "nobody", args: {} },
    { id: "3", name: "set_level", args: {} },
  ];
  const results = await handler.executeAll(calls);
  assert.deepEqual(
    results.map((result) => [result.id, result.ok ? "ok" : result.code]),
    [
      ["1", "ok"],
      ["2", "unknown_tool"],
      ["3", "invalid_arguments"],
    ],
  );
  assert.deepEqual(handler.getDefinitions(), [definition]);
});

test("[EX-14] withTimeout bounds each call", async () => {
  const handler = new OllamaToolHandler().withTimeout(20).register(definition, () => new Promise(() => {}));
  const result = await handler.execute({ id: "1", name: "set_level", args: { level: 1 } });
  assert.equal(result.text, "Error: Timed out after 20ms");
});

test("[EX-14] a definition that cannot be a tool is refused when it is registered", () => {
  const broken = { ...definition, parameters: { type: "string" } };
  assert.throws(() => new OllamaToolHandler().register(broken, () => ""), { code: "invalid_tool" });
});
