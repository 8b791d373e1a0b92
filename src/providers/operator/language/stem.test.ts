import assert from "node:assert/strict";
import { test } from "node:test";
import { toStem } from "./stem.ts";

test("the forms of a word have one stem", () => {
  const families = [
    ["light", "lights"],
    ["turn", "turns", "turning", "turned"],
    ["dim", "dims", "dimmed", "dimming"],
    ["battery", "batteries"],
    ["switch", "switches", "switched"],
    ["translate", "translates", "translation", "translating"],
    ["device", "devices"],
    ["Luigi".toLowerCase(), "luigi's"],
  ];
  for (const [first = "", ...others] of families) {
    for (const other of others) assert.equal(toStem(other), toStem(first), other);
  }
});

test("words that only look alike keep stems of their own", () => {
  const pairs = [
    ["news", "new"],
    ["this", "thi"],
    ["string", "str"],
    ["lock", "unlock"],
    ["bus", "bu"],
    ["feed", "fe"],
  ];
  for (const [one = "", other = ""] of pairs) assert.notEqual(toStem(one), toStem(other), one);
});
