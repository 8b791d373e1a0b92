import { combine, createOpeningFinder, phrases } from "./language/phrase-lists.ts";
import { withoutPoliteness } from "./language/politeness.ts";
import { isVerb } from "./language/thesaurus.ts";
import type { Token } from "./language/tokens.ts";
import { calendarWords, clauseWords, isNegation } from "./language/words.ts";

/** What may have been meant by a sentence that has more in it than a request: why, or first of all what it is about. */
export function* essencesOf(tokens: readonly Token[]): Generator<readonly Token[]> {
  for (const toEssence of [withTopic, withoutCircumstance, withContrast]) {
    const essence = toEssence(tokens) ?? toEssence(withoutPoliteness(tokens));
    if (essence !== undefined) yield essence;
  }
}

/** "It's dark in here, turn on the lamp": what only says why. `undefined` where nothing does. */
function withoutCircumstance(tokens: readonly Token[]): readonly Token[] | undefined {
  const cut = tokens.findIndex(({ word }, index) => index > 0 && /^(?:[,.;!]|so)$/.test(word));
  if (cut < 0) return undefined;
  const before = tokens.slice(0, cut);
  const after = tokens.slice(cut + 1);
  if (isCircumstance(before)) return after;
  return isCircumstance(after) && !after.some(({ word }) => isNegation(word)) ? before : undefined;
}

/** "Don't lock the back door, just lock the front door": what is to be done instead. */
function withContrast(tokens: readonly Token[]): readonly Token[] | undefined {
  const cut = tokens.findIndex(({ word }, index) => index > 0 && /^(?:[,.;!]|but)$/.test(word));
  const after = tokens.slice(cut + 1).filter(({ word }) => word !== "but");
  if (
    cut < 0 ||
    !/^(?:don't|dont|do|not)$/.test(tokens[0]?.word ?? "") ||
    !tokens.slice(0, 2).some(({ word }) => isNegation(word))
  )
    return undefined;
  if (/^(?:just|only|rather|instead)$/.test(after[0]?.word ?? "")) return after.slice(1);
  return after.at(-1)?.word === "instead" ? after.slice(0, -1) : undefined;
}

const subjects =
  /^(?:it|it's|it'll|there|there's|i|i'm|i've|i'll|we|we're|we've|we'll|he|he's|she|she's|they|they're|my|our|the|this|that|that's|everyone|everybody|nobody)$/;
const beings =
  /^(?:is|are|am|has|have|feel|feels|can|can't|cannot|isn't|aren't|hurts?|looks?|gets?|need|think|forgot|\w+'(?:s|m|re|ve))$/;

/** One statement that neither takes anything back nor puts it off, and repeats nobody's words. */
function isCircumstance(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  const isSubject =
    subjects.test(first?.word ?? "") ||
    (first?.text !== first?.word && /^(?:is|are)$/.test(second?.word ?? "")) ||
    (first?.word.endsWith("'s") === true && first.word !== "let's");
  const isNegated = ({ word }: Token) =>
    isNegation(word) && !/^(?:can't|cannot|isn't|aren't|not)$/.test(word);
  return (
    isSubject &&
    tokens.length > 1 &&
    tokens.some(({ word }) => beings.test(word)) &&
    !tokens.some(
      (token, index) =>
        isNegated(token) ||
        calendarWords.has(token.word) ||
        conditions.has(token.word) ||
        (token.word === "going" && tokens[index + 1]?.word === "to") ||
        // "I'm too lazy to lock the door, …" goes on with what is not done.
        (token.word === "to" && isInfinitive(tokens, index)),
    )
  );
}

function isInfinitive(tokens: readonly Token[], at: number): boolean {
  return (
    isVerb(tokens[at + 1]?.stem ?? "") ||
    /^(?:is|are|about|supposed|trying|used|forgot)$/.test(tokens[at - 1]?.word ?? "") ||
    tokens.slice(0, at).some(({ word }) => word === "too")
  );
}

const conditions = new Set(
  "if when unless until after before but or and then while once , ; said says say told asked wants wish should would joking kidding later instead every except midnight noon soon".split(
    " ",
  ),
);

const findHaving = createOpeningFinder(
  phrases(
    [
      combine(
        "i | we",
        "have | got | need | want | need to buy | need to get | have to buy | ran out of | don't need",
      ),
      combine("i've | we've", "got | run out of"),
      combine("we're | i'm | we are", "out of | low on | done with"),
      "there is | there are | here is",
    ].join(" | "),
  ),
);

/** "The lamp, switch it off", "I have 50 dollars, how much is that in euros?": the thing itself in the place of "it". */
function withTopic(tokens: readonly Token[]): readonly Token[] | undefined {
  const at = tokens.findLastIndex(
    ({ word }, index) =>
      /^(?:it|them|those|these)$/.test(word) ||
      (word === "that" && /^(?:in|into|to|on|worth|)$/.test(tokens[index + 1]?.word ?? "")),
  );
  const cut = tokens.findLastIndex(({ word }, index) => index < at && /^[,.;!:]$/.test(word));
  if (cut < 1 || at <= cut + 1) return undefined;
  const before = tokens.slice(0, cut);
  const topic = topicOf(before);
  const isThing =
    topic.length > 0 &&
    !topic.some(({ word }) => /^(?:i|we|you|he|she|they|it)'/.test(word)) &&
    topic.every(({ word }) => !clauseWords.has(word) || /^(?:and|am)$/.test(word) || isDayWord(word));
  return isThing ? [...tokens.slice(cut + 1, at), ...topic, ...tokens.slice(at + 1)] : undefined;
}

/** "I have 50 dollars", "the fan is too noisy": what is there, and what something is said about. */
function topicOf(before: readonly Token[]): readonly Token[] {
  const having = findHaving(before);
  const being =
    having === undefined && isCircumstance(before)
      ? before.findIndex(({ word }) => /^(?:is|are|\w+'s)$/.test(word))
      : -1;
  if (being > 0) return before.slice(0, being);
  return before.slice(having?.length ?? 0).filter(({ word }) => word !== "anymore");
}

const isDayWord = (word: string): boolean => calendarWords.has(word);
