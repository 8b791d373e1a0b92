import assert from "node:assert/strict";
import { test } from "node:test";
import { TurnBuilder } from "./turn.ts";

/** The arguments of a call whose text arrives in two pieces. */
function argumentsOf(text: string): unknown {
  const turn = new TurnBuilder();
  const half = Math.floor(text.length / 2);
  for (const piece of [text.slice(0, half), text.slice(half)]) {
    const call = { index: 0, id: "1", name: "add", argumentsDelta: piece };
    turn.add({ delta: "", toolCalls: [call], isFinal: false });
  }
  turn.add({ delta: "", toolCalls: [], isFinal: true });
  return turn.finish(new Set()).calls[0]?.args;
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test("[FIX-1] arguments that are JSON become an object, however it is spaced", () => {
  assert.deepEqual(argumentsOf('{"a":1,"b":[2.50]}'), { a: 1, b: [2.5] });
  assert.deepEqual(argumentsOf(' { "a" : 1, "a": 1 }\n'), { a: 1 });
  assert.deepEqual(argumentsOf(""), {});
});

test("[FIX-1] arguments that would lose something as an object stay the text that the model wrote", () => {
  const texts = [
    '{"id": 12345678901234567891}',
    '{"id":12345678901234567891}',
    '{"to": "alice", "to": "bob"}',
    '{"to":"alice","to":"bob"}',
    "{a: 1}",
    '"text"',
    "5",
  ];
  for (const text of texts) assert.equal(argumentsOf(text), text);
});

test("[FIX-1] arguments nested more than 200 levels deep stay text, so that a history can be written down", () => {
  assert.deepEqual(argumentsOf(nested(200)), JSON.parse(nested(200)));
  for (const levels of [201, 10_000, 100_000]) assert.equal(argumentsOf(nested(levels)), nested(levels));
});

test("[FMT-7] an id that is made up is short enough for every provider", () => {
  const builder = new TurnBuilder();
  builder.add({ delta: "", toolCalls: [{ index: 0, name: "add", argumentsDelta: "{}" }], isFinal: true });
  assert.match(builder.finish(new Set()).calls[0]?.id ?? "", /^call_[0-9a-f]{32}$/);
});
