import { inPlaceOf } from "./idioms.ts";
import { readNumber } from "./numbers.ts";
import type { Token } from "./tokens.ts";
import { articles, calendarWords, clauseWords } from "./words.ts";

type Form = readonly Token[];

/** "The fan that is in the attic" */
export function withoutRelative(tokens: Form): Form | undefined {
  const at = tokens.findIndex(
    ({ word }, index) =>
      index > 1 && /^(?:that|which)$/.test(word) && /^(?:is|are)$/.test(tokens[index + 1]?.word ?? ""),
  );
  return at < 0 ? undefined : tokens.toSpliced(at, 2);
}

const reasons = /^(?:because|cause|cuz|as)$/;

/** "… because it is dark", "… so that I can see": why is nobody's business. */
export function withoutReason(tokens: Form): Form | undefined {
  const at = tokens.findIndex(
    ({ word }, index) =>
      index > 1 &&
      ((reasons.test(word) && /^(?:i|i'm|it|it's|we|we're|the|my)$/.test(tokens[index + 1]?.word ?? "")) ||
        (word === "so" && /^(?:that|i|we|it)$/.test(tokens[index + 1]?.word ?? ""))),
  );
  return at < 0 ? undefined : tokens.slice(0, at);
}

/** "… for the delivery": what for, as long as it is neither a time nor an amount. */
export function withoutPurpose(tokens: Form): Form | undefined {
  const at = tokens.findLastIndex(({ word }) => word === "for");
  const purpose = tokens.slice(at + 1);
  const isPerson =
    purpose.length === 1 &&
    (/^(?:him|her|them|everyone|everybody)$/.test(purpose[0]?.word ?? "") || isName(purpose[0]));
  if (at > 1 && isPerson) return tokens.slice(0, at);
  if (at < 2 || purpose.length < 1 || purpose.length > 4 || !articles.has(purpose[0]?.word ?? ""))
    return undefined;
  const isThing = purpose.every(
    ({ word, kind }) =>
      kind === "word" && !clauseWords.has(word) && !calendarWords.has(word) && !durationWords.test(word),
  );
  return isThing ? tokens.slice(0, at) : undefined;
}

const isName = (token: Token | undefined): boolean => token?.kind === "word" && token.text !== token.word;

const durationWords =
  /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|moment|while|bit|half|couple|few)$/;

const directionAt = (tokens: Form): number =>
  tokens.findIndex(
    ({ word }, index) =>
      /^(?:up|down)$/.test(word) &&
      tokens[index + 1]?.word === "to" &&
      readNumber(tokens, index + 2) !== undefined,
  );

/** "Turn it up to 80" names the end, not the way there. */
export function withTarget(tokens: Form): Form {
  const at = directionAt(tokens);
  const token = tokens[at];
  return token === undefined ? tokens : tokens.with(at, inPlaceOf(token, "set"));
}

/** The same for a tool that has no word for it: "dim it down to 30", "turn down the heating to 20". */
export function withoutDirection(tokens: Form): Form | undefined {
  const target = tokens.findIndex(
    ({ word }, index) => word === "to" && readNumber(tokens, index + 1) !== undefined,
  );
  const at = tokens.findIndex(({ word }, index) => index < target && /^(?:up|down)$/.test(word));
  return at < 0 ? undefined : tokens.toSpliced(at, 1);
}
