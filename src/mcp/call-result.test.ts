import assert from "node:assert/strict";
import test from "node:test";
import { callResultSchema } from "./call-result.ts";

const check = (value: unknown) => callResultSchema["~standard"].validate(value);
const refused = { issues: [{ message: "its content is not a list of blocks with a type" }] };

test("a result is taken as it is, with fields and kinds of blocks that nobody knows yet", () => {
  const result = {
    content: [
      { type: "text", text: "21 °C" },
      { type: "hologram", data: "…" },
    ],
    structuredContent: { degrees: 21 },
    isError: false,
    confidence: 0.9,
  };
  assert.deepEqual(check(result), { value: result });
});

test("a result without content has none", () => {
  assert.deepEqual(check({ structuredContent: 1 }), { value: { structuredContent: 1, content: [] } });
});

test("what cannot be read as a result is refused", () => {
  const values = [
    undefined,
    "text",
    [],
    { content: "text" },
    { content: ["text"] },
    { content: [{ text: "x" }] },
  ];
  for (const value of [...values, { content: [{ type: "text" }] }]) assert.deepEqual(check(value), refused);
});
