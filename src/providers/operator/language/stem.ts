/** Short words whose ending is no ending. */
const whole = new Set([
  "news",
  "this",
  "his",
  "its",
  "was",
  "has",
  "yes",
  "gas",
  "bus",
  "thing",
  "nothing",
  "during",
]);

/**
 * What the forms of a word have in common: `lights` and `light`, `turning` and `turn`, `translation` and `translate`.
 * A stem is no word; all that counts is that both sides of a comparison get the same.
 */
export function toStem(word: string): string {
  const bare = word.replace(/['’]s?$/, "");
  if (bare.length <= 3 || whole.has(bare)) return bare;
  return withoutLastVowel(withoutVerbEnding(withoutNounEnding(withoutPlural(bare))));
}

/** `humidity` and `humid`, `brightness` and `bright`. */
function withoutNounEnding(word: string): string {
  return word.length > 7 ? word.replace(/(?:ity|ness)$/, "") : word;
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (/ations?$/.test(word) && word.length > 7) return word.replace(/ions?$/, "");
  const base = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(word)?.[1];
  if (base === undefined || base.length < 3 || word.endsWith("eed")) return word;
  return /([bdgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}

function withoutLastVowel(word: string): string {
  if (word.length > 3 && word.endsWith("e")) return word.slice(0, -1);
  return word.endsWith("y") && word.length > 3 ? `${word.slice(0, -1)}i` : word;
}

/** They only look as if they were made of `read`, `stud`, `part`. */
const notDerived = new Set([
  "ready",
  "study",
  "party",
  "early",
  "family",
  "lovely",
  "story",
  "army",
  "copy",
  "carry",
  "every",
  "table",
  "cable",
  "stable",
  "able",
]);

/** What a word may be made of: `reachable` of reach, `sunny` of sun, `freezing` of freeze. As stems, the likeliest first. */
export function rootsOf(word: string): string[] {
  const roots: string[] = [];
  if (!/(?:ble|y)$/.test(word) || notDerived.has(word)) return roots;
  const able = /^(.{3,})[ai]ble$/.exec(word)?.[1];
  if (able !== undefined) roots.push(able);
  const adjective = /^(.{3,})y$/.exec(word)?.[1];
  if (adjective !== undefined) roots.push(adjective.replace(/([bdgmnprt])\1$/, "$1"), `${adjective}e`);
  const adverb = /^(.{4,})ly$/.exec(word)?.[1];
  if (adverb !== undefined) roots.push(adverb);
  return roots.map(toStem);
}
