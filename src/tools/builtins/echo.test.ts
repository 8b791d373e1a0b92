import assert from "node:assert/strict";
import { test } from "node:test";
import { echo } from "./echo.ts";

test("[VOX-8] echo gives the text back unchanged", () => {
  for (const text of ["", "  hello\n", '{"a": 1}', "häuser 🏠"]) assert.equal(echo.invoke({ text }), text);
});

test("echo refuses what is no text", () => {
  for (const text of [undefined, null, 5, {}]) {
    assert.throws(() => echo.invoke({ text }), { message: "text must be a string" });
  }
});
