import type { Draft } from "./draft.ts";
import { isVerb } from "./language/thesaurus.ts";
import { calendarWords, prepositions } from "./language/words.ts";
import type { Region } from "./text-values.ts";

/** Inside of words that are not written as a name they put something off, or set a condition. */
const postponing =
  /^(?:if|unless|when|whenever|once|until|till|after|before|except|instead|later|tomorrow|tonight|yesterday|every|only|soon|but|while|because|or)$/;

/** "Play it louder", "play the next song": which one, only somebody knows who has been listening. */
export function pointsElsewhere(draft: Draft, from: number): boolean {
  const { profile, tokens } = draft;
  // "Search my emails": with nothing but the verb, what belongs to somebody is looked for somewhere else.
  if (profile.isReading)
    return (
      /^(?:my|our)$/.test(tokens[from]?.word ?? "") &&
      profile.words.length > 1 &&
      !tokens.some((_, at) => draft.termAt(at)?.isOwn && draft.termAt(at)?.isVerb === false)
    );
  const at = tokens[from]?.word === "the" ? from + 1 : from;
  const { text = "", word = "" } = tokens[at] ?? {};
  return (
    text === word && /^(?:it|them|this|that|these|those|next|previous|same|other|following|last)$/.test(word)
  );
}

/** "Play jazz at eight", "… when I get home" is for later. What is only looked up may well have a time in it. */
export function isPutOff({ clause, profile, tokens }: Draft, from: number, to: number): boolean {
  if (profile.isReading) return false;
  const wordAt = (at: number) => tokens[at]?.word ?? "";
  const isInside = (span: Region) => span.from > from && span.to <= to;
  const isLater = clause.dates.some(
    (span) => span.to === to && isInside(span) && prepositions.has(wordAt(span.from)),
  );
  const isFromNow = clause.numbers.some(
    (span) => span.unit === "seconds" && isInside(span) && wordAt(span.from - 1) === "in",
  );
  const isWhen = (at: number) =>
    (/^(?:next|last)$/.test(wordAt(at - 1)) && calendarWords.has(wordAt(at))) ||
    (wordAt(at - 1) === "in" && wordAt(at) === "case");
  // "Play some blues and turn the volume up": half of it is another request.
  const isOrder = (at: number) => /^(?:and|then)$/.test(wordAt(at - 1)) && isVerb(tokens[at]?.stem ?? "");
  return (
    isLater ||
    isFromNow ||
    tokens.some(
      ({ text, word }, at) =>
        at > from && at < to && text === word && (postponing.test(word) || isWhen(at) || isOrder(at)),
    )
  );
}

/** "Play chess with me" is not about a song. */
export function endsWithPerson(draft: Draft, from: number, to: number): boolean {
  const isPerson = ["me", "us"].includes(draft.tokens[to - 1]?.word ?? "");
  return isPerson && to - 2 >= from && prepositions.has(draft.tokens[to - 2]?.word ?? "");
}
