import assert from "node:assert/strict";
import { test } from "node:test";
import { createOperator } from "../../src/operator.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { collect } from "./collect.ts";
import { defineTool as define } from "./define-tool.ts";

const room = { type: "string", enum: ["kitchen", "hall"] };

/** One tool for each way, as many houses have them. */
const tools: readonly Tool[] = [
  define("light_on", "Turns the light in a room on.", { room }),
  define("light_off", "Turns the light in a room off.", { room }),
  define("turn_on_fan", "Starts the fan."),
  define("turn_off_fan", "Stops the fan."),
  define("blinds_up", "Raises the blinds."),
  define("blinds_down", "Lowers the blinds."),
];

async function operate(content: string) {
  const [chunk] = await collect(createOperator().stream([{ role: "user", content }], { tools }));
  return chunk?.toolCalls.map(({ name, argumentsDelta }) => `${name} ${argumentsDelta}`);
}

test("a tool whose name says which way is called where that way is said, wherever it stands", async () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    "turn on the kitchen light": ['light_on {"room":"kitchen"}'],
    "turn the kitchen light on": ['light_on {"room":"kitchen"}'],
    "switch on the light in the hall": ['light_on {"room":"hall"}'],
    "switch the light on in the hall": ['light_on {"room":"hall"}'],
    "kitchen light on please": ['light_on {"room":"kitchen"}'],
    "put the hall light off": ['light_off {"room":"hall"}'],
    "kitchen light off": ['light_off {"room":"kitchen"}'],
    "turn on the kitchen light and turn off the hall light": [
      'light_on {"room":"kitchen"}',
      'light_off {"room":"hall"}',
    ],
    "turn on the fan": ["turn_on_fan {}"],
    "fan off": ["turn_off_fan {}"],
    "blinds down": ["blinds_down {}"],
    "put the blinds up": ["blinds_up {}"],
  };
  for (const [said, calls] of Object.entries(cases)) {
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual(await operate(said), calls, said);
  }
});

test("where no way is said, or it is not an order, none is gone", async () => {
  for (const said of [
    "the kitchen light",
    "turn the kitchen light",
    "the fan",
    "turn the fan",
    "the light in the hall is on",
    "is the kitchen light off?",
    "leave the kitchen light on tomorrow",
    "don't turn the hall light off",
    "the blinds are down",
    "turn on the bedroom light",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual(await operate(said), [], said);
  }
});
