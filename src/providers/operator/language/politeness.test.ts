import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutPoliteness } from "./politeness.ts";
import { toTokens } from "./tokens.ts";

const plain = (text: string): string =>
  withoutPoliteness(toTokens(text))
    .map(({ word }) => word)
    .join(" ");

test("what only asks, greets or thanks is left out", () => {
  for (const said of [
    "Hey there, could you please lock the door for me?",
    "I'd be grateful if you could lock the door, thanks",
    "you can lock the door now",
    "don't forget to lock the door",
    "ok so lock the door, love",
    "would you mind locking the door",
    "can somebody lock the door",
  ])
    assert.equal(plain(said), "lock the door", said);
});

test("a question is the same with and without what leads to it", () => {
  for (const said of [
    "do you know what time it is",
    "tell me what time it is",
    "I wonder what time it is",
    "any idea what time it is?",
  ])
    assert.equal(plain(said), "what time it is", said);
  assert.equal(plain("I wonder whether the lamp is on"), "is the lamp on");
  assert.equal(plain("could you check if the lamp is on"), "is the lamp on");
  assert.equal(plain("did I leave the oven on?"), "is the oven on");
});

test("what is wished for is marked as an order", () => {
  const wished = (text: string) =>
    withoutPoliteness(toTokens(text))
      .filter(({ isWished }) => isWished)
      .map(({ word }) => word);
  assert.deepEqual(wished("I'd like the lamp to be turned on"), ["turned"]);
  assert.deepEqual(wished("make sure the door is locked"), ["locked"]);
  assert.deepEqual(wished("have the lamp switched off please"), ["switched"]);
  assert.deepEqual(wished("the lamp turned on"), []);
});

test("words that look polite and belong to what is said stay", () => {
  assert.equal(plain("good morning in French"), "good morning in french");
  assert.equal(plain("recipe with honey"), "recipe with honey");
  assert.equal(plain("Text Anna wait for me"), "text anna wait for me");
  assert.equal(plain("you can play music?"), "you can play music");
  assert.equal(plain("next week"), "next week");
});
