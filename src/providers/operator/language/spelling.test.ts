import assert from "node:assert/strict";
import { test } from "node:test";
import { isNearSpelling, isSlipOf } from "./spelling.ts";

test("one slip in a word is forgiven, two in a long one", () => {
  for (const [said, meant] of [
    ["kichen", "kitchen"],
    ["ktichen", "kitchen"],
    ["kitchenn", "kitchen"],
    ["thermstat", "thermostat"],
    ["themostta", "thermostat"],
    ["rom", "room"],
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

test("of a word that says what to do, one slip is forgiven, and in a short one only two letters that changed places", () => {
  for (const [said, meant] of [
    ["swich", "switch"],
    ["trun", "turn"],
    ["tranlate", "translate"],
  ] as const) {
    assert.ok(isSlipOf(said, meant), said);
  }
  for (const [said, meant] of [
    ["lack", "lock"],
    ["fine", "find"],
    ["stitches", "switch"],
    ["witch", "switch"],
  ] as const) {
    assert.ok(!isSlipOf(said, meant), said);
  }
});
