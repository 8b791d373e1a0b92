import assert from "node:assert/strict";
import { test } from "node:test";
import { createOperator, type VocabularySentence } from "../../src/operator.ts";
import { collect } from "./collect.ts";
import { now } from "./expected.ts";
import { deviceNames, tools } from "./tools.ts";

const operator = createOperator({ values: { deviceName: deviceNames }, now: () => now });

/** What is said in slots that take any words. */
const anyWords: Readonly<Record<string, string>> = {
  expression: "2 plus 3",
  start: "tomorrow at 3 pm",
  time: "7 pm",
  symbol: "ACME",
};

function say({ sentence, values }: VocabularySentence, which: "first" | "last"): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const known = values[slot];
    if (known === "number") return "20";
    return known?.at(which === "first" ? 0 : -1) ?? anyWords[slot] ?? "Alpha";
  });
}

test("every tool has a sentence in the vocabulary, and each of them is understood as that tool", async () => {
  const vocabulary = operator.vocabulary(tools);
  assert.deepEqual(
    vocabulary.map(({ tool }) => tool),
    tools.map(({ name }) => name),
  );
  for (const sentence of vocabulary) {
    for (const which of ["first", "last"] as const) {
      const content = say(sentence, which);
      // oxlint-disable-next-line no-await-in-loop
      const [chunk] = await collect(operator.stream([{ role: "user", content }], { tools }));
      // What it still needs, as the level for "dim", it asks for: then it has understood the tool as well.
      const isAsked = chunk?.delta.startsWith(`To ${sentence.tool.replaceAll("_", " ")} I need `);
      const named = isAsked ? [sentence.tool] : chunk?.toolCalls.map(({ name }) => name);
      assert.deepEqual(named, [sentence.tool], `${content}: ${chunk?.delta}`);
    }
  }
});
