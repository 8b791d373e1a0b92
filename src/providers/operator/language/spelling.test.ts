import assert from "node:assert/strict";
import { test } from "node:test";
import { isNearSpelling } from "./spelling.ts";

test("one slip in a word is forgiven, two in a long one", () => {
  for (const [said, meant] of [
    ["kichen", "kitchen"],
    ["ktichen", "kitchen"],
    ["kitchenn", "kitchen"],
    ["thermstat", "thermostat"],
    ["themostta", "thermostat"],
  ] as const) {
    assert.ok(isNearSpelling(said, meant), said);
  }
});

test("another word is not a slip", () => {
  for (const [said, meant] of [
    ["right", "light"],
    ["fan", "van"],
    ["lamp", "lump it"],
    ["bedroom", "bathroom"],
    ["cat", "cart"],
  ] as const) {
    assert.ok(!isNearSpelling(said, meant), said);
  }
});
