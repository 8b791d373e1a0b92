import assert from "node:assert/strict";
import { test } from "node:test";
import { EndOfSpeech, frameMs, frameSamples } from "./end-of-speech.ts";

const frame = (loudness: number) => new Float32Array(frameSamples).fill(loudness);

/** Plays a room: how loud, and for how long. Gives the utterances' lengths in milliseconds and when they ended. */
function play(speech: EndOfSpeech, ...parts: readonly [loudness: number, durationMs: number][]) {
  const utterances: { lengthMs: number; atMs: number }[] = [];
  let atMs = 0;
  for (const [loudness, durationMs] of parts) {
    for (let passed = 0; passed < durationMs; passed += frameMs) {
      atMs += frameMs;
      const utterance = speech.push(frame(loudness));
      if (utterance !== undefined) utterances.push({ lengthMs: (utterance.length / 16_000) * 1000, atMs });
    }
  }
  return utterances;
}

test("an utterance ends after 1.5 s of silence, and has a little of what was before it", () => {
  const utterances = play(new EndOfSpeech(), [0.001, 900], [0.2, 900], [0.001, 3000]);
  assert.deepEqual(utterances, [{ lengthMs: 300 + 900 + 1500, atMs: 900 + 900 + 1500 }]);
});

test("a short pause does not end an utterance", () => {
  const utterances = play(new EndOfSpeech(), [0.2, 600], [0.001, 1200], [0.2, 600], [0.001, 3000]);
  assert.equal(utterances.length, 1);
});

test("an utterance is cut at 10 s", () => {
  const [first] = play(new EndOfSpeech(), [0.2, 12_000]);
  assert.ok(first !== undefined && first.lengthMs <= 10_000 && first.lengthMs > 9900);
});

test("silence, the hum of a room and clicks are no utterances", () => {
  assert.deepEqual(play(new EndOfSpeech(), [0, 5000]), []);
  assert.deepEqual(play(new EndOfSpeech(), [0.003, 10_000]), []);
  assert.deepEqual(play(new EndOfSpeech(), [0.001, 900], [0.5, 60], [0.001, 5000]), []);
});

test("a fan that is switched on is heard once, and then it is the room", () => {
  const utterances = play(new EndOfSpeech(), [0.001, 900], [0.05, 60_000]);
  assert.equal(utterances.length, 1);
});

test("what is speech in a quiet room is noise in one that hums, and a voice is heard in both", () => {
  const [silence, hum, rustle, voice] = [0, 0.003, 0.006, 0.2];
  const heardIn = (room: number, loudness: number) =>
    play(new EndOfSpeech(), [room, 3000], [loudness, 900], [room, 3000]).length;
  assert.equal(heardIn(silence, rustle), 1);
  assert.equal(heardIn(hum, rustle), 0);
  assert.equal(heardIn(hum, voice), 1);
});
