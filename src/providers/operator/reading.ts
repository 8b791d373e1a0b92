import type { ToolArguments } from "../../tools/tool.ts";
import type { Clause } from "./clause.ts";
import { Draft, type Missing } from "./draft.ts";
import { fillChoices } from "./fill-choices.ts";
import { fillTexts } from "./fill-text.ts";
import { fillMoments } from "./fill-moments.ts";
import { fillNumbers } from "./fill-numbers.ts";
import { fillArithmetic, fillBooleans } from "./fill-typed.ts";
import { toStem } from "./language/stem.ts";
import { isEndingVerb, mayMean } from "./language/thesaurus.ts";
import { toStems, type Token } from "./language/tokens.ts";
import { fillImplied } from "./implied-choices.ts";
import { isNegation } from "./language/words.ts";
import type { Parameter } from "./parameters.ts";
import type { ToolProfile } from "./profile.ts";

/** What a clause means if it means this tool. */
export interface Reading {
  readonly profile: ToolProfile;
  /** One for each call: "the lamp and the fan" is two. Not whole while something is missing. */
  readonly calls: readonly ToolArguments[];
  /** What has to be asked for. */
  readonly missing: readonly Missing[];
  /** Words that nothing accounts for: with any of them, nothing is done. */
  readonly unexplained: readonly Token[];
  /** How much speaks for the tool. */
  readonly score: number;
  /** With a name that was told by one of its words alone. */
  readonly isInPart?: true;
  /** Of a template with words in a slot that could be anything. */
  readonly isOpen?: true;
  /** What a template wants said when it is done. */
  readonly answer?: string;
}

/** `undefined` where the clause cannot be about the tool, as a question is about none that changes something. */
export function readClause(
  clause: Clause,
  profile: ToolProfile,
  now: Date,
  nameStems: ReadonlySet<string>,
): Reading | undefined {
  if (clause.isQuestion && !profile.isReading) return undefined;
  const draft = new Draft(clause, profile);
  fillArithmetic(draft);
  fillMoments(draft, now);
  fillChoices(draft);
  fillBooleans(draft);
  fillNumbers(draft);
  fillImplied(draft);
  fillTexts(draft);
  if (takesForeignName(draft, nameStems)) draft.evidence -= foreignName;
  const unexplained = clause.tokens.filter(
    (token, index) => draft.isOther(index) || (draft.isFree(index) && isNegation(token.word)),
  );
  return toReading(draft, unexplained);
}

/** What speaks against a reading in which the name of something that is known, a room or a device, is just any text. */
const foreignName = 1;

function takesForeignName({ profile, values }: Draft, nameStems: ReadonlySet<string>): boolean {
  return profile.parameters.some(({ name, kind }) => {
    const value = kind.type === "text" && kind.role === "name" ? values.get(name)?.flat()[0] : undefined;
    return typeof value === "string" && toStems(value).every((stem) => nameStems.has(stem));
  });
}

function toReading(draft: Draft, unexplained: readonly Token[]): Reading {
  const { profile } = draft;
  const missing = profile.parameters
    .filter(({ name, isRequired }) => !draft.values.has(name) && (isRequired || draft.missing.has(name)))
    .map((parameter) => draft.missing.get(parameter.name) ?? { parameter });
  const score = evidenceFor(draft);
  if (unexplained.length > 0) return { profile, calls: [], missing, unexplained, score };
  const calls = toCalls(draft.values, profile.parameters);
  // Values that the schema refuses were not meant as such.
  if (lacksEnding(draft) || lacksWay(draft))
    return { profile, calls: [], missing, unexplained: draft.tokens, score };
  const isMeant =
    !draft.isContradictory &&
    isAnchored(draft) &&
    (missing.length > 0 || calls.every((args) => profile.takes(args)));
  const { isInPart } = draft;
  return {
    profile,
    calls,
    missing,
    unexplained: isMeant ? [] : draft.tokens,
    score,
    ...(isInPart && { isInPart }),
  };
}

/** What ends, takes away or undoes something is done only where that is said: "water the roses" stops no watering. */
function lacksEnding({ profile, tokens, clause }: Draft): boolean {
  const verb = toStem(profile.words[0] ?? "");
  if (clause.isContinued || profile.isReading || profile.words.length < 2 || !isEndingVerb(verb))
    return false;
  return !tokens.some(({ stem }) => stem === verb || mayMean(stem, verb));
}

const lacksWay = ({ profile: { way }, tokens, clause }: Draft): boolean =>
  way !== undefined && !clause.isContinued && !tokens.some(({ word }) => word === way);

/** One word at least that is the tool's and hardly any other's. */
const anchorWeight = 2;

function isAnchored(draft: Draft): boolean {
  if (!draft.hasRest) return true;
  const weights = draft.tokens.map((_, index) =>
    draft.isHard(index) ? (draft.termAt(index)?.weight ?? 0) : 0,
  );
  return Math.max(draft.innerWeight, draft.enumWeight + Math.max(0, ...weights)) >= anchorWeight;
}

function evidenceFor(draft: Draft): number {
  const words = wordEvidence(draft);
  // What is asked is to be told something, which is what a reading tool does.
  const mood = words + draft.innerWeight > 0 && draft.clause.isQuestion ? 0.5 : 0;
  return draft.evidence + words + mood;
}

/** Each word of the tool counts once, however often it is said. */
function wordEvidence(draft: Draft): number {
  const seen = new Map<string, number>();
  for (const [index, { stem }] of draft.tokens.entries()) {
    const term = draft.isGlue(index) ? undefined : draft.termAt(index);
    if (term !== undefined) seen.set(stem, term.weight);
  }
  let sum = 0;
  for (const weight of seen.values()) sum += weight;
  return sum;
}

/** Several values of one parameter are several calls; nobody means all pairs of several. */
export function toCalls(
  values: ReadonlyMap<string, readonly unknown[]>,
  parameters: readonly Parameter[],
): ToolArguments[] {
  const count = Math.max(1, ...Array.from(values.values(), ({ length }) => length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      parameters
        .filter(({ name }) => values.has(name))
        .map(({ name }) => {
          const all = values.get(name) ?? [];
          return [name, all[Math.min(index, all.length - 1)]];
        }),
    ),
  );
}
