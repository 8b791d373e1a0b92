import type { Token } from "./tokens.ts";

export type Phrase = readonly string[];

/** Phrases with bars between them. */
export const phrases = (text: string): readonly Phrase[] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .map((phrase) => phrase.split(" "));

/** Each of the first with each of the others behind it. */
export const combine = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim().split(/\s*\|\s*/))
    .reduce((before, part) => before.flatMap((first) => part.map((second) => `${first} ${second}`.trim())))
    .join(" | ");

export function startsWith(tokens: readonly Token[], phrase: Phrase): boolean {
  return phrase.every((word, index) => tokens[index]?.word === word);
}

function endsWith(tokens: readonly Token[], phrase: Phrase): boolean {
  const start = tokens.length - phrase.length;
  return start > 0 && phrase.every((word, index) => tokens[start + index]?.word === word);
}

/** Finds the longest phrase that a sentence begins with, among hundreds, by its first word. */
export function createOpeningFinder(
  all: readonly Phrase[],
): (tokens: readonly Token[]) => Phrase | undefined {
  const byFirst = Map.groupBy(longestFirst(all), ([first = ""]) => first);
  return (tokens) => byFirst.get(tokens[0]?.word ?? "")?.find((phrase) => startsWith(tokens, phrase));
}

/** The same at its end, with something left in front of it. */
export function createClosingFinder(
  all: readonly Phrase[],
): (tokens: readonly Token[]) => Phrase | undefined {
  const byLast = Map.groupBy(longestFirst(all), (phrase) => phrase.at(-1) ?? "");
  return (tokens) => byLast.get(tokens.at(-1)?.word ?? "")?.find((phrase) => endsWith(tokens, phrase));
}

const longestFirst = (all: readonly Phrase[]) => all.toSorted((a, b) => b.length - a.length);
