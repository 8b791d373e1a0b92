import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { createOperator } from "../../src/operator.ts";
import { collect } from "./collect.ts";
import { now, type Expected, type Request } from "./expected.ts";
import { keptRequests } from "./requests-kept.ts";
import { tuningRequests } from "./requests-tuning.ts";
import { deviceNames, tools } from "./tools.ts";

const operator = createOperator({ values: { deviceName: deviceNames }, now: () => now });

interface Judged {
  readonly text: string;
  readonly isRight: boolean;
  readonly isWrongAction: boolean;
}

async function judge([text, expected]: Request): Promise<Judged> {
  const [chunk] = await collect(operator.stream([{ role: "user", content: text }], { tools }));
  assert.ok(chunk !== undefined);
  const calls = chunk.toolCalls.map(({ name, argumentsDelta }) => ({
    name,
    args: JSON.parse(argumentsDelta) as unknown,
  }));
  const isRight =
    calls.length > 0 ? isDeepStrictEqual(calls, expected) : isRightAnswer(chunk.delta, expected);
  return { text, isRight, isWrongAction: calls.length > 0 && !isRight };
}

function isRightAnswer(answer: string, expected: Expected): boolean {
  const isQuestion = answer.endsWith("?");
  return expected === "noAction" || expected === (isQuestion ? "asks" : "refuses");
}

const judgeAll = (requests: readonly Request[]) => Promise.all(requests.map(judge));

test("the table has 300 requests at least, no two the same, over 15 tools and more, and half of them are kept apart", () => {
  const all = [...keptRequests, ...tuningRequests].map(([text]) => text.toLowerCase());
  assert.equal(new Set(all).size, all.length);
  assert.ok(keptRequests.length >= 150 && tuningRequests.length >= 150);
  assert.ok(tools.length >= 15);
  for (const half of [keptRequests, tuningRequests]) {
    const called = new Set(
      half.flatMap(([, expected]) => (typeof expected === "string" ? [] : expected)).map(({ name }) => name),
    );
    assert.deepEqual([...called].toSorted(), tools.map(({ name }) => name).toSorted());
    assert.ok(half.filter(([, expected]) => typeof expected === "string").length >= 45);
  }
});

test("of the kept half, at least 95 % are right", async () => {
  const judged = await judgeAll(keptRequests);
  const right = judged.filter(({ isRight }) => isRight).length;
  assert.ok(right / judged.length >= 0.95, `${right} of ${judged.length}`);
});

test("of the half that it was tuned with, at least 95 % are right", async () => {
  const judged = await judgeAll(tuningRequests);
  const missed = judged.filter(({ isRight }) => !isRight).map(({ text }) => text);
  assert.ok(missed.length / judged.length <= 0.05, missed.join("\n"));
});

test("no request of either half leads to a call that was not asked for", async () => {
  const judged = await judgeAll([...keptRequests, ...tuningRequests]);
  assert.deepEqual(
    judged.filter(({ isWrongAction }) => isWrongAction).map(({ text }) => text),
    [],
  );
});
