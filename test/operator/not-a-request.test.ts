import assert from "node:assert/strict";
import { test } from "node:test";
import { createOperator } from "../../src/operator.ts";
import { collect } from "./collect.ts";
import { now } from "./expected.ts";
import { sentencesThatAskForNothing } from "./sentences-that-ask-for-nothing.ts";
import { deviceNames, tools } from "./tools.ts";

const operator = createOperator({ values: { deviceName: deviceNames }, now: () => now });

const orders = [
  "turn on the kitchen light",
  "switch the bedroom heater off",
  "dim the living room lamp to 30 percent",
  "set the thermostat to 21 degrees",
  "lock the front door",
  "unlock the garage door",
  "turn the volume up",
  "mute the speaker",
  "play some jazz",
  "set a timer for ten minutes",
  "set a timer for ten minutes for the eggs",
  "add milk and eggs to the shopping list",
  "set an alarm for 7 am",
  "book a table for four at Luigi's on Friday at 7 pm",
  "schedule lunch with Sam tomorrow at noon",
  "lock the back door and turn off the hallway light",
];

/** Whatever is told so is denied, put off, asked about, told of, or was said by somebody else. */
const beginnings = `
  don't | please don't | never | do not | I didn't | if it rains | when I get home | as soon as Anna arrives | Anna said | Anna told me to |
  should I | why should I | do you want me to | I was about to | you told me to | how do I | tell me how to | what happens if I | what if I |
  I'm not going to | I'd rather not | I would never | imagine if I | pretend to | I might | maybe I'll | I will | I'll | we used to | they always |
  remember not to | there's no need to | no need to | it's too early to | I'm too lazy to | who asked you to | did you | is it safe to |
  I forgot to | I refuse to | the plan is to | it would be silly to | nobody wants you to | you were supposed to | can I | am I allowed to |
  would it help to | once it's dark | after dinner | before you go | unless I call | in case it rains | next week | every day |
  suppose I | let's not | try not to | avoid | stop trying to
`;
const ends = `
  if it rains | unless I call | when I get home | later | next week | every day | once I leave | as soon as it's dark | after dinner | before you go |
  or not | but don't do it yet | - no, wait | ? no | except on Sundays | only if it's dark | until noon | in case it rains | , she said | yesterday
`;

const phrases = (list: string) => list.trim().split(/\s*\|\s*/);

/** Those that lead to a call. */
async function calledBy(sentences: readonly string[]): Promise<readonly string[]> {
  const called: string[] = [];
  for (const content of sentences) {
    // oxlint-disable-next-line no-await-in-loop
    const [chunk] = await collect(operator.stream([{ role: "user", content }], { tools }));
    if (chunk?.toolCalls.length !== 0) called.push(content);
  }
  return called;
}

test("an order that is denied, put off, doubted or reported leads to no call", async () => {
  const said = orders.flatMap((order) => [
    ...phrases(beginnings).map((beginning) => `${beginning} ${order}`),
    ...phrases(ends).map((end) => `${order} ${end}`),
  ]);
  assert.deepEqual(await calledBy(said), []);
});

test("small talk, stories and what no tool can do lead to no call", async () => {
  assert.ok(sentencesThatAskForNothing.length > 500);
  assert.deepEqual(await calledBy(sentencesThatAskForNothing), []);
});

test("the same orders as they stand are carried out", async () => {
  for (const content of orders) {
    // oxlint-disable-next-line no-await-in-loop
    const [chunk] = await collect(operator.stream([{ role: "user", content }], { tools }));
    assert.ok((chunk?.toolCalls.length ?? 0) > 0, content);
  }
});
