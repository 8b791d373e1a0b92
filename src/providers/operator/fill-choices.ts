import {
  assignChoices,
  isOnlyListed,
  markerBefore,
  type Choice,
  type ChoiceMatch,
} from "./assign-choices.ts";
import { indexOf } from "./choice-index.ts";
import type { Draft } from "./draft.ts";
import { fillBySynonym, takeEchoes } from "./implied-choices.ts";
import { isNearSpelling } from "./language/spelling.ts";
import { isGenericVerb } from "./language/thesaurus.ts";
import type { Token } from "./language/tokens.ts";
import { prepositions } from "./language/words.ts";

/** An enum's value is the schema's own word; little words and the name of a thing say less about the tool. */
const evidenceOf = { word: 2, littleWord: 1.2, name: 1.2, inPart: 1, synonym: 0.9 };

/** Enums and lists of names: said in full, in another order, in part, or with a slip, as long as only one value fits. */
export function fillChoices(draft: Draft): void {
  const parameters = draft.unfilled("choice") as Choice[];
  if (parameters.length === 0) return;
  const stems = correctedStems(draft, parameters);
  const matches = assignChoices(
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
    if (parameter.isRequired) fillBySynonym(draft, parameter, evidenceOf.synonym);
  }
  for (const parameter of parameters) if (!parameter.kind.isOpen) takeEchoes(draft, parameter);
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
function findWhole(draft: Draft, stems: readonly string[], parameter: Choice): ChoiceMatch[] {
  const { byFirst } = indexOf(parameter.kind.values);
  const matches: ChoiceMatch[] = [];
  for (let from = 0; from < stems.length;) {
    let best: ChoiceMatch | undefined;
    for (const { name, value } of byFirst.get(stems[from] ?? "") ?? []) {
      const to = from + name.length;
      const fits =
        draft.isFree(from, to) &&
        name.every((stem, index) => stems[from + index] === stem) &&
        (parameter.kind.isOpen || !isOtherForm(draft.tokens[from], value)) &&
        !isBehindAmount(draft, from, to) &&
        (!parameter.kind.isExact || isPlace(draft, from));
      if (fits && to > (best?.to ?? 0)) best = { from, to, value, parameter };
    }
    if (best !== undefined) matches.push(best);
    from = best?.to ?? from + 1;
  }
  return matches;
}

/** "What date is Easter" is not about the island: a city stands behind "in", or is written with a capital letter and is not what is asked about. */
function isPlace(draft: Draft, at: number): boolean {
  const { tokens } = draft;
  const token = tokens[at];
  const before = tokens[at - 1]?.word ?? "";
  const isName = token?.text !== token?.word && !/^(?:is|are|was)$/.test(before);
  return isName || prepositions.has(before) || draft.isHard(at + 1);
}

/** "30 percent on the lamp", "the lamp on 30 percent": there it is a preposition. */
function isBehindAmount({ tokens, clause }: Draft, from: number, to: number): boolean {
  return (
    to === from + 1 &&
    prepositions.has(tokens[from]?.word ?? "") &&
    clause.numbers.some((span) => span.to === from || span.from === to)
  );
}

/** "The heating" is no "heat", and "close" is not "closed": of such words only the very form counts. */
function isOtherForm(token: Token | undefined, value: unknown): boolean {
  if (token === undefined || token.isWished) return false;
  const { word } = token;
  const text = String(value).toLowerCase();
  return /(?:ing|ed)$/.test(word) ? !text.includes(word) : /^\w+(?:ing|ed)$/.test(text) && text !== word;
}

function takeMatches(draft: Draft, parameter: Choice, matches: readonly ChoiceMatch[]): void {
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

function wholeEvidence(draft: Draft, parameter: Choice, matches: readonly ChoiceMatch[]): number {
  if (parameter.kind.isOpen || parameter.kind.isExact) return evidenceOf.name;
  const isLittle = matches.every(
    ({ from, to }) =>
      to === from + 1 && (draft.isGlue(from) || isGenericVerb(draft.tokens[from]?.stem ?? "")),
  );
  return isLittle ? evidenceOf.littleWord : evidenceOf.word;
}

/** Behind its own word before anywhere else; "set the volume up" is about "up". */
function preferred(draft: Draft, parameter: Choice, matches: readonly ChoiceMatch[]): readonly ChoiceMatch[] {
  if (matches.length < 2) return matches;
  const marked = matches.findIndex(({ from }) => parameter.markers.has(markerBefore(draft, from) ?? ""));
  if (marked > 0) return matches.slice(marked);
  const particular = matches.filter(({ from }) => !isGenericVerb(draft.tokens[from]?.stem ?? ""));
  return particular.length > 0 ? particular : matches;
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
  // "Clean a room" names no room, be one of them called "living room".
  const isKind = said.every((index) => parameter.stems.includes(stems[index] ?? ""));
  if (isKind && !parameter.kind.isOpen) return;
  const fitting = sets.filter((set) => said.every((index) => set.stems.has(stems[index] ?? "")));
  if (fitting.length === 0) return;
  // "How humid is the bathroom": a word of a name that is the tool's as well speaks for both.
  if (draft.profile.isReading) draft.addInner(said.map((index) => draft.termAt(index)?.weight ?? 0));
  for (const index of said) draft.take(index);
  draft.isInPart = said.length === 1;
  draft.evidence += evidenceOf.inPart;
  const [only] = fitting;
  if (fitting.length === 1 && only !== undefined) draft.fill(parameter, [only.value], 0);
  else draft.missing.set(parameter.name, { parameter, options: fitting.map(({ value }) => value) });
}
