import { findArithmetic, type ArithmeticSpan } from "./language/arithmetic.ts";
import { findDates, type DateSpan } from "./language/dates.ts";
import { findNumbers, type NumberSpan } from "./language/numbers.ts";
import { phrases, startsWith, withoutPoliteness } from "./language/politeness.ts";
import { toStem } from "./language/stem.ts";
import { isReadingVerb } from "./language/thesaurus.ts";
import type { Token } from "./language/tokens.ts";
import { isNegation, questionHeads, tellingHeads } from "./language/words.ts";

/** One request, with everything in it that is the same for every tool. */
export interface Clause {
  readonly source: string;
  readonly tokens: readonly Token[];
  /** The same before turns of phrase were put in a tool's words: what templates are held against. */
  readonly said: readonly Token[];
  readonly isQuestion: boolean;
  /** Has a sentence inside, as in "check that it can be reached". */
  readonly hasInner: boolean;
  readonly numbers: readonly NumberSpan[];
  readonly dates: readonly DateSpan[];
  readonly arithmetic: ArithmeticSpan | undefined;
}

export function toClause(source: string, tokens: readonly Token[], now: Date): Clause {
  const said = withoutPoliteness(tokens);
  const plain = withIdioms(said);
  return {
    source,
    tokens: plain,
    said,
    isQuestion: questionHeads.has(plain[0]?.word ?? ""),
    hasInner: hasInner(plain),
    numbers: findNumbers(plain),
    dates: findDates(plain, now),
    arithmetic: findArithmetic(plain),
  };
}

/** "Check that it can be reached", "check it can be reached". */
function hasInner([first, ...others]: readonly Token[]): boolean {
  const isAsked = first !== undefined && isReadingVerb(first.stem);
  return others.some(({ word }) => word === "that" || (isAsked && /^(?:is|are|can)$/.test(word)));
}

/** Why a sentence asks for nothing to be done, whatever the tools. */
export type Idle = "negated" | "capability" | "telling";

const capabilities = phrases(`
  what can you | what are you able | what else can you | are you able | are you capable | do you know how | can i | could i | is it possible |
  what tools | which tools | what do you do | who are you | how do i | how can i | how could i | how would i | how should i | how to |
  how do you | how can you | how does one | help | what commands | which commands | what functions | were you able
`);

const greetings = phrases(
  "hello | hi | good morning | good evening | good night | good afternoon | never mind | thanks | thank you | how are you | how do you do | what's up | how is it going | how's it going",
);

export function idleReason(tokens: readonly Token[]): Idle | undefined {
  const said = withIdioms(withoutPoliteness(tokens));
  if (capabilities.some((phrase) => startsWith(said, phrase))) return "capability";
  // At the beginning it is about the whole sentence; further inside it may belong to a text that is to be sent.
  if (said.slice(0, 3).some(({ word }) => isNegation(word))) return "negated";
  if (greetings.some((phrase) => startsWith(said, phrase) && said.length <= phrase.length + 1))
    return "telling";
  return tellingHeads.has(said[0]?.word ?? "") ? "telling" : undefined;
}

/** Turns of phrase that say with several words what a tool has one for. */
const idioms = (
  [
    ["how do you say", "translate"],
    ["how would you say", "translate"],
    ["how do i say", "translate"],
    ["look up", "search"],
    ["work out", "calculate"],
    ["set up", "create"],
    ["do a", "make"],
  ] as const
).map(([phrase, word]) => ({ phrase: phrase.split(" "), word }));

function withIdioms(tokens: readonly Token[]): readonly Token[] {
  const idiom = idioms.find(({ phrase }) => startsWith(tokens, phrase));
  const [first] = tokens;
  if (idiom === undefined || first === undefined) return withTarget(withState(withConjunction(tokens)));
  const { phrase, word } = idiom;
  const last = tokens[phrase.length - 1] ?? first;
  const verb: Token = { ...first, end: last.end, text: word, word, stem: toStem(word), kind: "word" };
  return [verb, ...tokens.slice(phrase.length)];
}

/** "Check whether it can be reached" sets no condition. */
function withConjunction(tokens: readonly Token[]): readonly Token[] {
  const at = tokens[1]?.word === "me" ? 2 : 1;
  const token = tokens[at];
  if (token === undefined || !/^(?:if|whether)$/.test(token.word) || !isReadingVerb(tokens[0]?.stem ?? ""))
    return tokens;
  return tokens.with(at, { ...token, word: "that", stem: "that" });
}

/** "Is the lamp on?" asks for its state; as a preposition the "on" would say nothing. */
function withState(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.at(-1);
  if (last === undefined || !/^(?:is|are)$/.test(tokens[0]?.word ?? "") || !/^(?:on|off)$/.test(last.word))
    return tokens;
  return [...tokens.slice(0, -1), { ...last, word: "state", stem: toStem("state") }];
}

/** "Turn it up to 80" names the end, not the way there. */
function withTarget(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    ({ word }, index) =>
      /^(?:up|down)$/.test(word) && tokens[index + 1]?.word === "to" && tokens[index + 2]?.kind === "number",
  );
  const token = tokens[at];
  return token === undefined ? tokens : tokens.with(at, { ...token, word: "set", stem: toStem("set") });
}
