import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Message } from "../../src/chat/model.ts";
import { createOperator } from "../../src/operator.ts";
import { evaluateExpression } from "../../src/tools/builtins/expression/expression.ts";
import { collect } from "./collect.ts";
import { now, outcomesOf, type ExpectedCall, type Outcome, type Request } from "./expected.ts";
import { blindRequests } from "./requests-blind.ts";
import { ordinaryRequests } from "./requests-tuning-ordinary.ts";
import { deskRequests } from "./requests-tuning-desk.ts";
import { independentRequests } from "./requests-independent.ts";
import { familyRequests } from "./requests-kept-family.ts";
import { keptRequests } from "./requests-kept.ts";
import { independentTuningRequests } from "./requests-tuning-independent.ts";
import { paraphrasedRequests } from "./requests-tuning-paraphrases.ts";
import { spokenRequests } from "./requests-tuning-spoken.ts";
import { typedRequests } from "./requests-tuning-typed.ts";
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
    said.length === turns.length && outcomesOf(request[1]).some((outcome) => isOutcome(last, outcome));
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

interface Table {
  readonly title: string;
  readonly requests: readonly Request[];
  /** What it reached when it was last counted: it may not become worse. */
  readonly right: number;
}

/**
 * They judge, and the operator is not mended with what they miss: the family's was run once, when all was done. Of the
 * author's own, what broke on the way was looked at. A table that has been used to mend goes to the tuned ones.
 */
const keptTables: readonly Table[] = [
  { title: "the author's table, written before the operator", requests: keptRequests, right: 167 },
  {
    title: "requests of a family, by somebody who had seen only the tools",
    requests: familyRequests,
    right: 165,
  },
];

/** What the operator was mended with. How much of each was right when it was first seen is told in docs/operator.md. */
const tunedTables: readonly Table[] = [
  { title: "the author's requests", requests: tuningRequests, right: 457 },
  { title: "the author's paraphrases", requests: paraphrasedRequests, right: 323 },
  { title: "requests that a judge wrote for tuning", requests: independentTuningRequests, right: 147 },
  { title: "requests of a judge who had read nothing else", requests: independentRequests, right: 186 },
  { title: "requests of somebody who had seen only the tools", requests: blindRequests, right: 166 },
  {
    title: "requests of ordinary people, by somebody who had seen only the tools",
    requests: ordinaryRequests,
    right: 195,
  },
  { title: "requests from home and from a desk, by another", requests: deskRequests, right: 165 },
  { title: "requests as people talk", requests: spokenRequests, right: 191 },
  { title: "requests as people type", requests: typedRequests, right: 199 },
];

const requestsOf = (tables: readonly Table[]) => tables.flatMap(({ requests }) => requests);

test("kept and tuned tables have 150 requests at least over all tools, many of which ask for nothing, and none twice", () => {
  const kept = requestsOf(keptTables);
  const tuned = requestsOf(tunedTables);
  // People who know nothing of each other all say "what time is it?"; the author did not write a kept request twice.
  for (const requests of [
    [...keptRequests, ...tuningRequests],
    ...tunedTables.map((table) => table.requests),
  ]) {
    const texts = requests.map((each) => textOf(each).toLowerCase());
    assert.deepEqual(texts, [...new Set(texts)]);
  }
  assert.ok(tools.length >= 15);
  for (const requests of [kept, tuned]) {
    assert.ok(requests.length >= 150);
    const outcomes = requests.flatMap(([, expected]) => outcomesOf(expected));
    const called = new Set(
      outcomes.flatMap((outcome) => (typeof outcome === "string" ? [] : outcome)).map(({ name }) => name),
    );
    assert.deepEqual([...called].toSorted(), tools.map(({ name }) => name).toSorted());
    assert.ok(requests.filter(([, expected]) => typeof expected === "string").length >= 45);
  }
});

for (const { title, requests, right } of [...keptTables, ...tunedTables]) {
  test(`${title}: at least ${right} of ${requests.length} are right, and none leads to a call that was not asked for`, async () => {
    const judged = await judgeAll(requests);
    const wrong = judged.filter(({ isWrongAction }) => isWrongAction).map(({ text }) => text);
    assert.deepEqual(wrong, []);
    const missed = judged.filter(({ isRight }) => !isRight).map(({ text }) => text);
    assert.ok(judged.length - missed.length >= right, missed.join("\n"));
  });
}

test("of the kept tables, at least 95 % are right", async () => {
  const judged = await judgeAll(requestsOf(keptTables));
  const right = judged.filter(({ isRight }) => isRight).length;
  assert.ok(right / judged.length >= 0.95, `${right} of ${judged.length}`);
});
