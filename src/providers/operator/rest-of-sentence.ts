import type { Draft } from "./draft.ts";
import { articles, prepositions, pronouns } from "./language/words.ts";
import type { Region, TextParameter } from "./text-values.ts";

/** What is left of a sentence for the one parameter that takes free text, behind a word of the tool's name. */
export function findRest(draft: Draft, { stems, kind: { role } }: TextParameter): Region | undefined {
  const region = role === "name" ? findNames(draft, stems) : findWords(draft, role);
  if (region === undefined || !isBehindHard(draft, region.from)) return undefined;
  const isPronoun = region.to === region.from + 1 && pronouns.has(draft.tokens[region.from]?.word ?? "");
  // "Is the weather nice?" asks about the weather, not about Nice.
  const isAboutState = role === "name" && /^(?:is|are|does|will)$/.test(draft.tokens[0]?.word ?? "");
  return isPronoun || isAboutState ? undefined : region;
}

function isBehindHard(draft: Draft, from: number): boolean {
  for (let index = 0; index < from; index += 1) if (draft.isHard(index)) return true;
  return false;
}

/** One noun phrase: the words that nothing else explains, with the words around them that belong to them. */
function findNames(draft: Draft, stems: readonly string[]): Region | undefined {
  const others = draft.tokens.flatMap((_, index) => (draft.isOther(index) ? [index] : []));
  const core =
    others.length > 0 ? others : draft.tokens.flatMap((_, index) => (draft.isSoft(index) ? [index] : []));
  let from = core[0] ?? 0;
  let to = (core.at(-1) ?? -1) + 1;
  if (to <= from || !draft.isFree(from, to)) return undefined;
  while (draft.isSoft(from - 1)) from -= 1;
  // "Desk lamp" is the whole of a lamp's name; the "stock" in "MSFT stock" is no part of a symbol.
  const isPart = (index: number) =>
    draft.isHard(index) && (stems.at(-1) === "name" || stems.includes(draft.tokens[index]?.stem ?? ""));
  while (draft.isSoft(to) || isPart(to)) to += 1;
  // "Book me a flight" is about a kind of thing, not about one that is called so.
  return ["a", "an"].includes(draft.tokens[from - 1]?.word ?? "") ? undefined : { from, to };
}

/** Everything behind the words that name the tool, up to the next value. */
function findWords(draft: Draft, role: "content" | "title"): Region | undefined {
  const from = withoutApposition(draft, behindLittleWords(draft, endOfHead(draft, role)));
  let end = from;
  while (end < draft.tokens.length && draft.isFree(end)) end += 1;
  const to = withoutTailOfRest(draft, from, end, role);
  const isOther =
    endsWithPerson(draft, from, to) ||
    isPutOff(draft, from, to) ||
    prepositions.has(draft.tokens[from]?.word ?? "");
  return to > from && !isOther ? { from, to } : undefined;
}

/** Behind the last of the words at the beginning that name the tool or are taken. */
function endOfHead(draft: Draft, role: "content" | "title"): number {
  // "Schedule a meeting with Anna": a meeting is an event, and yet part of what this one is called.
  const isName = (index: number) =>
    draft.isHard(index) && (role === "content" || draft.termAt(index)?.isVerb || draft.termAt(index)?.isOwn);
  let end = 0;
  for (let index = 0; index < draft.tokens.length; index += 1) {
    if (isName(index) || !draft.isFree(index)) end = index + 1;
    else if (!draft.isGlue(index) && draft.tokens[index]?.kind !== "sign") break;
  }
  return end;
}

const littleWords = new Set(["a", "an", "some", "me", "us", "up", "on", "to", "for", ":", ","]);

/** "Play some …", "play music by …"; but "play with the cat" is about something else. */
function behindLittleWords(draft: Draft, from: number): number {
  const isNoun = draft.termAt(from - 1)?.isVerb === false;
  let index = from;
  for (; ; index += 1) {
    const { word = "" } = draft.tokens[index] ?? {};
    if (!littleWords.has(word) && !(isNoun && prepositions.has(word))) return index;
  }
}

/** "The song Hallelujah" is called Hallelujah. */
function withoutApposition(draft: Draft, from: number): number {
  let index = from + 1;
  while (draft.isSoft(index)) index += 1;
  const isNamed = draft.tokens[from]?.word === "the" && index > from + 1 && draft.isOther(index);
  return isNamed ? index : from;
}

/** "Classical music" is for a player of music the same as "classical". */
function withoutTailOfRest(draft: Draft, from: number, end: number, role: "content" | "title"): number {
  let before = end;
  while (before > from && draft.isHard(before - 1)) before -= 1;
  if (before === end) return end;
  while (before > from && articles.has(draft.tokens[before - 1]?.word ?? "")) before -= 1;
  if (prepositions.has(draft.tokens[before - 1]?.word ?? "")) return before - 1;
  if (role === "title") return end;
  let to = end;
  while (to > from && draft.termAt(to - 1)?.isOwn) to -= 1;
  return to;
}

/** "Play jazz at eight" is for later. What is only looked up may well have a time in it. */
function isPutOff({ clause, profile, tokens }: Draft, from: number, to: number): boolean {
  return (
    !profile.isReading &&
    clause.dates.some(
      (span) => span.to === to && span.from > from && prepositions.has(tokens[span.from]?.word ?? ""),
    )
  );
}

/** "Play chess with me" is not about a song. */
function endsWithPerson(draft: Draft, from: number, to: number): boolean {
  const isPerson = ["me", "us"].includes(draft.tokens[to - 1]?.word ?? "");
  return isPerson && to - 2 >= from && prepositions.has(draft.tokens[to - 2]?.word ?? "");
}
