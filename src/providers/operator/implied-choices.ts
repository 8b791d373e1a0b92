import type { Choice } from "./assign-choices.ts";
import type { Draft } from "./draft.ts";
import { meansValue } from "./language/value-words.ts";
import { isGenericVerb, mayMean } from "./language/thesaurus.ts";
import type { Parameter } from "./parameters.ts";

const impliedEvidence = 0.5;
const echoEvidence = 0.8;

/** A level that is described as "for dim" says "dim": "the lamp to 40 percent", "volume 40". To dim without a level is half a request. */
export function fillImplied(draft: Draft): void {
  const numbers = draft.profile.parameters.filter(({ kind }) => kind.type === "number");
  for (const parameter of draft.profile.parameters) {
    if (!isPlainChoice(parameter) || draft.missing.has(parameter.name)) continue;
    for (const number of numbers) relate(draft, parameter, number);
  }
}

function relate(draft: Draft, parameter: Choice, number: Parameter): void {
  const { purposes } = number;
  const valuesFor = (words: readonly string[]) =>
    parameter.kind.values.filter(({ names }) =>
      names.some((name) => name.length === 1 && words.includes(name[0] ?? "")),
    );
  const [implied, another] = purposes.map(valuesFor).find(({ length }) => length > 0) ?? [];
  if (implied === undefined || another !== undefined) return;
  const [said] = draft.values.get(parameter.name) ?? [];
  if (!draft.values.has(number.name)) {
    if (said === implied.value && !draft.missing.has(number.name))
      draft.missing.set(number.name, { parameter: number });
    return;
  }
  if (valuesFor(purposes.flat()).some(({ value }) => value === said)) return;
  // "The garage, 1" could be about anything.
  if (said === undefined && draft.isInPart && !draft.isTarget) return;
  // "Turn the volume down 10": neither is meant. "Turn it on at 40 percent" wants the 40 percent.
  if (said !== undefined && !draft.isTarget) {
    draft.isContradictory = true;
    return;
  }
  draft.fill(parameter, [implied.value], said === undefined ? impliedEvidence : 0);
  const { stem = "" } = draft.tokens[0] ?? {};
  if (draft.isOther(0) && mayMean(stem, "set")) draft.take(0);
}

const isPlainChoice = (parameter: Parameter): parameter is Choice =>
  parameter.kind.type === "choice" && parameter.isRequired && parameter.kind.isOpen !== true;

/** "Change the volume to 15" where the tool calls it "set"; "kill the lights" where it calls it "off". */
export function fillBySynonym(draft: Draft, parameter: Choice, evidence: number): void {
  const found = draft.tokens.flatMap(({ word, stem, kind }, index) =>
    kind === "word" && draft.isFree(index)
      ? parameter.kind.values
          .filter(
            ({ value, names }) =>
              meansValue(word, value) ||
              names.some((name) => name.length === 1 && mayMean(stem, name[0] ?? "")),
          )
          .map(({ value }) => ({
            index,
            value,
            isParticular: meansValue(word, value) || !isGenericVerb(stem),
            isSaid: meansValue(word, value),
          }))
      : [],
  );
  // "Put the volume lower": a verb that may mean anything gives way to a word that says which.
  const particular = found.filter(({ isParticular }) => isParticular);
  const said = particular.filter(({ isSaid }) => isSaid);
  const chosen = said.length > 0 ? said : particular.length > 0 ? particular : found;
  const [only] = chosen;
  if (only === undefined || new Set(chosen.map(({ value }) => value)).size > 1) return;
  draft.fill(parameter, [only.value], evidence);
  for (const { index } of chosen) draft.take(index);
}

/** "Shut it off", "lower it down": the verb says once more what the value says. */
export function takeEchoes(draft: Draft, parameter: Choice): void {
  const [value] = draft.values.get(parameter.name) ?? [];
  for (const [index, { word }] of draft.tokens.entries())
    if (draft.isFree(index) && meansValue(word, value)) {
      draft.take(index);
      draft.evidence += echoEvidence;
    }
}
