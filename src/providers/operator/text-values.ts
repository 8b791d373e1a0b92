import type { Draft } from "./draft.ts";
import {
  articles,
  calendarWords,
  clauseWords,
  isNegation,
  prepositions,
  pronouns,
} from "./language/words.ts";
import type { Parameter } from "./parameters.ts";

export type TextParameter = Parameter & { readonly kind: { readonly type: "text" } };

/** Tokens `from` up to, but not including, `to`. */
export interface Region {
  readonly from: number;
  readonly to: number;
}

/** The words as values of the parameter: of names several, of everything else one; `undefined` where they are none. */
export function toTextValues(
  draft: Draft,
  { kind: { role, isList } }: TextParameter,
  { from, to }: Region,
): readonly unknown[] | undefined {
  const parts = role === "name" ? splitList(draft, { from, to }) : [{ from, to }];
  const values: string[] = [];
  for (const part of parts) {
    const start = role === "content" ? part.from : behindArticle(draft, part.from, part.to);
    if (role === "name" && !isNounPhrase(draft, start, part.to)) return undefined;
    const value = trimSigns(draft.textOf(start, part.to), role);
    if (value === "" || (pronouns.has(value.toLowerCase()) && role !== "content")) return undefined;
    values.push(value);
  }
  if (
    role === "title" &&
    draft.tokens.slice(from, to).some(({ word }) => isNegation(word) || isWhen(draft, word))
  )
    return undefined;
  if (values.length === 0) return undefined;
  return isList ? [values] : values;
}

function isWhen({ profile }: Draft, word: string): boolean {
  return calendarWords.has(word) && profile.parameters.some(({ kind }) => kind.type === "moment");
}

function splitList(draft: Draft, { from, to }: Region): Region[] {
  const parts: Region[] = [];
  let start = from;
  for (let index = from; index <= to; index += 1) {
    const word = draft.tokens[index]?.word ?? "";
    if (index < to && word !== "and" && word !== ",") continue;
    if (index > start) parts.push({ from: start, to: index });
    start = index + 1;
  }
  return parts;
}

/** "The Ivy" keeps its article: it is written as part of the name. */
function behindArticle(draft: Draft, from: number, to: number): number {
  const token = draft.tokens[from];
  const isArticle = token !== undefined && articles.has(token.word) && token.text === token.word;
  return isArticle && to > from + 1 ? from + 1 : from;
}

function isNounPhrase(draft: Draft, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const { word = "", kind, text = "" } = draft.tokens[index] ?? {};
    if (clauseWords.has(word) && text === word) return false;
    if (index > from && (word === "a" || word === "an")) return false;
    if (prepositions.has(word) && word !== "of") return false;
    if (kind === "date" || kind === "clock") return false;
  }
  // "Two" is an amount of something, not a thing.
  return to > from && !draft.clause.numbers.some((span) => span.from === from && span.to === to);
}

function trimSigns(text: string, role: string): string {
  const trimmed = text.trim().replace(/[\s.,;:]+$/, "");
  return role === "content" ? trimmed : trimmed.replace(/[\s.,;:?!]+$/, "");
}
