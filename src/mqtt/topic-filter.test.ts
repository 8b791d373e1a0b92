import assert from "node:assert/strict";
import test from "node:test";
import { matchesFilter } from "./topic-filter.ts";

const cases: [filter: string, topic: string, matches: boolean][] = [
  ["a/b", "a/b", true],
  ["a/b", "a/b/c", false],
  ["a/b/c", "a/b", false],
  ["a/+/c", "a/b/c", true],
  ["a/+", "a/b/c", false],
  ["a/+", "a", false],
  ["+/b", "/b", true],
  ["a/#", "a/b/c", true],
  ["a/#", "a", true],
  ["a/#", "ab", false],
  ["#", "a/b", true],
  ["#", "$SYS/broker", false],
  ["+/broker", "$SYS/broker", false],
  ["$SYS/#", "$SYS/broker", true],
];

for (const [filter, topic, matches] of cases) {
  test(`"${filter}" ${matches ? "takes" : "does not take"} "${topic}"`, () => {
    assert.equal(matchesFilter(filter, topic), matches);
  });
}
