import type { Draft } from "./draft.ts";
import { articles } from "./language/words.ts";
import type { Parameter } from "./parameters.ts";

export type Choice = Parameter & { readonly kind: { readonly type: "choice" } };

/** A value that was said for a parameter. */
export interface ChoiceMatch {
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
  readonly parameter: Choice;
}

/** A value that two parameters take goes to the one whose word stands before it, else to the first that has none. */
export function assignChoices(draft: Draft, found: readonly ChoiceMatch[]): ChoiceMatch[] {
  const bySpan = [...Map.groupBy(found, ({ from }) => from)].toSorted(([a], [b]) => a - b);
  const assigned: ChoiceMatch[] = [];
  const undecided: ChoiceMatch[][] = [];
  for (const [from, candidates] of bySpan) {
    const longest = Math.max(...candidates.map(({ to }) => to));
    const fitting = candidates.filter(({ to }) => to === longest);
    const marker = markerBefore(draft, from);
    const marked = fitting.find(({ parameter }) => marker !== undefined && parameter.markers.has(marker));
    const isEnumerated = assigned.length > 0 && isOnlyListed(draft, assigned.at(-1)?.to ?? 0, from);
    const same = isEnumerated
      ? fitting.find(({ parameter }) => parameter === assigned.at(-1)?.parameter)
      : undefined;
    const [only] = fitting;
    const chosen = marked ?? same ?? (fitting.length === 1 ? only : undefined);
    if (chosen === undefined) undecided.push(fitting);
    else assigned.push(chosen);
  }
  // Of two values that say nothing about their places, either may be the one.
  const [fitting, another] = undecided;
  if (fitting && another && undecided.length === 2 && assigned.length === 0)
    return assignByAmount(draft, fitting, another);
  const open = fitting?.find(({ parameter }) => !assigned.some((match) => match.parameter === parameter));
  return undecided.length === 1 && open !== undefined ? [...assigned, open] : assigned;
}

/** "How many euros are 50 dollars": the amount stands with what it is an amount of, which is where it comes from. */
function assignByAmount(
  draft: Draft,
  some: readonly ChoiceMatch[],
  others: readonly ChoiceMatch[],
): ChoiceMatch[] {
  const isAmount = ([match]: readonly ChoiceMatch[]) =>
    draft.clause.numbers.some(
      ({ from, to, unit }) => (to === match?.from || from === match?.to) && unit === undefined,
    );
  const taking = (matches: readonly ChoiceMatch[], marker: string) =>
    matches.find(({ parameter }) => parameter.markers.has(marker));
  if (isAmount(some) === isAmount(others)) return [];
  const [source, target] = isAmount(some) ? [some, others] : [others, some];
  const from = taking(source, "from");
  const to = taking(target, "to");
  return from !== undefined && to !== undefined && from.parameter !== to.parameter ? [from, to] : [];
}

export function markerBefore(draft: Draft, from: number): string | undefined {
  let index = from - 1;
  while (articles.has(draft.tokens[index]?.word ?? "")) index -= 1;
  return draft.tokens[index]?.word;
}

export function isOnlyListed(draft: Draft, from: number, to: number): boolean {
  const between = draft.tokens.slice(from, to);
  return (
    between.length > 0 && between.every(({ word }) => word === "and" || word === "," || articles.has(word))
  );
}
