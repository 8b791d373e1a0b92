import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { toAnthropicId, toOpenAIId } from "./wire-ids.ts";

test("ids that a server takes stay as they are", () => {
  assert.equal(toOpenAIId("functions.add:0"), "functions.add:0");
  assert.equal(toAnthropicId("toolu_01-a"), "toolu_01-a");
});

test("no id is one that the server refuses, and each stays told apart from the others", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 60, unit: "binary" }), { maxLength: 20 }), (ids) => {
      for (const id of ids) {
        assert.ok(toOpenAIId(id).length <= 40);
        assert.match(toAnthropicId(id), /^[a-zA-Z0-9_-]+$/);
      }
      assert.equal(new Set(ids.map(toOpenAIId)).size, ids.length);
      assert.equal(new Set(ids.map(toAnthropicId)).size, ids.length);
    }),
  );
});
