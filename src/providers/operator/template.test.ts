import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTemplate, slotsOf, TemplateError } from "./template.ts";

test("a template has words, alternatives, parts that may be left out, and slots", () => {
  assert.deepEqual(parseTemplate("turn (on|off) [the] {deviceName}"), [
    { type: "word", text: "turn" },
    {
      type: "choice",
      isOptional: false,
      options: [[{ type: "word", text: "on" }], [{ type: "word", text: "off" }]],
    },
    { type: "choice", isOptional: true, options: [[{ type: "word", text: "the" }]] },
    { type: "slot", name: "deviceName" },
  ]);
});

test("groups may hold groups and slots", () => {
  const template = parseTemplate("(set [the] {a}|put {b}) (to|at) {c}");
  assert.deepEqual(slotsOf(template), ["a", "b", "c"]);
});

test("a mistake in a template is told with its position", () => {
  const cases: Readonly<Record<string, readonly [position: number, problem: RegExp]>> = {
    "turn (on|off the lamp": [6, /"\(" is never closed with "\)"/],
    "turn [on the lamp": [6, /"\[" is never closed with "\]"/],
    "turn on {device": [9, /"\{" is never closed/],
    "turn on) lamp": [8, /"\)" closes nothing/],
    "turn on} lamp": [8, /"\}" closes nothing/],
    "turn on|off": [8, /"\|" stands only inside/],
    "turn (on|) lamp": [10, /is missing here/],
    "turn {} on": [6, /a slot is the name of one parameter/],
    "turn {two words} on": [6, /a slot is the name of one parameter/],
    "{deviceName}": [13, /has no word that must be said/],
    "[please] {deviceName}": [22, /has no word that must be said/],
    "": [1, /has no word/],
  };
  for (const [sentence, [position, problem]] of Object.entries(cases)) {
    assert.throws(
      () => parseTemplate(sentence),
      (error) => {
        assert.ok(error instanceof TemplateError, sentence);
        assert.equal(error.code, "invalid_template");
        assert.equal(error.position, position, sentence);
        assert.match(error.message, problem);
        assert.ok(error.message.includes(`position ${position}`));
        return true;
      },
    );
  }
});

test("a template that is nested without end is refused", () => {
  assert.throws(() => parseTemplate(`a ${"(".repeat(100)}`), { message: /nested more than 20 deep/ });
});
