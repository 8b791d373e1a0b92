import { toClause, type Clause } from "./clause.ts";
import { Draft, type Missing } from "./draft.ts";
import { fillChoices } from "./fill-choices.ts";
import { fillMoments } from "./fill-moments.ts";
import { faultOf, fillNumbers } from "./fill-numbers.ts";
import { fillArithmetic, fillBooleans } from "./fill-typed.ts";
import { readHalfAlone, type DateSpan } from "./language/dates.ts";
import { withoutPoliteness } from "./language/politeness.ts";
import { toTokens, type Token } from "./language/tokens.ts";
import { prepositions } from "./language/words.ts";
import type { Parameter } from "./parameters.ts";
import type { ToolProfile } from "./profile.ts";
import { toTextValues, type TextParameter } from "./text-values.ts";

/** Words that are nothing but the value of one parameter: in a template's slot, or in answer to a question. */
export type ParsedValue = { readonly values: readonly unknown[] } | { readonly missing: Missing } | undefined;

export function parseValue(
  source: string,
  tokens: readonly Token[],
  parameter: Parameter,
  profile: ToolProfile,
  now: Date,
  understood?: DateSpan,
): ParsedValue {
  const alone: ToolProfile = {
    ...profile,
    parameters: [{ ...parameter, isRequired: true }],
    // "Five people" names what is counted.
    termOf: (token) => (parameter.kind.type === "number" ? profile.termOf(token) : undefined),
  };
  const clause = withUnderstood(toClause(source, tokens, now), understood);
  if (parameter.kind.type === "text") {
    // Word for word, and so with its "please"; a number is a name here, as nothing else can be meant.
    const values = toTextValues(
      new Draft({ ...clause, tokens, numbers: [] }, alone),
      parameter as TextParameter,
      {
        from: 0,
        to: tokens.length,
      },
    );
    return values && { values };
  }
  const draft = new Draft(clause, alone);
  fillArithmetic(draft);
  fillMoments(draft, now);
  fillChoices(draft);
  fillBooleans(draft);
  fillNumbers(draft);
  const found = valueIn(draft, parameter) ?? bareNumber(draft, parameter);
  return draft.tokens.some((_, index) => draft.isOther(index)) ? undefined : found;
}

/** "Tomorrow" was said, and the answer "at 3 pm" is about that day. */
function withUnderstood(clause: Clause, understood: DateSpan | undefined): Clause {
  if (understood === undefined) return clause;
  const half = readHalfAlone(clause.tokens, understood);
  const dates = half === undefined ? clause.dates.map((span) => ({ ...understood, ...span })) : [half];
  return { ...clause, dates };
}

function valueIn(draft: Draft, parameter: Parameter): ParsedValue {
  const values = draft.values.get(parameter.name);
  if (values !== undefined) return { values };
  const missing = draft.missing.get(parameter.name);
  return missing && { missing: { ...missing, parameter } };
}

/** "How long, in seconds?" may be answered with the number alone. */
function bareNumber(draft: Draft, parameter: Parameter): ParsedValue {
  const { kind } = parameter;
  const [span, second] = draft.clause.numbers;
  if (kind.type !== "number" || span === undefined || second !== undefined) return undefined;
  if (span.unit !== undefined || span.isShare || !draft.isFree(span.from, span.to)) return undefined;
  draft.take(span.from, span.to);
  const fault = faultOf(span.value, kind);
  return fault === undefined ? { values: [span.value] } : { missing: { parameter, fault } };
}

/** An answer, without "to" and "in": "To Bob." Of what was offered, nothing else can be meant. */
export function parseAnswer(text: string, missing: Missing, profile: ToolProfile, now: Date): ParsedValue {
  const parameter = withOptions(missing);
  const isContent = parameter.kind.type === "text" && parameter.kind.role === "content";
  const said = toTokens(text);
  const polite = isContent ? said : withoutPoliteness(said);
  // Of a time, "at" is a part.
  const hasPreposition =
    !isContent &&
    parameter.kind.type !== "moment" &&
    polite.length > 1 &&
    prepositions.has(polite[0]?.word ?? "");
  const tokens = withoutSomething(hasPreposition ? polite.slice(1) : polite);
  const plain = parameter.kind.type === "choice" ? withoutStandIns(tokens) : tokens;
  return parseValue(text, plain, parameter, profile, now, missing.understood);
}

/** "Something with mushrooms" */
const withoutSomething = (tokens: readonly Token[]): readonly Token[] =>
  /^(?:something|anything)$/.test(tokens[0]?.word ?? "") && prepositions.has(tokens[1]?.word ?? "")
    ? tokens.slice(2)
    : tokens;

/** "The one in the attic": what it stands for was asked about. */
const withoutStandIns = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ word }, index) => index === 0 || !/^ones?$/.test(word));

function withOptions({ parameter, options }: Missing): Parameter {
  const { kind } = parameter;
  if (options === undefined || kind.type !== "choice") return parameter;
  return {
    ...parameter,
    kind: { ...kind, values: kind.values.filter(({ value }) => options.includes(value)) },
  };
}
