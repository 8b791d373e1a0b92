import assert from "node:assert/strict";
import { test } from "node:test";
import { essencesOf } from "./circumstances.ts";
import { toTokens } from "./language/tokens.ts";

const essences = (text: string): string[] =>
  [...essencesOf(toTokens(text))].map((tokens) => tokens.map(({ word }) => word).join(" "));

test("why something is wanted is left out, in front and behind", () => {
  for (const said of [
    "I'm on the phone, mute the speaker",
    "the baby's asleep, mute the speaker",
    "I can't hear you, mute the speaker",
    "mute the speaker, I'm on the phone",
    "mute the speaker, the film's starting",
  ])
    assert.ok(essences(said).includes("mute the speaker"), said);
});

test("what it is about takes the place of the word that points to it", () => {
  const cases: Readonly<Record<string, string>> = {
    "the lamp, switch it off": "switch the lamp off",
    "the fan is too noisy, switch it off": "switch the fan off",
    "we're out of milk, put it on the list": "put milk on the list",
    "I have 50 dollars, what is that in euros": "what is 50 dollars in euros",
  };
  for (const [said, expected] of Object.entries(cases)) assert.equal(essences(said)[0], expected, said);
});

test("of a thing not to be done and another to be done instead, the other is left", () => {
  assert.deepEqual(essences("don't lock the front door, just lock the back door"), ["lock the back door"]);
  assert.deepEqual(essences("don't lock the front door, lock the back door"), []);
});

test("conditions, reports and what is not done are no circumstances", () => {
  for (const said of [
    "if I'm late, mute the speaker",
    "Anna said, mute the speaker",
    "mute the speaker, it isn't late",
    "I'm going to lock the door, mute the speaker",
    "I'm too lazy to lock the door, mute the speaker",
    "mute the speaker, she said",
  ])
    assert.deepEqual(essences(said), [], said);
});
