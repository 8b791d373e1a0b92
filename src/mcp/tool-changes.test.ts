import assert from "node:assert/strict";
import test from "node:test";
import { findToolChanges } from "./tool-changes.ts";

const tool = (name: string, description = "") => ({ name, description, schema: {}, annotations: {} });

test("tools that came and went are named, and one that only says something else is in neither list", () => {
  const before = [tool("on"), tool("off")];
  assert.deepEqual(findToolChanges(before, [tool("off"), tool("dim")]), { added: ["dim"], removed: ["on"] });
  const redescribed = [tool("on", "Switches it on"), tool("off")];
  assert.deepEqual(findToolChanges(before, redescribed), { added: [], removed: [] });
});

test("the same tools again are no change", () => {
  assert.equal(findToolChanges([tool("on"), tool("off")], [tool("on"), tool("off")]), undefined);
});
