import assert from "node:assert/strict";
import test from "node:test";
import { SwitchboardError } from "../errors.ts";
import { exitCodeOf, ToolFailedError } from "./exit-codes.ts";

for (const [exitCode, codes] of [
  [2, ["usage", "invalid_config", "invalid_host", "model_missing", "missing_package", "no_tool_support"]],
  [3, ["unauthorized"]],
  [4, ["unreachable", "timeout", "busy", "server_error", "truncated", "bad_response"]],
  [7, ["context_exceeded"]],
  [130, ["aborted"]],
  [1, ["model_error", "anything else"]],
] as const) {
  test(`exit code ${exitCode}: ${codes.join(", ")}`, () => {
    for (const code of codes) assert.equal(exitCodeOf(new SwitchboardError(code, "no")), exitCode, code);
  });
}

test("a tool that was called by hand ends with what its failure means, and anything else is unexpected", () => {
  const ends = (code: string) => exitCodeOf(new ToolFailedError(code, "no"));
  assert.deepEqual(
    ["unknown_tool", "invalid_arguments", "denied", "cancelled", "failed", "timeout"].map(ends),
    [2, 2, 6, 130, 5, 5],
  );
  assert.equal(exitCodeOf(new DOMException("Interrupted", "AbortError")), 130);
  assert.deepEqual([new TypeError("no"), "no", undefined].map(exitCodeOf), [1, 1, 1]);
});
