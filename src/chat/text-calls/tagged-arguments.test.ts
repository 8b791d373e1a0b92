import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTaggedArguments } from "./tagged-arguments.ts";

const parameter = (name: string, value: string): string => `<parameter=${name}>${value}</parameter>`;

test("[FIX-7] a parameter with two values is not read: one of them would be lost", () => {
  const parse = (...parameters: string[]) => parseTaggedArguments(`${parameters.join("\n")}</function>`);
  assert.deepEqual(parse(parameter("a", "1"), parameter("b", "2")), { a: "1", b: "2" });
  assert.deepEqual(parse(parameter("a", "1"), parameter("a", "\n1\n")), { a: "1" });
  assert.equal(parse(parameter("a", "1"), parameter("a", "2")), undefined);
  assert.equal(parse(parameter("__proto__", "1"), parameter("__proto__", "2")), undefined);
});
