import { speechWords } from "./language/politeness.ts";
import type { Token } from "./language/tokens.ts";

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

/** "The weather in Oslo and the time there": the place that was named before. `undefined` where nothing is pointed at. */
export function withPlace(segment: readonly Token[], before: readonly Token[]): readonly Token[] | undefined {
  const at = segment.findIndex(({ word }, index) => word === "there" && isPlaceAt(segment, index));
  const from = before.findLastIndex(({ word }) => word === "in");
  const place = before.slice(from);
  const isNamed = from >= 0 && place.length > 1 && place.slice(1).every(({ text, word }) => text !== word);
  return at < 0 || !isNamed ? undefined : segment.toSpliced(at, 1, ...place);
}

/** "Is there …" and "there is …" point nowhere. */
export const isPlaceAt = (tokens: readonly Token[], at: number): boolean =>
  at === tokens.length - 1 && at > 0 && !/^(?:is|are|will|was|were)$/.test(tokens[at - 1]?.word ?? "");
