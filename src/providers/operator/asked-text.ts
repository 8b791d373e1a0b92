import type { Draft } from "./draft.ts";
import { articles, prepositions } from "./language/words.ts";
import type { Region } from "./text-values.ts";

/** What an enum's value says that was said in full. */
const telling = 2;

const asking = /^(?:what|how|is|are|does|do|would|will|give|tell|show|me|us)$/;

/** "What is good morning in French", "what is the French for good morning": beside a value that says enough. */
export function findAsked(draft: Draft, role: string): Region | undefined {
  if (role !== "content" || draft.enumWeight < telling || !draft.profile.isReading) return undefined;
  const { tokens } = draft;
  let from = 0;
  while (asking.test(tokens[from]?.word ?? "")) from += 1;
  // "What do you call a spoon" has a verb of its own.
  if (/^(?:you|they|people|one|i|we)$/.test(tokens[from]?.word ?? "")) return undefined;
  let end = from;
  while (end < tokens.length && draft.isFree(end)) end += 1;
  const isArticle = end <= from + 1 && (end === from || articles.has(tokens[from]?.word ?? ""));
  if (isArticle && /^(?:for|of)$/.test(tokens[end + 1]?.word ?? "") && end + 2 < tokens.length)
    return { from: end + 2, to: tokens.length };
  let to = end;
  // "I'd like good morning translated into French."
  const isVerbAt = (at: number) =>
    /^(?:be|mean|called|said)$/.test(tokens[at]?.word ?? "") || (tokens[at]?.isWished && draft.isHard(at));
  while (to > from && isVerbAt(to - 1)) to -= 1;
  const isPlain = tokens.slice(from, to).every((_, offset) => draft.termAt(from + offset)?.isVerb !== true);
  const isAll = isPlain && tokens.slice(end).every((_, offset) => !draft.isOther(end + offset));
  if (to === from || !isAll || !prepositions.has(tokens[end]?.word ?? "")) return undefined;
  draft.take(0, from);
  draft.take(to, end);
  return { from, to };
}
