import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { fillSlots, toGrammar, wordsOf } from "./grammar.ts";
import { toSpokenWords } from "./spoken-words.ts";

test("[VOX-5] a grammar is made of sentences with choices, options and slots", () => {
  const values = { device: ["Switch 1", "kitchenLamp"], level: "number" } as const;
  const grammar = toGrammar([
    { sentence: "turn (on|off) [the] {device}", values },
    { sentence: "dim {device} to {level} [percent]", values },
  ]);
  assert.deepEqual(grammar.split("\n").slice(0, 7), [
    "#JSGF V1.0;",
    "grammar house;",
    "public <utterance> = [please] <command> [please];",
    "<command> =",
    "  turn (on | off) [the] <list1> |",
    "  dim <list1> to <number> [percent];",
    "<list1> = switch one | kitchen lamp;",
  ]);
  assert.match(grammar, /<number> = zero \|/);
});

test("[VOX-5] anything else stands beside the sentences and beside each list", () => {
  const sentences = [{ sentence: "turn on {device}", values: { device: ["lamp", "fan"] } }];
  const lines = toGrammar(sentences, { other: "(_aa | _b)+" }).split("\n");
  assert.ok(lines.includes("public <utterance> = /1/ ([please] <command> [please]) | /1e-20/ <other>;"));
  assert.ok(lines.includes("<list1> = /1/ (lamp | fan) | /1e-20/ <other>;"));
  assert.ok(lines.includes("<other> = (_aa | _b)+;"));
});

test("what cannot be said is left out, and a house in which nothing can be said is an error", () => {
  const grammar = toGrammar([
    { sentence: "open {door}", values: { door: [] } },
    { sentence: "remind me to {text}" },
    { sentence: "what time is it [at {place}|now]" },
    { sentence: "(call {name}|hang up)" },
  ]);
  assert.match(grammar, /<command> =\n {2}what time is it \[now\] \|\n {2}\(hang up\);/);
  assert.throws(() => toGrammar([{ sentence: "open {door}" }]), { code: "empty_grammar" });
  assert.throws(() => toGrammar([{ sentence: "open {constructor}", values: {} }]), { code: "empty_grammar" });
});

test("a sentence with brackets that do not match is refused, and named", () => {
  for (const sentence of ["turn (on", "turn on)", "turn [on)"]) {
    assert.throws(() => toGrammar([{ sentence }]), { code: "invalid_sentence", message: /cannot be read/ });
  }
});

test("slots of any words take the names of the house, and no others change", () => {
  const filled = fillSlots([{ sentence: "{device} {action}", values: { action: ["on"] } }], {
    device: ["Lamp"],
    action: ["off"],
  });
  assert.deepEqual(filled, [{ sentence: "{device} {action}", values: { device: ["Lamp"], action: ["on"] } }]);
});

test("whatever a device is called, its name cannot break out of the grammar", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const grammar = toGrammar([{ sentence: "turn on {device}", values: { device: [name, "lamp"] } }]);
      const [, list = ""] = /<list1> = (.*);\n$/.exec(grammar) ?? [];
      assert.match(list, /^[\p{L}\p{M}' |]+$/u);
    }),
  );
});

test("the words of a grammar are those that can be said, and nothing else", () => {
  const sentences = [{ sentence: "turn (on|off) [the] {device}", values: { device: ["lamp", "the fan"] } }];
  const grammar = toGrammar(sentences, { other: "(_aa | _b)+" });
  assert.deepEqual(wordsOf(grammar), ["please", "turn", "on", "off", "the", "lamp", "fan"]);
});

test("names are said as people say them", () => {
  const names: [string, string][] = [
    ["Switch One", "switch one"],
    ["Switch_2", "switch two"],
    ["Lamp21", "lamp twenty one"],
    ["Room 100", "room one hundred"],
    ["Node 007", "node zero zero seven"],
    ["Unit 1204", "unit one two zero four"],
    ["Kitchen/Lamp", "kitchen lamp"],
    ["livingRoomTV", "living room tv"],
    ["Anna's Lamp", "anna's lamp"],
    ["50 %", "fifty percent"],
  ];
  for (const [name, spoken] of names) assert.equal(toSpokenWords(name).join(" "), spoken);
});
