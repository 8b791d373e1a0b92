import type { Draft } from "./draft.ts";
import type { KnownValue } from "./known-values.ts";
import { isNearSpelling } from "./language/spelling.ts";
import { isGenericVerb, mayMean } from "./language/thesaurus.ts";
import { toStems } from "./language/tokens.ts";
import { articles, prepositions } from "./language/words.ts";
import type { Parameter } from "./parameters.ts";

type Choice = Parameter & { readonly kind: { readonly type: "choice" } };

interface Match {
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
  readonly parameter: Choice;
}

/** An enum's value is the schema's own word; little words and the name of a thing say less about the tool. */
const evidenceOf = { word: 2, littleWord: 1.2, name: 1.2, inPart: 0.8, synonym: 0.5 };

/** Enums and lists of names: said in full, in another order, in part, or with a slip, as long as only one value fits. */
export function fillChoices(draft: Draft): void {
  const parameters = draft.unfilled("choice") as Choice[];
  if (parameters.length === 0) return;
  const stems = correctedStems(draft, parameters);
  const matches = assign(
    draft,
    parameters.flatMap((parameter) => findWhole(draft, stems, parameter)),
  );
  for (const parameter of parameters) {
    const own = matches.filter((match) => match.parameter === parameter);
    if (own.length > 0) takeMatches(draft, parameter, own);
  }
  for (const parameter of parameters) {
    if (draft.values.has(parameter.name) || draft.missing.has(parameter.name) || parameter.kind.isExact)
      continue;
    fillScattered(draft, stems, parameter);
  }
  for (const parameter of parameters) {
    if (draft.values.has(parameter.name) || draft.missing.has(parameter.name) || parameter.kind.isExact)
      continue;
    if (parameter.isRequired) fillBySynonym(draft, parameter);
  }
}

/** A word that nothing knows, and that is one word of the values with a slip, is read as that word. */
function correctedStems(draft: Draft, parameters: readonly Choice[]): string[] {
  const known = parameters.filter(({ kind }) => !kind.isExact).map(({ kind }) => indexOf(kind.values).stems);
  return draft.tokens.map(({ stem, kind }, index) => {
    if (kind !== "word" || !draft.isOther(index) || known.some((stems) => stems.has(stem))) return stem;
    const near = new Set(known.flatMap((stems) => [...stems].filter((other) => isNearSpelling(stem, other))));
    const [only] = near;
    return near.size === 1 && only !== undefined ? only : stem;
  });
}

/** Values said word for word, the longest at each place. */
function findWhole(draft: Draft, stems: readonly string[], parameter: Choice): Match[] {
  const { byFirst } = indexOf(parameter.kind.values);
  const matches: Match[] = [];
  for (let from = 0; from < stems.length;) {
    let best: Match | undefined;
    for (const { name, value } of byFirst.get(stems[from] ?? "") ?? []) {
      const to = from + name.length;
      const fits =
        draft.isFree(from, to) &&
        name.every((stem, index) => stems[from + index] === stem) &&
        (parameter.kind.isOpen || !isOtherForm(draft.tokens[from]?.word ?? "", value)) &&
        (!parameter.kind.isExact || isPlace(draft, from));
      if (fits && to > (best?.to ?? 0)) best = { from, to, value, parameter };
    }
    if (best !== undefined) matches.push(best);
    from = best?.to ?? from + 1;
  }
  return matches;
}

/** "What date is easter" is not about the island: a city is written with a capital letter, or stands behind "in". */
function isPlace({ tokens }: Draft, at: number): boolean {
  const token = tokens[at];
  return token?.text !== token?.word || prepositions.has(tokens[at - 1]?.word ?? "");
}

/** "The heating" is no "heat", and "close" is not "closed": of such words only the very form counts. */
function isOtherForm(word: string, value: unknown): boolean {
  const text = String(value).toLowerCase();
  return /(?:ing|ed)$/.test(word) ? !text.includes(word) : /^\w+(?:ing|ed)$/.test(text) && text !== word;
}

/** What is looked up in a list of values, made once for the list. */
interface ValueIndex {
  readonly byFirst: ReadonlyMap<
    string,
    readonly { readonly name: readonly string[]; readonly value: unknown }[]
  >;
  readonly stems: ReadonlySet<string>;
  /** The values of which a part can be said, each with all of its stems. */
  readonly divisible: readonly { readonly value: unknown; readonly stems: ReadonlySet<string> }[];
}

const indexed = new WeakMap<readonly KnownValue[], ValueIndex>();

function indexOf(values: readonly KnownValue[]): ValueIndex {
  let index = indexed.get(values);
  if (index === undefined) {
    const names = values.flatMap(({ value, names: all }) => all.map((name) => ({ name, value })));
    index = {
      byFirst: Map.groupBy(names, ({ name }) => name[0] ?? ""),
      stems: new Set(names.flatMap(({ name }) => name)),
      divisible: values
        .filter(({ names: all }) => all.some(({ length }) => length > 1))
        .map(({ value, names: all }) => ({ value, stems: new Set(all.flat()) })),
    };
    indexed.set(values, index);
  }
  return index;
}

/** A value that two parameters take goes to the one whose word stands before it, else to the first that has none. */
function assign(draft: Draft, found: readonly Match[]): Match[] {
  const bySpan = [...Map.groupBy(found, ({ from }) => from)].toSorted(([a], [b]) => a - b);
  const assigned: Match[] = [];
  const undecided: Match[][] = [];
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
function assignByAmount(draft: Draft, some: readonly Match[], others: readonly Match[]): Match[] {
  const isAmount = ([match]: readonly Match[]) =>
    draft.clause.numbers.some(({ to, unit }) => to === match?.from && unit === undefined);
  const taking = (matches: readonly Match[], marker: string) =>
    matches.find(({ parameter }) => parameter.markers.has(marker));
  if (isAmount(some) === isAmount(others)) return [];
  const [source, target] = isAmount(some) ? [some, others] : [others, some];
  const from = taking(source, "from");
  const to = taking(target, "to");
  return from !== undefined && to !== undefined && from.parameter !== to.parameter ? [from, to] : [];
}

function markerBefore(draft: Draft, from: number): string | undefined {
  let index = from - 1;
  while (articles.has(draft.tokens[index]?.word ?? "")) index -= 1;
  return draft.tokens[index]?.word;
}

function takeMatches(draft: Draft, parameter: Choice, matches: readonly Match[]): void {
  const chosen = preferred(draft, parameter, matches);
  const isList = chosen.every(
    (match, index) => index === 0 || isOnlyListed(draft, chosen[index - 1]?.to ?? 0, match.from),
  );
  const values = [...new Set(chosen.map(({ value }) => value))];
  if (values.length > 1 && !isList) {
    draft.missing.set(parameter.name, { parameter, options: values });
    draft.evidence += evidenceOf.inPart;
  } else {
    const evidence = wholeEvidence(draft, parameter, chosen);
    if (!parameter.kind.isOpen) draft.enumWeight += evidence;
    draft.fill(parameter, values, evidence);
  }
  for (const { from, to } of chosen) {
    draft.take(from, to);
    const marker = from - 1;
    if (parameter.markers.has(draft.tokens[marker]?.word ?? "")) draft.take(marker);
  }
}

function wholeEvidence(draft: Draft, parameter: Choice, matches: readonly Match[]): number {
  if (parameter.kind.isOpen || parameter.kind.isExact) return evidenceOf.name;
  const isLittle = matches.every(
    ({ from, to }) =>
      to === from + 1 && (draft.isGlue(from) || isGenericVerb(draft.tokens[from]?.stem ?? "")),
  );
  return isLittle ? evidenceOf.littleWord : evidenceOf.word;
}

/** Behind its own word before anywhere else; "set the volume up" is about "up". */
function preferred(draft: Draft, parameter: Choice, matches: readonly Match[]): readonly Match[] {
  if (matches.length < 2) return matches;
  const marked = matches.findIndex(({ from }) => parameter.markers.has(markerBefore(draft, from) ?? ""));
  if (marked > 0) return matches.slice(marked);
  const particular = matches.filter(({ from }) => !isGenericVerb(draft.tokens[from]?.stem ?? ""));
  return particular.length > 0 ? particular : matches;
}

function isOnlyListed(draft: Draft, from: number, to: number): boolean {
  const between = draft.tokens.slice(from, to);
  return (
    between.length > 0 && between.every(({ word }) => word === "and" || word === "," || articles.has(word))
  );
}

/** "The light in the hallway" is the Hallway Light; "the heater" is the one whose name has that word. */
function fillScattered(draft: Draft, stems: readonly string[], parameter: Choice): void {
  const sets = indexOf(parameter.kind.values).divisible;
  const isPart = (stem: string) => sets.some((set) => set.stems.has(stem));
  const said = stems.flatMap((stem, index) =>
    draft.isFree(index) && draft.tokens[index]?.kind === "word" && !draft.isGlue(index) && isPart(stem)
      ? [index]
      : [],
  );
  if (said.length === 0) return;
  const fitting = sets.filter((set) => said.every((index) => set.stems.has(stems[index] ?? "")));
  if (fitting.length === 0) return;
  // "How humid is the bathroom": a word of a name that is the tool's as well speaks for both.
  if (draft.clause.isQuestion) draft.addInner(said.map((index) => draft.termAt(index)?.weight ?? 0));
  for (const index of said) draft.take(index);
  draft.evidence += evidenceOf.inPart;
  const [only] = fitting;
  if (fitting.length === 1 && only !== undefined) draft.fill(parameter, [only.value], 0);
  else draft.missing.set(parameter.name, { parameter, options: fitting.map(({ value }) => value) });
}

/** A level that is described as "for dim", and is said with its unit, says "dim": "the lamp to 40 percent". */
export function fillImplied(draft: Draft): void {
  for (const parameter of draft.unfilled("choice") as Choice[]) {
    if (!parameter.isRequired || parameter.kind.isOpen || draft.missing.has(parameter.name)) continue;
    const purposes = new Set([...draft.measured].flatMap(({ description }) => purposeOf(description)));
    const [implied, another] = parameter.kind.values.filter(({ names }) =>
      names.some((name) => name.length === 1 && purposes.has(name[0] ?? "")),
    );
    if (implied === undefined || another !== undefined) continue;
    draft.fill(parameter, [implied.value], evidenceOf.synonym);
    const { stem = "" } = draft.tokens[0] ?? {};
    if (draft.isOther(0) && mayMean(stem, "set")) draft.take(0);
  }
}

const purposeOf = (description: string): string[] =>
  toStems(/\bfor (\w+(?:(?:,| and| or) \w+)*)\W*$/.exec(description)?.[1] ?? "");

/** "Change the volume to 15" where the tool calls it "set". */
function fillBySynonym(draft: Draft, parameter: Choice): void {
  const found = draft.tokens.flatMap(({ stem, kind }, index) =>
    kind === "word" && draft.isFree(index)
      ? parameter.kind.values
          .filter(({ names }) => names.some((name) => name.length === 1 && mayMean(stem, name[0] ?? "")))
          .map(({ value }) => ({ index, value }))
      : [],
  );
  const [only] = found;
  if (only === undefined || new Set(found.map(({ value }) => value)).size > 1) return;
  draft.fill(parameter, [only.value], evidenceOf.synonym);
  draft.take(only.index);
}
