import { asQuestionOfState, withoutLeadIn } from "./lead-ins.ts";
import { closingPhrases, fillerPhrases, greetingPhrases, requestPhrases, wishPhrases } from "./openings.ts";
import {
  createClosingFinder,
  createOpeningFinder,
  phrases,
  startsWith,
  type Phrase,
} from "./phrase-lists.ts";
import type { Token } from "./tokens.ts";
import { asWished, isCausative } from "./wishes.ts";
import { calendarWords, prepositions } from "./words.ts";

/** Behind these the words are somebody's own, to be left as they are. */
export const speechWords: ReadonlySet<string> = new Set(["saying", "says", "that", ":"]);

const findFiller = createOpeningFinder(fillerPhrases);
const findGreeting = createOpeningFinder(greetingPhrases);
const findRequest = createOpeningFinder([...requestPhrases, ...wishPhrases]);
const findWish = createOpeningFinder(wishPhrases);
const findClosing = createClosingFinder(closingPhrases);

const possessions = phrases("have you got | have we got | do you have | do we have | got | have you");
const senses = /^(?:see|hear|listen|watch|know|check|look)$/;
const permissions = phrases("can i | could i | may i | can we | could we | let me | let us");

/** "Have you got any …", "can I hear …": what is asked for comes next; "can I go" asks whether it is allowed. */
function findAsking(tokens: readonly Token[]): Phrase | undefined {
  const next = ({ length }: Phrase) => tokens[length]?.word ?? "";
  return (
    permissions.find((phrase) => startsWith(tokens, phrase) && senses.test(next(phrase))) ??
    possessions.find((phrase) => startsWith(tokens, phrase) && /^(?:a|an|any|the|some)$/.test(next(phrase)))
  );
}

/** What stands in front of a request, and how the words behind it are to be taken. */
interface Opening {
  readonly length: number;
  readonly isWish?: boolean;
  /** Whatever comes next is what is wanted, and greets nobody. */
  readonly isRequest?: boolean;
  readonly isGerund?: boolean;
}

function findOpening(tokens: readonly Token[], isAsked: boolean, mayGreet: boolean): Opening | undefined {
  const asking = findAsking(tokens);
  if (asking !== undefined) return { length: asking.length, isRequest: true };
  if (isCausative(tokens)) return { length: 1, isWish: true, isRequest: true };
  const request = findRequest(tokens);
  // "You can play music?" wonders, and permits nothing.
  if (request !== undefined && request.length < tokens.length && !(isAsked && request[0] === "you")) {
    const isGerund = /^(?:mind|fancy|like|about)$/.test(request.at(-1) ?? "");
    const isWish = findWish(tokens)?.length === request.length;
    return { length: request.length, isWish, isRequest: true, isGerund };
  }
  const greeting = mayGreet ? findGreeting(tokens) : undefined;
  // "Good morning in French" greets nobody.
  const isGreeting = greeting !== undefined && !prepositions.has(tokens[greeting.length]?.word ?? "");
  const filler = findFiller(tokens);
  // "Next week" is when.
  const isWhen = filler?.at(-1) === "next" && calendarWords.has(tokens[filler.length]?.word ?? "");
  const opening = (isGreeting ? greeting : undefined) ?? (isWhen ? undefined : filler);
  return opening !== undefined && opening.length < tokens.length ? { length: opening.length } : undefined;
}

/** "Could you … for me, please?" asks for the same as "…". */
export function withoutPoliteness(tokens: readonly Token[]): readonly Token[] {
  const isSpeech = tokens.some(({ word }, index) => index > 0 && speechWords.has(word));
  const isAsked = tokens.at(-1)?.word === "?";
  let said = tokens;
  let mayGreet = true;
  for (;;) {
    const question = withoutLeadIn(said) ?? asQuestionOfState(said);
    const opening: Opening | undefined =
      question === undefined ? findOpening(said, isAsked, mayGreet) : undefined;
    const closing = isSpeech || isTold(said) || question !== undefined ? undefined : findClosing(said);
    if (question === undefined && opening === undefined && closing === undefined) return said;
    const from = opening?.length ?? 0;
    said = question ?? said.slice(from, Math.max(from, said.length - (closing?.length ?? 0)));
    if (opening?.isWish) said = asWished(said);
    if (opening?.isGerund) said = withOrder(said);
    mayGreet &&= question === undefined && opening?.isRequest !== true;
  }
}

/** "Text Anna wait for me", "text Leo don't be late": what comes behind the name is theirs. */
export const isTold = ([verb, name]: readonly Token[]): boolean =>
  /^(?:text|message|tell)$/.test(verb?.word ?? "") && name?.kind === "word" && name.text !== name.word;

/** "Would you mind turning it on" tells to turn it on. */
function withOrder(tokens: readonly Token[]): readonly Token[] {
  const [first, ...others] = tokens;
  return first?.word.endsWith("ing") ? [{ ...first, word: first.stem }, ...others] : tokens;
}
