import type { Draft } from "./draft.ts";
import {
  articles,
  calendarWords,
  clauseWords,
  isNegation,
  prepositions,
  pronouns,
} from "./language/words.ts";
import { isNearSpelling } from "./language/spelling.ts";
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
  if (!isAsSaid(draft, { from, to }) || endsOpen(draft, to)) return undefined;
  const parts = role === "name" ? splitList(draft, { from, to }) : [{ from, to }];
  const values: string[] = [];
  for (const part of parts) {
    const start = role === "content" ? part.from : behindArticle(draft, part.from, part.to);
    if (role === "name" && !isNounPhrase(draft, start, part.to)) return undefined;
    if (role !== "content" && hasSlip(draft, start, part.to)) return undefined;
    if (/^(?:or|and|but)$/.test(draft.tokens[start]?.word ?? "")) return undefined;
    const value = trimSigns(draft.textOf(start, part.to), role);
    if (value === "" || (pronouns.has(value.toLowerCase()) && role !== "content")) return undefined;
    values.push(value);
  }
  if (role === "title" && saysMore(draft, { from, to })) return undefined;
  if (values.length === 0) return undefined;
  return isList ? [values] : values;
}

/** No title has them further inside, unless it is written with a capital letter. */
const conditional =
  /^(?:if|unless|when|once|until|till|except|instead|because|is|are|was|were|later|every|soon|after|before|as|next|case|yesterday)$/;

/** "The rice when I am home": what says when, whether or on what condition is no part of a title. */
function saysMore(draft: Draft, { from, to }: Region): boolean {
  const isInside = (span: Region) => span.from > from && span.to <= to;
  return (
    draft.clause.dates.some(isInside) ||
    draft.tokens
      .slice(from, to)
      .some(
        ({ text, word }, index) =>
          isNegation(word) ||
          (isWhen(draft, word) && !(index > 0 && isOccasion(draft, word))) ||
          (index > 0 && text === word && conditional.test(word) && draft.tokens[from - 1]?.word !== ":"),
      )
  );
}

/** Words that were put in the place of others are nobody's text. */
function isAsSaid({ tokens, clause }: Draft, { from, to }: Region): boolean {
  return tokens
    .slice(from, to)
    .every(({ kind, text, start, end }) => kind === "quoted" || clause.source.slice(start, end) === text);
}

/** "Five or" is half of something. */
const endsOpen = ({ tokens }: Draft, to: number): boolean =>
  /^(?:or|and|but|the|a|an)$/.test(tokens[to - 1]?.word ?? "");

/** "In my calander": a word of the tool with a slip is no value of it. */
function hasSlip({ tokens, profile }: Draft, from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some(
      ({ text, word }) =>
        text === word &&
        profile.words.some((own) => own !== word && own.length > 4 && isNearSpelling(word, own)),
    );
}

function isWhen({ profile }: Draft, word: string): boolean {
  return calendarWords.has(word) && profile.parameters.some(({ kind }) => kind.type === "moment");
}

/** "Games night on Friday at eight": where the moment is known, the night is what it is called. */
function isOccasion({ profile, values }: Draft, word: string): boolean {
  const isKnown = profile.parameters.every(({ name, kind }) => kind.type !== "moment" || values.has(name));
  return isKnown && /^(?:morning|afternoon|evening|night)$/.test(word);
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
  const amount = behindAmount(draft, from);
  if (amount < to && amount > from) return amount;
  const token = draft.tokens[from];
  const isArticle = token !== undefined && articles.has(token.word) && token.text === token.word;
  return isArticle && to > from + 1 ? from + 1 : from;
}

/** "Loads of leeks", "a couple of lemons" */
function behindAmount({ tokens }: Draft, from: number): number {
  const at = tokens[from]?.word === "a" ? from + 1 : from;
  const isAmount = /^(?:loads?|lots?|tons?|heaps?|plenty|bunch|couple|bit)$/.test(tokens[at]?.word ?? "");
  return isAmount && tokens[at + 1]?.word === "of" ? at + 2 : from;
}

function isNounPhrase(draft: Draft, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const { word = "", kind, text = "" } = draft.tokens[index] ?? {};
    if (clauseWords.has(word) && text === word) return false;
    if (index > from && articles.has(word) && text === word && draft.tokens[index - 1]?.word !== "of")
      return false;
    // "Text back Jo", "Cardiff weather wise": more than a name.
    if (index === from && /^(?:back|up|out|over|away|down|off|to)$/.test(word)) return false;
    if (index > from && index < to - 1 && text === word && draft.termAt(index)?.isOwn) return false;
    if (prepositions.has(word) && word !== "of") return false;
    if (kind === "date" || kind === "clock") return false;
  }
  if (draft.clause.numbers.some((span) => span.unit !== undefined && span.from >= from && span.to <= to))
    return false;
  // "Two" is an amount of something, not a thing.
  return to > from && !draft.clause.numbers.some((span) => span.from === from && span.to === to);
}

function trimSigns(text: string, role: string): string {
  const trimmed = text.trim().replace(/[\s.,;:(]+$/, "");
  return role === "content" ? trimmed : trimmed.replace(/[\s.,;:?!]+$/, "");
}
