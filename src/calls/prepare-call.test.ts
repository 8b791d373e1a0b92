import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolManager } from "../tools/manager.ts";
import type { Tool } from "../tools/tool.ts";
import { prepareCall } from "./prepare-call.ts";

const add: Tool = {
  name: "add",
  description: "Adds",
  schema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  invoke: () => undefined,
};
const tools = new ToolManager();
tools.add(add);
const preparation = { tools, allowedTools: undefined, parameterMappings: {}, observe: undefined };

test("[FIX-7] that a call was written as text is the first of its repairs", () => {
  const writtenAs = '{"name": "Add", "arguments": {"a": "1"}}';
  const call = { id: "1", name: "Add", args: { a: "1" }, writtenAs };
  const { repairs } = prepareCall(call, preparation, undefined);
  assert.deepEqual(repairs, [
    { rule: "text", from: writtenAs, to: { name: "Add", args: { a: "1" } } },
    { rule: "name", from: "Add", to: "add" },
    { rule: "type", path: "/a", from: "1", to: 1 },
  ]);
});

test("[FIX-7] a refused call says so too, and one that was given as a call does not", () => {
  const refused = prepareCall({ id: "1", name: "add", args: {}, writtenAs: "add()" }, preparation, undefined);
  assert.deepEqual(refused.repairs, [{ rule: "text", from: "add()", to: { name: "add", args: {} } }]);
  const given = prepareCall({ id: "1", name: "add", args: { a: 1 } }, preparation, undefined);
  assert.deepEqual(given.repairs, []);
});
