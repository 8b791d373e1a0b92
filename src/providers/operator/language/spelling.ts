/** Whether a word is another one with a slip of the keys: one in four letters or more, two in eight or more. */
export function isNearSpelling(word: string, other: string): boolean {
  const shorter = Math.min(word.length, other.length);
  if (shorter < 4) return false;
  // The first letter is hardly ever the wrong one; "right" is not a "light" misspelt.
  if (word[0] !== other[0]) return false;
  return isWithin(word, other, shorter < 8 ? 1 : 2);
}

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
