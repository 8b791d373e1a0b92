import type { Draft } from "./draft.ts";
import { takePatterned } from "./fill-patterned.ts";
import { articles, prepositions } from "./language/words.ts";
import { findRest } from "./rest-of-sentence.ts";
import { toTextValues, type Region, type TextParameter } from "./text-values.ts";

/** Free text: what is quoted, what stands behind a parameter's word, and for one of them the rest of the sentence. */
export function fillTexts(draft: Draft): void {
  const byNeed = (draft.unfilled("text") as TextParameter[]).toSorted(
    (a, b) => Number(b.isRequired) - Number(a.isRequired),
  );
  if (byNeed.length === 0) return;
  const open = () => byNeed.filter(({ name }) => !draft.values.has(name));
  takeQuoted(draft, open);
  takePatterned(draft, open);
  takeMarked(draft, open);
  const [first, ...others] = open();
  if (first === undefined) return;
  takeLabel(draft, first);
  if (draft.values.has(first.name)) return;
  // The rest of a sentence is for a parameter that may be left out only if there is no other, and any words will do.
  const isOnly = others.length === 0 && byNeed.length === 1 && first.kind.role === "content";
  const rest = first.isRequired || isOnly ? findRest(draft, first) : undefined;
  draft.hasRest = rest !== undefined && fillText(draft, first, rest, 0);
}

function takeQuoted(draft: Draft, open: () => TextParameter[]): void {
  for (const [index, { kind, text }] of draft.tokens.entries()) {
    if (kind !== "quoted" || !draft.isFree(index)) continue;
    const marker = draft.tokens[index - 1]?.word ?? "";
    const candidates = open();
    const parameter =
      candidates.find(({ markers }) => markers.has(marker)) ??
      candidates.find(({ kind: { role } }) => role === "content") ??
      candidates.find(({ kind: { role } }) => role === "title") ??
      candidates[0];
    if (parameter === undefined) return;
    draft.fill(parameter, [parameter.kind.isList ? [text] : text], 0.5);
    draft.take(index);
    // At the beginning it is what to do: "say …".
    if (parameter.markers.has(marker) && index > 1) draft.take(index - 1);
  }
}

/** "A pasta timer": what may be left out, in front of the tool's own noun. */
function takeLabel(draft: Draft, parameter: TextParameter): void {
  if (parameter.isRequired || parameter.kind.role !== "title") return;
  const others = draft.tokens.flatMap((_, index) => (draft.isOther(index) ? [index] : []));
  const [at] = others;
  if (at === undefined || others.length > 1 || draft.tokens[at]?.kind !== "word") return;
  if (draft.clause.numbers.some((span) => at >= span.from && at < span.to)) return;
  const term = draft.termAt(at + 1);
  if (term?.isOwn && !term.isVerb) fillText(draft, parameter, { from: at, to: at + 1 }, 0);
}

/** Announces words that are not the sentence's own any more, to its end. */
const speech = new Set(["saying", "says", "say", "that", ":", "reading"]);

function takeMarked(draft: Draft, open: () => TextParameter[]): void {
  for (let index = 0; index < draft.tokens.length - 1; index += 1) {
    const word = draft.tokens[index]?.word ?? "";
    const parameter = draft.isFree(index)
      ? (parameterFor(word, open()) ?? parameterNamed(draft, index, open()))
      : undefined;
    if (parameter === undefined || (index === 0 && speech.has(word))) continue;
    // "Play Turn Down for What": there it is part of the words.
    const isInside =
      parameter.kind.role === "content" &&
      !draft.clause.isQuestion &&
      !speech.has(word) &&
      draft.tokens.slice(0, index).some((_, at) => draft.isOther(at));
    if (isInside) continue;
    const others = open().filter((other) => other !== parameter);
    const region = speech.has(word)
      ? findSpeech(draft, index, parameter)
      : findMarked(draft, index, parameter, others);
    if (region === undefined) continue;
    // "That" stands in front of so much else.
    const evidence = parameter.isRequired && word !== "that" ? 0.9 : 0.5;
    if (!fillText(draft, parameter, region, evidence)) continue;
    draft.take(index, region.from);
    // "A recipe that uses leeks"
    if (/^(?:that|which)$/.test(draft.tokens[index - 1]?.word ?? "") && draft.isFree(index - 1))
      draft.take(index - 1);
    index = region.to - 1;
  }
}

/** "With the subject Lunch": its own name stands in front of it. */
function parameterNamed(
  draft: Draft,
  index: number,
  open: readonly TextParameter[],
): TextParameter | undefined {
  const stem = draft.tokens[index]?.stem;
  return index === 0 || draft.isHard(index) || open.length < 2
    ? undefined
    : open.find(({ stems }) => stems.length === 1 && stems[0] === stem);
}

const naming = new Set(["called", "named"]);

/** The one that the word announces. What something is called can be meant for the only one that has to be there. */
function parameterFor(word: string, open: readonly TextParameter[]): TextParameter | undefined {
  const required = open.filter(({ isRequired }) => isRequired);
  const announced = open.find(({ markers }) => markers.has(word));
  return announced ?? (naming.has(word) && required.length === 1 ? required[0] : undefined);
}

/** "… that says: …": behind the last of these words, to the end. */
function findSpeech(draft: Draft, marker: number, { markers }: TextParameter): Region | undefined {
  const isMarker = ({ word } = { word: "" }) => markers.has(word) && speech.has(word);
  let from = marker + 1;
  while (isMarker(draft.tokens[from])) from += 1;
  // "… (in Italian)": what is taken as something else is not said once more.
  let to = from;
  while (to < draft.tokens.length && draft.isFree(to)) to += 1;
  return to > from ? { from, to } : undefined;
}

function findMarked(
  draft: Draft,
  marker: number,
  parameter: TextParameter,
  others: readonly TextParameter[],
): Region | undefined {
  const from = marker + 1;
  const end = endOfValue(draft, from, others);
  const to = withoutPreposition(draft, from, withoutTail(draft, from, end, parameter));
  const region = { from, to };
  return hasSubstance(draft, region) && !isOnTheWay(draft, region, parameter) ? region : undefined;
}

function endOfValue(draft: Draft, from: number, others: readonly TextParameter[]): number {
  for (let index = from; index < draft.tokens.length; index += 1) {
    const word = draft.tokens[index]?.word ?? "";
    if (!draft.isFree(index)) return index;
    if (index > from && others.some(({ markers }) => markers.has(word))) return index;
  }
  return draft.tokens.length;
}

/** "At Luigi's for four": the "for" belongs to the four. */
function withoutPreposition(draft: Draft, from: number, to: number): number {
  let end = to;
  while (end > from && end < draft.tokens.length && prepositions.has(draft.tokens[end - 1]?.word ?? ""))
    end -= 1;
  return end;
}

/** "… on the web", "… to my shopping list": the tool's own name once more, behind the value. */
function withoutTail(draft: Draft, from: number, to: number, { kind: { role } }: TextParameter): number {
  let index = to - 1;
  while (index > from && draft.isHard(index)) index -= 1;
  if (index === to - 1) return to;
  if (index === to - 2 && draft.tokens[to - 1]?.word === "online") return to - 1;
  while (index > from && articles.has(draft.tokens[index]?.word ?? "")) index -= 1;
  if (prepositions.has(draft.tokens[index]?.word ?? "")) return index;
  return role === "name" ? lastOther(draft, from, to) : to;
}

function lastOther(draft: Draft, from: number, to: number): number {
  let end = to;
  while (end > from && draft.isHard(end - 1)) end -= 1;
  return end;
}

/** More than words that only name the tool: "to the shopping list" holds no item. */
function hasSubstance(draft: Draft, { from, to }: Region): boolean {
  for (let index = from; index < to; index += 1) if (draft.isOther(index) || draft.isSoft(index)) return true;
  return false;
}

/** "The price of a share of GOOG": the value comes behind the next of its words. */
function isOnTheWay(draft: Draft, { from, to }: Region, { kind: { role }, markers }: TextParameter): boolean {
  if (role !== "name") return false;
  const next = draft.tokens.findIndex(({ word }, index) => index > from && index < to && markers.has(word));
  return next > 0 && !draft.tokens.slice(from, next).some((_, offset) => draft.isOther(from + offset));
}

/** Whether the words may be the value; then it is filled with them, and they are taken. */
function fillText(draft: Draft, parameter: TextParameter, region: Region, evidence: number): boolean {
  const { from, to } = region;
  const values = toTextValues(draft, parameter, region);
  if (values === undefined) return false;
  // "Meeting with Anna": a word of the tool's that is part of the value speaks for the tool as well.
  const inner = draft.tokens.slice(from, to).map((_, offset) => draft.termAt(from + offset)?.weight ?? 0);
  if (parameter.kind.role !== "content") draft.addInner(inner);
  draft.fill(parameter, values, evidence);
  draft.take(from, to);
  return true;
}
