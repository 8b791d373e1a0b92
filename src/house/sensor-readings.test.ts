import assert from "node:assert/strict";
import test from "node:test";
import { describeAge } from "./sensor-readings.ts";

test("[VOX-6] ages are said in the unit that people would use", () => {
  const minute = 60_000;
  const ages = [-5_000, 0, 59_000, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 72 * 60 * minute];
  assert.deepEqual(ages.map(describeAge), [
    "0 s ago",
    "0 s ago",
    "59 s ago",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "47 h ago",
    "3 days ago",
  ]);
});
