import { findArithmetic, type ArithmeticSpan } from "./language/arithmetic.ts";
import { findDates, type DateSpan } from "./language/dates.ts";
import { findNumbers, type NumberSpan } from "./language/numbers.ts";
import { phrases, startsWith } from "./language/phrase-lists.ts";
import { isTold, speechWords, withoutPoliteness } from "./language/politeness.ts";
import { isReadingVerb } from "./language/thesaurus.ts";
import type { Token } from "./language/tokens.ts";
import { isAskedWith, isNegation, tellingHeads } from "./language/words.ts";
import { otherForms, toPlain } from "./plain-forms.ts";

/** One request, with everything in it that is the same for every tool. */
export interface Clause {
  readonly source: string;
  readonly tokens: readonly Token[];
  /** The same before turns of phrase were put in a tool's words: what templates are held against. */
  readonly said: readonly Token[];
  readonly isQuestion: boolean;
  /** Goes on with the request before it, whose verb it leaves out. */
  readonly isContinued?: true;
  /** Has a sentence inside, as in "check that it can be reached". */
  readonly hasInner: boolean;
  readonly numbers: readonly NumberSpan[];
  readonly dates: readonly DateSpan[];
  readonly arithmetic: ArithmeticSpan | undefined;
}

export function toClause(source: string, tokens: readonly Token[], now: Date): Clause {
  const said = withoutPoliteness(tokens);
  return toForm(source, said, toPlain(said), now);
}

/** The clause in other words that may mean the same. */
export function* otherClauses({ source, said }: Clause, now: Date): Generator<Clause> {
  for (const form of otherForms(said)) yield toForm(source, said, form, now);
}

function toForm(source: string, said: readonly Token[], plain: readonly Token[], now: Date): Clause {
  return {
    source,
    tokens: plain,
    said,
    isQuestion: isAskedWith(plain[0]?.word ?? "", plain[1]?.word ?? ""),
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
  how do you | how can you | how does one | help | what if | what happens | what would happen | what commands | which commands | what functions | were you able
`);

const greetings = phrases(
  "hello | hi | good morning | good evening | good night | good afternoon | never mind | thanks | thank you | how are you | how do you do | what's up | how is it going | how's it going | more time | some time",
);

const retractions = phrases(
  "no | nope | wait | no wait | stop | not | never mind | nevermind | forget it | scratch that | cancel that | just kidding | kidding | not yet | no thanks | or not | or maybe not | maybe not",
);

/** "Lock the door - no, wait" */
function isTakenBack(tokens: readonly Token[]): boolean {
  if (tokens.some(({ word }, index) => index > 0 && speechWords.has(word))) return false;
  const cut = tokens.findLastIndex(
    ({ kind, word }, index) => (kind === "sign" || word === "or") && index < tokens.length - 1,
  );
  const last = tokens.slice(tokens[cut]?.word === "or" ? cut : cut + 1).filter(({ kind }) => kind !== "sign");
  return cut > 0 && retractions.some((phrase) => phrase.length === last.length && startsWith(last, phrase));
}

/** "What is a lock?" asks what the word means; "what a day" asks nothing. */
function isDefinition(said: readonly Token[]): boolean {
  const at = said[1]?.word === "is" ? 2 : 1;
  const isKind = said[0]?.word === "what" && /^(?:a|an)$/.test(said[at]?.word ?? "");
  return isKind && (at === 1 || said.length === at + 2);
}

/** How many words may take back the whole: "translate I don't know" has what is to be translated right behind it. */
function wordsOfCommand(said: readonly Token[]): number {
  if (/^(?:translate|echo|repeat|search|google)$/.test(said[0]?.word ?? "")) return 1;
  return isTold(said) ? 2 : 3;
}

export function idleReason(tokens: readonly Token[]): Idle | undefined {
  const said = toPlain(withoutPoliteness(tokens));
  if (capabilities.some((phrase) => startsWith(said, phrase))) return "capability";
  // At the beginning it is about the whole sentence; further inside it may belong to a text that is to be sent.
  if (said.slice(0, wordsOfCommand(said)).some(({ word }) => isNegation(word))) return "negated";
  if (isTakenBack(tokens)) return "negated";
  if (isDefinition(said)) return "telling";
  if (greetings.some((phrase) => startsWith(said, phrase) && said.length <= phrase.length + 1))
    return "telling";
  const [first = "", second = ""] = said.map(({ word }) => word);
  return tellingHeads.has(first) && !isAskedWith(first, second) ? "telling" : undefined;
}
