/** Whether a word is another one with a slip of the keys: one in four letters or more, two in eight or more. */
export function isNearSpelling(word: string, other: string): boolean {
  const shorter = Math.min(word.length, other.length);
  // The first letter is hardly ever the wrong one; "right" is not a "light" misspelt.
  if (word[0] !== other[0] || shorter < 3) return false;
  if (shorter < 4) return withoutDoubles(word) === withoutDoubles(other);
  return isWithin(word, other, shorter < 8 ? 1 : 2);
}

/**
 * Whether a word that nothing knows may be one that says what to do. There, a slip that makes another word of it leads to
 * something else being done: of four letters only two may be swapped.
 */
export function isSlipOf(word: string, meant: string): boolean {
  if (word[0] !== meant[0]) return false;
  const isShort = Math.min(word.length, meant.length) < 5;
  return isShort ? hasSwap(word, meant) : isWithin(word, meant, 1);
}

/** Whether two neighbours have changed places. */
function hasSwap(word: string, meant: string): boolean {
  if (word.length !== meant.length || word.length < 4) return false;
  let at = 0;
  while (at < word.length && word[at] === meant[at]) at += 1;
  return (
    word[at] === meant[at + 1] && word[at + 1] === meant[at] && word.slice(at + 2) === meant.slice(at + 2)
  );
}

/** `rom` is a `room` with a letter once instead of twice. */
const withoutDoubles = (word: string): string => word.replaceAll(/(.)\1/g, "$1");

/** Whether at most `limit` letters have to be put in, taken out, replaced or swapped with their neighbour. */
function isWithin(word: string, other: string, limit: number): boolean {
  if (word === other) return true;
  if (Math.abs(word.length - other.length) > limit) return false;
  let at = 0;
  while (word[at] === other[at] && at < word.length) at += 1;
  if (limit === 0) return false;
  const rest = word.slice(at);
  const otherRest = other.slice(at);
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0];
  return (
    isWithin(rest.slice(1), otherRest, limit - 1) ||
    isWithin(rest, otherRest.slice(1), limit - 1) ||
    isWithin(rest.slice(1), otherRest.slice(1), limit - 1) ||
    (isSwapped && isWithin(rest.slice(2), otherRest.slice(2), limit - 1))
  );
}
