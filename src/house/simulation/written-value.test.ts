import assert from "node:assert/strict";
import test from "node:test";
import { toWrittenValue } from "./written-value.ts";

const cases: [payload: string, type: "boolean" | "number", wanted: boolean | number | undefined][] = [
  ["true", "boolean", true],
  ['{"value":false}', "boolean", false],
  ["on", "boolean", true],
  ["OFF", "boolean", false],
  ["1", "boolean", true],
  ["0", "boolean", false],
  ["50", "number", 50],
  ['{"value":25}', "number", 25],
  ["true", "number", 255],
  ["lock", "number", 255],
  ["unlock", "number", 0],
  ["maybe", "boolean", undefined],
  ['{"level":5}', "number", undefined],
  ["12abc", "number", undefined],
  ["", "boolean", undefined],
];

for (const [payload, type, wanted] of cases) {
  test(`[VOX-7] "${payload}" written to a ${type} means ${wanted ?? "nothing"}`, () => {
    assert.equal(toWrittenValue(payload, { type }), wanted);
  });
}
