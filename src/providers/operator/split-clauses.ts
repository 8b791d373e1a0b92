import { phrases, speechWords, startsWith } from "./language/politeness.ts";
import type { Token } from "./language/tokens.ts";
import { calendarWords, isNegation } from "./language/words.ts";

const separators = new Set(["and", "then", ",", ";", ".", "!", "?"]);

/** A sentence in pieces, cut wherever one request may end and the next begin. */
export function splitSegments(
  tokens: readonly Token[],
  isInside: (index: number) => boolean,
): (readonly Token[])[] {
  const segments: (readonly Token[])[] = [];
  let start = 0;
  for (const [index, { word }] of tokens.entries()) {
    if (index > 0 && speechWords.has(word)) break;
    if (!separators.has(word) || isInside(index)) continue;
    if (index > start) segments.push(tokens.slice(start, index));
    start = index + 1;
  }
  if (start < tokens.length) segments.push(tokens.slice(start));
  return segments;
}

/**
 * Puts pieces together that belong together: a piece begins a request of its own only if it is one.
 * "Search for cats and dogs" stays whole, "search for cats and play some jazz" does not.
 */
export function joinSegments(
  segments: readonly (readonly Token[])[],
  isRequest: (segment: readonly Token[]) => boolean,
): (readonly (readonly Token[])[])[] {
  const groups: (readonly Token[])[][] = [];
  for (const segment of segments) {
    const current = groups.at(-1);
    if (current === undefined || isRequest(segment)) groups.push([segment]);
    else current.push(segment);
  }
  return groups;
}

const circumstances = phrases("it is | it's | there is | there's");
const ownCircumstances = phrases("i am | i'm | we are | we're");

/** "It's dark in here, turn on the lamp": what only says why. `undefined` where nothing does. */
export function withoutCircumstance(tokens: readonly Token[]): readonly Token[] | undefined {
  const cut = tokens.findIndex(({ word }, index) => index > 0 && /^[,.;!]$/.test(word));
  if (cut < 0) return undefined;
  const before = tokens.slice(0, cut);
  const after = tokens.slice(cut + 1);
  if (isCircumstance(before, [...circumstances, ...ownCircumstances])) return after;
  return isCircumstance(after, circumstances) ? before : undefined;
}

/** One statement that neither takes anything back nor puts it off. */
function isCircumstance(tokens: readonly Token[], heads: readonly (readonly string[])[]): boolean {
  return (
    heads.some((head) => startsWith(tokens, head)) &&
    !tokens.some(({ word }) => isNegation(word) || calendarWords.has(word) || conditions.has(word))
  );
}

const conditions = new Set("if when unless until after before but or and then while once , ;".split(" "));
