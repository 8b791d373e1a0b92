import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { toTokens } from "./language/tokens.ts";
import { compileTemplate } from "./match-template.ts";
import { parseTemplate, type TemplateSequence } from "./template.ts";

function match(template: string, sentence: string) {
  const tokens = toTokens(sentence);
  const found = compileTemplate(parseTemplate(template))(tokens, () => true);
  if (found === undefined) return undefined;
  return Object.fromEntries(
    Array.from(found.slots, ([name, { from, to }]) => [
      name,
      tokens
        .slice(from, to)
        .map(({ text }) => text)
        .join(" "),
    ]),
  );
}

test("a sentence fits a template from its beginning to its end", () => {
  const template = "turn (on|off) [the] {deviceName}";
  assert.deepEqual(match(template, "turn on the kitchen light"), { deviceName: "kitchen light" });
  assert.deepEqual(match(template, "Turn off lamp"), { deviceName: "lamp" });
  for (const other of ["turn the lamp on", "please turn on the lamp", "turn on", "turned on the lamp"]) {
    assert.equal(match(template, other), undefined, other);
  }
});

test("slots end where the next word of the template begins", () => {
  assert.deepEqual(match("set {name} to {level} [percent]", "set the lamp next to me to 40 percent"), {
    name: "the lamp next",
    level: "me to 40",
  });
  assert.deepEqual(match("set {name} to {level} [percent]", "set lamp to 40 percent"), {
    name: "lamp",
    level: "40",
  });
});

test("where a value does not fit its slot, the next way to read the sentence is tried", () => {
  const tokens = toTokens("set the lamp next to me to 40");
  const isNumber = (name: string, from: number, to: number) =>
    name !== "level" || (to === from + 1 && tokens[from]?.kind === "number");
  const found = compileTemplate(parseTemplate("set {name} to {level}"))(tokens, isNumber);
  assert.deepEqual(found?.slots.get("level"), { from: 7, to: 8 });
  assert.equal(found?.wordCount, 2);
});

test("what was said in a group that was tried in vain is not told", () => {
  const tokens = toTokens("put x on y in z");
  const isLong = (name: string, from: number, to: number) => name === "b" || to === from + 3;
  const found = compileTemplate(parseTemplate("put {a} (in|on) {b}"))(tokens, isLong);
  assert.deepEqual(
    found?.chosen.map(({ word: said }) => said),
    ["in"],
  );
});

test("what was said in a group is told", () => {
  const found = compileTemplate(parseTemplate("(turn|switch) (on|off) lamp"))(
    toTokens("switch off lamp"),
    () => true,
  );
  assert.deepEqual(found?.chosen.map(({ word }) => word).toSorted(), ["off", "switch"]);
});

const word = fc.constantFrom("turn", "on", "the", "lamp", "set", "to");
const sequence = fc.letrec<{ part: string; group: string }>((tie) => ({
  part: fc.oneof({ maxDepth: 3 }, word, tie("group")),
  group: fc
    .tuple(fc.array(tie("part"), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([parts, isOptional]) => (isOptional ? `[${parts.join("|")}]` : `(${parts.join("|")})`)),
})).part;

test("every sentence that a template stands for fits it", () => {
  fc.assert(
    fc.property(fc.array(sequence, { maxLength: 5 }), fc.infiniteStream(fc.nat(5)), (parts, choices) => {
      const template = parseTemplate(["go", ...parts].join(" "));
      const sentence = say(template, choices).join(" ");
      assert.ok(
        compileTemplate(template)(toTokens(sentence), () => true),
        sentence,
      );
    }),
  );
});

function say(parts: TemplateSequence, choices: Iterator<number>): string[] {
  return parts.flatMap((part) => {
    if (part.type === "slot") return ["value"];
    if (part.type === "word") return [part.text];
    const choice = Number(choices.next().value);
    if (part.isOptional && choice === 0) return [];
    return say(part.options[choice % part.options.length] ?? [], choices);
  });
}

test("groups that are nested deep, and a long sentence, take no time that grows with both powers", () => {
  const template = parseTemplate(`go ${"[[a|a] [a|a]] ".repeat(40)} end`);
  assert.equal(
    compileTemplate(template)(toTokens("go " + "a ".repeat(300)), () => true),
    undefined,
  );
});
