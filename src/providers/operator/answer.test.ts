import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { toAnswer, type DoneCall } from "./answer.ts";

const done = (content: string, others: Partial<DoneCall> & { failed?: boolean } = {}): DoneCall => {
  const { failed, ...call } = others;
  const result = {
    role: "tool",
    content,
    toolCallId: "1",
    toolName: "t",
    ...(failed && { failed }),
  } as const;
  return { name: "get_thing", args: {}, result, ...call };
};

test("a sentence is said as it is", () => {
  assert.equal(toAnswer([done("The lamp is on.")]), "The lamp is on.");
  assert.equal(toAnswer([done("42")]), "42");
});

test("an object becomes lines, and a list one line for each", () => {
  assert.equal(
    toAnswer([done('{"roomTemperature":21.5,"isOn":true,"tags":["a","b"],"note":null}')]),
    "room temperature: 21.5\nis on: yes\ntags: a, b\nnote: nothing",
  );
  assert.equal(
    toAnswer([done('{"devices":[{"name":"Lamp","room":"Hall","on":false},{"name":"Fan"}]}')]),
    "devices:\n  - Lamp: room Hall, on no\n  - Fan",
  );
  assert.equal(toAnswer([done('["a","b"]')]), "- a\n- b");
});

test("nothing is said to be nothing", () => {
  assert.equal(toAnswer([done("[]")]), "There is nothing.");
  assert.equal(toAnswer([done("{}")]), "There is nothing.");
  assert.equal(toAnswer([done("null")]), "There is nothing.");
  assert.equal(toAnswer([done("(no output)", { name: "reset_router" })]), "Done: reset router.");
});

test("a long list is cut, and says how much is missing", () => {
  const answer = toAnswer([done(JSON.stringify(Array.from({ length: 50 }, (_, index) => index)))]);
  assert.equal(answer.split("\n").length, 21);
  assert.match(answer, /… and 30 more$/);
});

test("a failure is told as one, without the word that models need", () => {
  const answer = toAnswer([done("Error: The lamp does not answer", { failed: true })]);
  assert.equal(answer, "That did not work: The lamp does not answer");
});

test("results that do not say what they are about are told apart", () => {
  const rome = done('{"sky":"grey"}', { args: { location: "Rome" } });
  const oslo = done("Snow in Oslo", { args: { location: "Oslo" } });
  assert.equal(toAnswer([rome, oslo]), "Rome: sky: grey\nSnow in Oslo");
});

test("a template's answer is filled with arguments and results", () => {
  const call = { args: { deviceName: "Lamp" }, answer: "{deviceName} has {result.power} watts, {other}." };
  assert.equal(toAnswer([done('{"power":5}', call)]), "Lamp has 5 watts, {other}.");
  assert.equal(toAnswer([done("fine", { ...call, answer: "It says: {result}" })]), "It says: fine");
});

test("whatever a tool returns, there is an answer", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.boolean(), (content, failed) => {
      assert.ok(toAnswer([done(content, { failed })]).length > 0);
    }),
  );
});
