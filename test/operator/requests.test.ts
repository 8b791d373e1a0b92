import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Message } from "../../src/chat/model.ts";
import { createOperator } from "../../src/operator.ts";
import { evaluateExpression } from "../../src/tools/builtins/expression/expression.ts";
import { collect } from "./collect.ts";
import { now, type ExpectedCall, type Outcome, type Request } from "./expected.ts";
import { blindRequests } from "./requests-blind.ts";
import { independentRequests } from "./requests-independent.ts";
import { keptRequests } from "./requests-kept.ts";
import { independentTuningRequests } from "./requests-tuning-independent.ts";
import { tuningRequests } from "./requests-tuning.ts";
import { deviceNames, tools } from "./tools.ts";

const operator = createOperator({ values: { deviceName: deviceNames }, now: () => now });

interface Judged {
  readonly text: string;
  readonly isRight: boolean;
  readonly isWrongAction: boolean;
}

interface Said {
  readonly calls: readonly ExpectedCall[];
  readonly answer: string;
}

const turnsOf = ([said]: Request): readonly string[] => (typeof said === "string" ? [said] : said);
const textOf = (request: Request): string => turnsOf(request).join(" / ");
const outcomesOf = ([, expected]: Request): readonly Outcome[] =>
  typeof expected === "object" && "anyOf" in expected ? expected.anyOf : [expected];

/** Plays the turns; a call ends the conversation, as those before the last must lead to none. */
async function converse(turns: readonly string[]): Promise<readonly Said[]> {
  const messages: Message[] = [];
  const said: Said[] = [];
  for (const turn of turns) {
    messages.push({ role: "user", content: turn });
    // Each turn depends on what was answered to the one before.
    // oxlint-disable-next-line no-await-in-loop
    const [chunk] = await collect(operator.stream(messages, { tools }));
    assert.ok(chunk !== undefined);
    const calls = chunk.toolCalls.map(({ name = "", argumentsDelta }) => ({
      name,
      args: JSON.parse(argumentsDelta) as ExpectedCall["args"],
    }));
    said.push({ calls, answer: chunk.delta });
    if (calls.length > 0) break;
    messages.push({ role: "assistant", content: chunk.delta });
  }
  return said;
}

async function judge(request: Request): Promise<Judged> {
  const turns = turnsOf(request);
  const said = await converse(turns);
  const last = said.at(-1);
  assert.ok(last !== undefined);
  const isRight =
    said.length === turns.length && outcomesOf(request).some((outcome) => isOutcome(last, outcome));
  return { text: textOf(request), isRight, isWrongAction: last.calls.length > 0 && !isRight };
}

function isOutcome({ calls, answer }: Said, outcome: Outcome): boolean {
  if (calls.length > 0)
    return typeof outcome !== "string" && isDeepStrictEqual(calls.map(withSum), outcome.map(withSum));
  return outcome === "noAction" || outcome === (answer.endsWith("?") ? "asks" : "refuses");
}

/** "9+10" is as good as "9 + 10". */
function withSum({ name, args }: ExpectedCall): ExpectedCall {
  const { expression } = args;
  if (name !== "calculate" || typeof expression !== "string") return { name, args };
  return { name, args: { result: evaluateExpression(expression) } };
}

const judgeAll = (requests: readonly Request[]) => Promise.all(requests.map(judge));

const tuned = [...tuningRequests, ...independentTuningRequests];

test("the tables have 300 requests at least, no two the same, over 15 tools and more, and half of them are kept apart", () => {
  const all = [...keptRequests, ...independentRequests, ...tuned].map((each) => textOf(each).toLowerCase());
  assert.equal(new Set(all).size, all.length);
  assert.ok(keptRequests.length >= 150 && independentRequests.length >= 150 && tuned.length >= 150);
  assert.ok(tools.length >= 15);
  for (const table of [keptRequests, independentRequests, tuned]) {
    const outcomes = table.flatMap(outcomesOf);
    const called = new Set(
      outcomes.flatMap((outcome) => (typeof outcome === "string" ? [] : outcome)).map(({ name }) => name),
    );
    assert.deepEqual([...called].toSorted(), tools.map(({ name }) => name).toSorted());
    assert.ok(table.filter(([, expected]) => typeof expected === "string").length >= 45);
  }
});

test("of the kept half, at least 95 % are right", async () => {
  const judged = await judgeAll(keptRequests);
  const right = judged.filter(({ isRight }) => isRight).length;
  assert.ok(right / judged.length >= 0.95, `${right} of ${judged.length}`);
});

// What it reached when they were last counted: the figures of docs/operator.md. It may not become worse.
for (const { by, requests, right, wrong } of [
  { by: "a judge who mended the operator afterwards", requests: independentRequests, right: 176, wrong: 2 },
  { by: "somebody who has seen nothing but the tools", requests: blindRequests, right: 140, wrong: 2 },
]) {
  test(`of the requests by ${by}, at least ${right} are right, and at most ${wrong} lead to another call`, async () => {
    const judged = await judgeAll(requests);
    const rightCount = judged.filter(({ isRight }) => isRight).length;
    const wrongCount = judged.filter(({ isWrongAction }) => isWrongAction).length;
    assert.ok(rightCount >= right && wrongCount <= wrong, `${rightCount} right, ${wrongCount} wrong`);
  });
}

test("of the requests that it was tuned with, at least 95 % are right", async () => {
  const judged = await judgeAll(tuned);
  const missed = judged.filter(({ isRight }) => !isRight).map(({ text }) => text);
  assert.ok(missed.length / judged.length <= 0.05, missed.join("\n"));
});

test("no request of the kept half, or that it was tuned with, leads to a call that was not asked for", async () => {
  const judged = await judgeAll([...keptRequests, ...tuned]);
  assert.deepEqual(
    judged.filter(({ isWrongAction }) => isWrongAction).map(({ text }) => text),
    [],
  );
});
