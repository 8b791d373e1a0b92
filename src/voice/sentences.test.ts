import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { SentenceSplitter } from "./sentences.ts";

function split(text: string, pieces: readonly string[] = [text]): string[] {
  const splitter = new SentenceSplitter();
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

test("[VOX-1] a sentence is given as soon as it is whole, before the next one has begun", () => {
  const splitter = new SentenceSplitter();
  assert.deepEqual(splitter.push("The lamp is on"), []);
  assert.deepEqual(splitter.push("."), []);
  assert.deepEqual(splitter.push(" "), ["The lamp is on."]);
  assert.deepEqual(splitter.push("The door"), []);
  assert.deepEqual(splitter.end(), ["The door"]);
  assert.deepEqual(splitter.end(), []);
});

test("sentences end where a person would end them", () => {
  const cases: [string, string[]][] = [
    ["It is on. It is warm! Is it? Yes.", ["It is on.", "It is warm!", "Is it?", "Yes."]],
    ["It is 21.5 degrees. Fine.", ["It is 21.5 degrees.", "Fine."]],
    ["Version 2.0.1 is out. Good.", ["Version 2.0.1 is out.", "Good."]],
    ["Dr. Smith and Mrs. J. Jones called. Call back.", ["Dr. Smith and Mrs. J. Jones called.", "Call back."]],
    ["Use a lamp, e.g. the red one. Or not.", ["Use a lamp, e.g. the red one.", "Or not."]],
    ["At 7 p.m. the lamp goes on. Then off.", ["At 7 p.m. the lamp goes on.", "Then off."]],
    ["It goes on at 7 p.m. Then it goes off.", ["It goes on at 7 p.m.", "Then it goes off."]],
    ["Wait... it is on. Now.", ["Wait... it is on.", "Now."]],
    ["Wait... It is on.", ["Wait...", "It is on."]],
    ['He said "stop." Then left.', ['He said "stop."', "Then left."]],
    ["Really?! Yes.", ["Really?!", "Yes."]],
    ["1. Turn on the lamp.\n2. Turn it off.", ["1. Turn on the lamp.", "2. Turn it off."]],
    ["The lamps are\n- red\n- blue", ["The lamps are", "- red", "- blue"]],
    ["電気をつけました。部屋は暖かいです。", ["電気をつけました。", "部屋は暖かいです。"]],
    ["", []],
    ["  \n \n", []],
  ];
  for (const [text, sentences] of cases) assert.deepEqual(split(text), sentences, text);
});

test("however a text is cut into pieces, the sentences are the same", () => {
  const word = fc.constantFrom(
    "Dr.",
    "on",
    "p.m.",
    "21.5",
    "e.g.",
    "Lamp",
    "off.",
    "Yes!",
    "why?",
    "...",
    "\n",
    "1.",
    "J.",
    '"go."',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.array(fc.nat(80), { maxLength: 8 }), (words, cuts) => {
      const text = words.join(" ");
      const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      assert.deepEqual(split(text, pieces), split(text));
      assert.equal(split(text).join("").replaceAll(/\s/g, ""), text.replaceAll(/\s/g, ""));
    }),
  );
});

test("a text without a full stop is cut after a comma, and without one between words", () => {
  const list = Array.from({ length: 60 }, (_, index) => `lamp number ${index}`);
  const [first = ""] = split(list.join(", "));
  assert.ok(first.length <= 300 && first.endsWith(","), first);
  const [words = ""] = split("word ".repeat(100));
  assert.ok(words.length <= 300 && words.endsWith("word"), words);
  assert.equal(split("x".repeat(700)).join(""), "x".repeat(700));
});
