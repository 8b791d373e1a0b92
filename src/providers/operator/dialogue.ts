import type { Message } from "../../chat/model.ts";
import type { ToolArguments } from "../../tools/tool.ts";
import type { Missing } from "./draft.ts";
import { withoutPoliteness } from "./language/politeness.ts";
import { toStems, toTokens } from "./language/tokens.ts";
import { parseAnswer, type ParsedValue } from "./parse-value.ts";
import { askFor, askWhich, labelsOf, refuse } from "./phrases.ts";
import type { Reading } from "./reading.ts";
import type { ToolIndex } from "./tool-index.ts";
import { understand } from "./understand.ts";
import type { Understanding } from "./understanding.ts";

/** What is to be done about what a person said. */
export type Outcome =
  | { readonly kind: "calls"; readonly readings: readonly Reading[] }
  | { readonly kind: "question"; readonly text: string; readonly pending: Pending }
  | { readonly kind: "refusal"; readonly text: string; readonly understanding: Understanding };

/** A question that was asked, and what hangs on its answer. */
type Pending =
  | {
      readonly kind: "missing";
      readonly readings: readonly Reading[];
      readonly at: number;
      readonly missing: Missing;
    }
  | { readonly kind: "tie"; readonly readings: readonly Reading[] };

/** So many questions and answers are looked at to know what the last answer is about. */
const maxTurns = 8;

/**
 * What the last thing said comes to. Nothing is remembered between turns: whether it answers a question is worked out from
 * the conversation itself, which may have been saved and loaded in between.
 */
export function respond(messages: readonly Message[], index: ToolIndex, now: Date): Outcome {
  const turns = lastTurns(messages);
  let outcome: Outcome | undefined;
  for (const { text, answered } of turns) {
    const isAnswer = outcome?.kind === "question" && answered === outcome.text;
    outcome =
      isAnswer && outcome?.kind === "question"
        ? continueWith(outcome.pending, text, index, now)
        : begin(text, index, now);
  }
  return outcome ?? begin("", index, now);
}

/** What a person said, each with what was said to them before. */
function lastTurns(messages: readonly Message[]): { text: string; answered: string | undefined }[] {
  const turns: { text: string; answered: string | undefined }[] = [];
  let said: string | undefined;
  for (const message of messages) {
    if (message.role === "assistant") said = message.toolCalls?.length ? undefined : message.content;
    if (message.role !== "user") continue;
    turns.push({ text: message.content, answered: said });
    said = undefined;
  }
  // Only a chain of questions reaches back; before its beginning nothing counts.
  const recent = turns.slice(-maxTurns);
  const start = recent.findLastIndex(({ answered }) => answered === undefined || !answered.endsWith("?"));
  return recent.slice(Math.max(0, start));
}

function begin(text: string, index: ToolIndex, now: Date): Outcome {
  const understanding = understand(text, index, now);
  switch (understanding.kind) {
    case "requests":
      return conclude(understanding.readings);
    case "tie":
      return { kind: "question", text: askWhich(understanding.readings), pending: understanding };
    default:
      return { kind: "refusal", text: refuse(understanding, index), understanding };
  }
}

/** All requests of a sentence or none: what is missing is asked for before anything is done. */
function conclude(readings: readonly Reading[]): Outcome {
  const at = readings.findIndex(({ missing }) => missing.length > 0);
  const reading = readings[at];
  const missing = reading?.missing[0];
  if (reading === undefined || missing === undefined) return { kind: "calls", readings };
  return {
    kind: "question",
    text: askFor(missing, reading.profile),
    pending: { kind: "missing", readings, at, missing },
  };
}

const cancelled =
  /^\W*(?:no(?:ne|thing|pe)?|neither(?: of them)?|never ?mind|cancel(?: (?:it|that))?|stop|forget (?:it|that)|nothing|leave it)\W*$/i;

function continueWith(pending: Pending, text: string, index: ToolIndex, now: Date): Outcome {
  if (
    cancelled.test(text) &&
    !(pending.kind === "missing" && pending.missing.parameter.kind.type === "boolean")
  ) {
    return { kind: "refusal", text: "All right, I did nothing.", understanding: { kind: "nothing" } };
  }
  return pending.kind === "tie"
    ? choose(pending.readings, text, index, now)
    : fillIn(pending, text, index, now);
}

/** "The second", "2", or words that only one of them goes by. */
function choose(readings: readonly Reading[], text: string, index: ToolIndex, now: Date): Outcome {
  const chosen = readings[ordinalOf(text)] ?? onlyNamed(readings, text);
  return chosen === undefined ? begin(text, index, now) : conclude([chosen]);
}

const ordinals = [
  /^\W*(?:(?:the )?(?:first|former)(?: one)?|(?:number )?(?:1|one)|1st)\W*$/i,
  /^\W*(?:(?:the )?(?:second|latter)(?: one)?|(?:number )?(?:2|two)|2nd)\W*$/i,
  /^\W*(?:(?:the )?third(?: one)?|(?:number )?(?:3|three)|3rd)\W*$/i,
];

function ordinalOf(text: string): number {
  const said = withoutPoliteness(toTokens(text));
  const from = said[0]?.start ?? 0;
  return ordinals.findIndex((ordinal) => ordinal.test(text.slice(from, said.at(-1)?.end)));
}

function onlyNamed(readings: readonly Reading[], text: string): Reading | undefined {
  const said = new Set(toStems(text));
  const labels = labelsOf(readings).map(toStems);
  const shared = (stem: string) => labels.every((label) => label.includes(stem));
  const fitting = readings.filter((_, at) => labels[at]?.some((stem) => said.has(stem) && !shared(stem)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function fillIn(
  pending: Extract<Pending, { kind: "missing" }>,
  text: string,
  index: ToolIndex,
  now: Date,
): Outcome {
  const { readings, at, missing } = pending;
  const reading = readings[at];
  if (reading === undefined) return begin(text, index, now);
  const { kind } = missing.parameter;
  const isNewRequest =
    !(kind.type === "text" && kind.role !== "name") && begin(text, index, now).kind === "calls";
  const parsed = isNewRequest
    ? undefined
    : (parseAnswer(text, missing, reading.profile, now) ?? optionByPlace(missing, text));
  if (parsed === undefined) return begin(text, index, now);
  if ("missing" in parsed) {
    return {
      kind: "question",
      text: askFor(parsed.missing, reading.profile),
      pending: { ...pending, missing: parsed.missing },
    };
  }
  const filled = withValues(reading, missing, parsed.values);
  if (!isPossible(filled)) {
    const fault = { ...missing, fault: "the tool does not take that" };
    return {
      kind: "question",
      text: askFor(fault, reading.profile),
      pending: { ...pending, missing: fault },
    };
  }
  return conclude(readings.with(at, filled));
}

/** "The second one" of those that were offered. */
function optionByPlace({ options = [] }: Missing, text: string): ParsedValue {
  const at = ordinalOf(text);
  return at >= 0 && at < options.length ? { values: [options[at]] } : undefined;
}

function withValues(reading: Reading, { parameter }: Missing, values: readonly unknown[]): Reading {
  const calls = reading.calls.flatMap((args) =>
    values.map((value): ToolArguments => ({ ...args, [parameter.name]: value })),
  );
  return {
    ...reading,
    calls,
    missing: reading.missing.filter((each) => each.parameter.name !== parameter.name),
  };
}

function isPossible({ calls, missing, profile }: Reading): boolean {
  return missing.length > 0 || calls.every((args) => profile.takes(args));
}
