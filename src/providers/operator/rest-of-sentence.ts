import { findAsked } from "./asked-text.ts";
import type { Draft } from "./draft.ts";
import { isVerb } from "./language/thesaurus.ts";
import { articles, isQualifier, prepositions, pronouns } from "./language/words.ts";
import { endsWithPerson, isPutOff, pointsElsewhere } from "./put-off.ts";
import type { Region, TextParameter } from "./text-values.ts";

/** What is left of a sentence for the one parameter that takes free text, behind a word of the tool's name. */
export function findRest(draft: Draft, { stems, kind: { role, isList } }: TextParameter): Region | undefined {
  const region = role === "name" ? findNames(draft, stems, isList) : findWords(draft, role);
  if (region === undefined || !isPlaced(draft, region, role)) return findAsked(draft, role);
  const isPronoun = region.to === region.from + 1 && pronouns.has(draft.tokens[region.from]?.word ?? "");
  const isOwn = draft.tokens
    .slice(region.from, region.to)
    .every((_, offset) => draft.isHard(region.from + offset));
  if (isOwn && role === "content") return undefined;
  // "Is the weather nice?" asks about the weather, not about Nice.
  const isAboutState = role === "name" && /^(?:is|are|does|will)$/.test(draft.tokens[0]?.word ?? "");
  return isPronoun || isAboutState ? undefined : region;
}

/** Behind the tool's words, before them as in "Berlin weather", or beside a value that hardly any other tool takes. */
function isPlaced(draft: Draft, region: Region, role: string): boolean {
  if (isBehindHard(draft, region.from)) return true;
  const isOrder = isVerb(draft.tokens[region.from]?.stem ?? "");
  if (role !== "name" || isOrder) return false;
  return isBeforeOwn(draft, region) || (isBeforeTail(draft, region.to) && isOfSingleWords(draft, region));
}

/** "Berlin weather", "salmon recipes": a noun in front of the tool's own. */
function isBeforeOwn(draft: Draft, { from, to }: Region): boolean {
  const term = draft.termAt(to);
  const isNoun = term !== undefined && term.isHard && !term.isVerb && !term.isParameter;
  return (
    isNoun &&
    draft.profile.isReading &&
    draft.tokens.slice(0, from).every((_, index) => !draft.isOther(index))
  );
}

/** In "chuck crisps on the list" the first word may be a verb that nobody has heard of. */
function isOfSingleWords({ tokens }: Draft, { from, to }: Region): boolean {
  const words = tokens.slice(from, to);
  const isApart = (word: string | undefined) =>
    word === undefined || /^(?:and|,)$/.test(word) || articles.has(word);
  return words.every(({ word }, index) => isApart(word) || isApart(words[index - 1]?.word));
}

/** "Milk and eggs on the shopping list": all of the tool's name behind it. */
function isBeforeTail(draft: Draft, from: number): boolean {
  let at = from;
  if (!/^(?:on|onto|to|in|into)$/.test(draft.tokens[at]?.word ?? "")) return false;
  at += 1;
  while (articles.has(draft.tokens[at]?.word ?? "")) at += 1;
  const tail = draft.tokens.slice(at);
  return tail.length > 1 && tail.every((_, offset) => draft.termAt(at + offset)?.isOwn === true);
}

function isBehindHard(draft: Draft, from: number): boolean {
  for (let index = 0; index < from; index += 1) if (draft.isHard(index)) return true;
  return false;
}

/** One noun phrase: the words that nothing else explains, with the words around them that belong to them. */
function findNames(draft: Draft, stems: readonly string[], isList: boolean): Region | undefined {
  const others = draft.tokens.flatMap((_, index) => (draft.isOther(index) ? [index] : []));
  const core =
    others.length > 0 ? others : draft.tokens.flatMap((_, index) => (draft.isSoft(index) ? [index] : []));
  let from = core[0] ?? 0;
  let to = (core.at(-1) ?? -1) + 1;
  if (to <= from || !draft.isFree(from, to) || endsWithVerb(draft, to)) return undefined;
  while (draft.isSoft(from - 1)) from -= 1;
  // "Desk lamp" is the whole of a lamp's name; the "stock" in "MSFT stock" is no part of a symbol.
  const isPart = (index: number) =>
    draft.isHard(index) && (stems.at(-1) === "name" || stems.includes(draft.tokens[index]?.stem ?? ""));
  while (draft.isSoft(to) || isPart(to)) to += 1;
  // "Book me a flight" is about a kind of thing, not about one that is called so; in "a salmon recipe" it is the recipe.
  const isKind =
    !isList && ["a", "an"].includes(draft.tokens[from - 1]?.word ?? "") && !isBeforeOwn(draft, { from, to });
  // "Weather permitting"
  const isGerund = to === from + 1 && !isList && /^[a-z]+ing$/.test(draft.tokens[from]?.text ?? "");
  return isKind || isGerund ? undefined : { from, to };
}

/** "When does line 12 leave?": the last word is what it does, and no part of its name. */
function endsWithVerb({ tokens }: Draft, to: number): boolean {
  const last = tokens[to - 1];
  const isAsked = tokens.slice(0, 3).some(({ word }) => /^(?:does|do|did)$/.test(word));
  return isAsked && to === tokens.length && last?.text === last?.word;
}

/** Everything behind the words that name the tool, up to the next value. */
function findWords(draft: Draft, role: "content" | "title"): Region | undefined {
  const from = withoutKind(
    draft,
    withoutApposition(draft, behindLittleWords(draft, endOfHead(draft, role))),
    role,
  );
  let end = from;
  const isOver = (at: number) => role === "title" && isTailAt(draft, at, from);
  while (end < draft.tokens.length && draft.isFree(end) && !isOver(end)) end += 1;
  const to = withoutTailOfRest(draft, from, end, role);
  const isOther =
    endsWithPerson(draft, from, to) ||
    isPutOff(draft, from, to) ||
    pointsElsewhere(draft, from) ||
    // "This song is great" tells.
    /^(?:is|are|was|were|has|had)$/.test(draft.tokens[from]?.word ?? "") ||
    prepositions.has(draft.tokens[from]?.word ?? "");
  return to > from && !isOther ? { from, to } : undefined;
}

/** "… to my calendar, it's on Friday": where the tool is named once more, the title is over. */
function isTailAt(draft: Draft, at: number, from: number): boolean {
  if (at === from || !prepositions.has(draft.tokens[at]?.word ?? "")) return false;
  let next = at + 1;
  while (articles.has(draft.tokens[next]?.word ?? "")) next += 1;
  return next > at + 1 && draft.termAt(next)?.isOwn === true;
}

/** Behind the last of the words at the beginning that name the tool or are taken. */
function endOfHead(draft: Draft, role: "content" | "title"): number {
  // "Schedule a meeting with Anna": a meeting is an event, and yet part of what this one is called.
  const isName = (index: number) =>
    draft.isHard(index) && (role === "content" || draft.termAt(index)?.isVerb || draft.termAt(index)?.isOwn);
  let end = 0;
  for (let index = 0; index < draft.tokens.length; index += 1) {
    // "A reminder to take out the trash": from there on it is what to be reminded of.
    const isInfinitive =
      end > 0 && draft.tokens[index]?.word === "to" && isVerb(draft.tokens[index + 1]?.stem ?? "");
    if (isInfinitive && role === "title") break;
    if (isName(index) || !draft.isFree(index)) end = index + 1;
    else if (!draft.isGlue(index) && draft.tokens[index]?.kind !== "sign") break;
  }
  return end;
}

const littleWords = new Set(["a", "an", "some", "please", "me", "us", "up", "on", "to", "for", ":", ","]);

/** Where it is done is no part of what is done. */
const placing = /^(?:in|at|near|between)$/;

/** "Play some …", "play music by …"; but "play with the cat" is about something else. */
function behindLittleWords(draft: Draft, from: number): number {
  const isNoun =
    draft.termAt(from - 1)?.isVerb === false || /(?:ion|ment|ance)$/.test(draft.tokens[from - 1]?.word ?? "");
  let index = from;
  for (; ; index += 1) {
    const { word = "" } = draft.tokens[index] ?? {};
    const isSome = index > 0 && /^(?:bit|little|lot)$/.test(word) && draft.tokens[index + 1]?.word === "of";
    const isAnything = /^(?:something|anything)$/.test(word) && draft.tokens[index + 1]?.word === "by";
    if (isSome || isAnything) index += 1;
    else if (!littleWords.has(word) && !(isNoun && prepositions.has(word) && !placing.test(word)))
      return index;
  }
}

/** "The song Hallelujah" is called Hallelujah. */
function withoutApposition(draft: Draft, from: number): number {
  let index = from + 1;
  // "The best cafés" are not called so.
  while (draft.isSoft(index) && !isQualifier(draft.tokens[index]?.word ?? "")) index += 1;
  const isNamed = draft.tokens[from]?.word === "the" && index > from + 1 && draft.isOther(index);
  return isNamed ? index : from;
}

/** "A meeting budget review" is called "budget review". */
function withoutKind(draft: Draft, from: number, role: "content" | "title"): number {
  const term = draft.termAt(from);
  const isKind = role === "title" && term?.isHard === true && !term.isOwn && !term.isVerb;
  return isKind && draft.isOther(from + 1) ? from + 1 : from;
}

/** "Classical music" is for a player of music the same as "classical". */
function withoutTailOfRest(draft: Draft, from: number, end: number, role: "content" | "title"): number {
  let before = end;
  while (before > from && draft.isHard(before - 1)) before -= 1;
  if (before === end) return end;
  // "… online": an adverb of the tool's, and no part of what it is told.
  if (before === end - 1 && before > from + 1 && draft.tokens[before]?.word === "online") return before;
  while (before > from && articles.has(draft.tokens[before - 1]?.word ?? "")) before -= 1;
  if (prepositions.has(draft.tokens[before - 1]?.word ?? "")) return before - 1;
  if (role === "title") return end;
  let to = end;
  while (to > from && draft.termAt(to - 1)?.isOwn) to -= 1;
  return to;
}
