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
