import assert from "node:assert/strict";
import test from "node:test";

import { createScriptedModel, type Script, type ScriptedStep } from "../../src/testing.ts";
import { toolName } from "../../src/tools/tool.ts";
import { houseTools } from "./house-tools.ts";
import { withRecordedTurns, type RecordedTurn } from "./recorded-turns.ts";
import { houseRequests } from "./requests.ts";
import { runTrial, type Trial } from "./trial.ts";

/** What is found when a model says this to one of the requests. */
async function judge(question: string, ...script: Script<ScriptedStep>[]): Promise<Trial> {
  const request =
    houseRequests.find(({ text }) => text === question) ?? assert.fail(`not asked: ${question}`);
  const turns: RecordedTurn[] = [];
  return runTrial(withRecordedTurns(createScriptedModel(script), turns), turns, request, 10_000);
}

function calling(name: string, args: object): ScriptedStep[] {
  return [{ calls: [{ name, arguments: args }] }];
}

function verdictOf({ hasRightTool, hasRightArguments, hasAnswer }: Trial): boolean[] {
  return [hasRightTool, hasRightArguments, hasAnswer];
}

const lampQuestion = "Turn on the lamp in the kitchen.";
const lampOn = calling("switch_lamp", { room: "kitchen", state: "on" });

test("there are twenty requests, each for tools that the house has", () => {
  assert.equal(new Set(houseRequests.map(({ text }) => text)).size, 20);
  const names = new Set(houseTools.map(toolName));
  for (const { tool } of houseRequests.flatMap(({ expected }) => expected)) assert.ok(names.has(tool), tool);
});

test("a request that was met is right in every respect", async () => {
  const trial = await judge(lampQuestion, lampOn, "The lamp is on.");
  assert.deepEqual(verdictOf(trial), [true, true, true]);
  assert.deepEqual([trial.repairs, trial.textCalls, trial.error], [[], 0, undefined]);
});

test("what was mended on the way is counted", async () => {
  const written =
    '<tool_call>{"name":"dim_lamp","arguments":{"room":"Living Room","level":"30"}}</tool_call>';
  const trial = await judge("Dim the living room lamp to 30 percent.", written, "Done.");
  assert.deepEqual(verdictOf(trial), [true, true, true]);
  assert.deepEqual([trial.repairs.toSorted(), trial.textCalls], [["enum", "text", "type"], 1]);
});

test("the wrong room is the right tool with wrong arguments, and so is a lamp too many", async () => {
  const office = calling("switch_lamp", { room: "office", state: "on" });
  assert.deepEqual(verdictOf(await judge(lampQuestion, office, "On.")), [true, false, true]);
  assert.deepEqual(verdictOf(await judge(lampQuestion, [...lampOn, ...office], "On.")), [true, false, true]);
});

test("a timer that was set twice is one too many", async () => {
  const tenMinutes = calling("set_timer", { minutes: 10 });
  const trial = await judge("Set a timer for 10 minutes.", tenMinutes, tenMinutes, "Set.");
  assert.deepEqual(verdictOf(trial), [true, false, true]);
});

test("words are no call, and a call, a placeholder or a failure is no answer", async () => {
  assert.deepEqual(verdictOf(await judge(lampQuestion, "It is on.")), [false, false, true]);
  for (const text of ['{"name":"lamp","arguments":{}}', "<your answer>", "Error: no", ""]) {
    assert.deepEqual(verdictOf(await judge(lampQuestion, lampOn, text, text)), [true, true, false], text);
  }
});

test("equivalent arguments are as good: another expression, a default that is said, a label", async () => {
  const product = await judge(
    "What is 17 times 23?",
    calling("calculate", { expression: "23*(10+7)" }),
    "391",
  );
  const weather = await judge(
    "What is the weather in Paris today?",
    calling("get_weather", { city: "Paris, France" }),
    "Rain.",
  );
  const timer = await judge(
    "Set a timer for 10 minutes.",
    calling("set_timer", { minutes: 10, label: "tea" }),
    "Set.",
  );
  for (const trial of [product, weather, timer]) assert.deepEqual(verdictOf(trial), [true, true, true]);
});

test("where nothing was asked for, no call is right and any call is wrong", async () => {
  assert.deepEqual(verdictOf(await judge("Thank you, that was all.", "Good night.")), [true, true, true]);
  assert.deepEqual(verdictOf(await judge("Thank you, that was all.", lampOn, "On.")), [false, false, true]);
});

test("a model that fails is a figure with its error", async () => {
  const trial = await judge(lampQuestion, [{ error: "out of memory" }]);
  assert.deepEqual(verdictOf(trial), [false, false, false]);
  assert.match(trial.error ?? "", /out of memory/);
});
