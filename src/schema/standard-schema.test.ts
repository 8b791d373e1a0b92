import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { z as z3 } from "zod3";
import { isStandardSchema, standardValidate } from "./standard-schema.ts";

test("Zod 3, Zod 4 and callable schemas are Standard Schemas, JSON Schema is not", () => {
  assert.equal(isStandardSchema(z.string()), true);
  assert.equal(isStandardSchema(z3.string()), true);
  assert.equal(isStandardSchema(Object.assign(() => {}, { "~standard": { validate: () => ({}) } })), true);
  for (const other of [{ type: "object" }, null, undefined, "~standard", { "~standard": {} }]) {
    assert.equal(isStandardSchema(other), false);
  }
});

test("[EX-9] a refinement that JSON Schema cannot say is reported with path and message", () => {
  const isRange = ({ from, to }: { from: number; to: number }) => from < to;
  const issue = () => ({ message: "must be more than from", path: ["to"] });
  const zod4 = z.object({ from: z.number(), to: z.number() }).refine(isRange, issue());
  const zod3 = z3.object({ from: z3.number(), to: z3.number() }).refine(isRange, issue());
  for (const schema of [z.object({ ranges: z.array(zod4) }), z3.object({ ranges: z3.array(zod3) })]) {
    assert.deepEqual(standardValidate(schema, { ranges: [{ from: 2, to: 1 }] }), [
      "ranges.0.to: must be more than from",
    ]);
    assert.equal(standardValidate(schema, { ranges: [{ from: 1, to: 2 }] }), undefined);
  }
});

test("an asynchronous refinement is awaited", async () => {
  const schema = z.string().refine(async (text) => Promise.resolve(text !== "taken"), "is taken");
  assert.deepEqual(await standardValidate(schema, "taken"), ["is taken"]);
  assert.equal(await standardValidate(schema, "free"), undefined);
});

test("path segments may be objects, and plain JSON Schema has no issues of its own", () => {
  const issues = [{ message: "is wrong", path: [{ key: "a" }, 0] }];
  const schema = { "~standard": { version: 1, vendor: "someone", validate: () => ({ issues }) } };
  assert.deepEqual(standardValidate(schema, {}), ["a.0: is wrong"]);
  assert.equal(standardValidate({ type: "string" }, 1), undefined);
});
