import { nameWords } from "./language/tokens.ts";
import type { Parameter, ParameterKind } from "./parameters.ts";
import type { ToolProfile } from "./profile.ts";
import type { ToolIndex } from "./tool-index.ts";

/** A sentence that is understood, in the notation of templates, and what may be said in its slots. */
export interface VocabularySentence {
  readonly tool: string;
  readonly sentence: string;
  /** By slot. One that is not here takes any words, or a date. */
  readonly values: Readonly<Record<string, SlotValues>>;
}

export type SlotValues = readonly string[] | "number";

/** The templates, and for each tool without one the sentence that its schema makes. */
export function toVocabulary({ profiles, templates }: ToolIndex): readonly VocabularySentence[] {
  const written = templates.map(({ profile, compiled: { template, slots } }) =>
    toSentence(profile, template.sentence, slots),
  );
  const withTemplate = new Set(templates.map(({ profile }) => profile));
  const derived = profiles
    .filter(
      (profile) =>
        !withTemplate.has(profile) && requiredOf(profile).every(({ kind }) => kind.type !== "unsayable"),
    )
    .map((profile) =>
      toSentence(
        profile,
        deriveSentence(profile),
        requiredOf(profile).map(({ name }) => name),
      ),
    );
  return [...written, ...derived];
}

const requiredOf = ({ parameters }: ToolProfile): Parameter[] =>
  parameters.filter(({ isRequired }) => isRequired);

function toSentence(profile: ToolProfile, sentence: string, slots: readonly string[]): VocabularySentence {
  const known = profile.parameters.flatMap(({ name, kind }) => {
    const values = slots.includes(name) ? toSlotValues(kind) : undefined;
    return values === undefined ? [] : [[name, values] as const];
  });
  return { tool: profile.name, sentence, values: Object.fromEntries(known) };
}

/** `get_weather` with a `location` is "get weather in {location}". */
function deriveSentence(profile: ToolProfile): string {
  const required = requiredOf(profile);
  return [
    ...profile.words,
    ...required.map((parameter) => deriveSlot(parameter, required.length === 1)),
  ].join(" ");
}

const prepositional = /^(?:in|at|to|from|of|with|for)$/;
const unitNames: Readonly<Record<number, string>> = {
  1: "seconds",
  60: "minutes",
  3_600: "hours",
  86_400: "days",
};

/** A slot with the words that tell it from the others. */
function deriveSlot({ name, kind, markers }: Parameter, isAlone: boolean): string {
  const slot = `{${name}}`;
  if (kind.type === "number") {
    const unit = kind.secondsPerUnit === undefined ? undefined : unitNames[kind.secondsPerUnit];
    if (unit !== undefined) return `${slot} ${unit}`;
    return isAlone ? slot : `${nameWords(name).join(" ")} ${slot}`;
  }
  const isText = kind.type === "text";
  if (markers.has("called")) return isText ? `called ${slot}` : slot;
  const marker = [...markers].find((word) => prepositional.test(word) || (word === "saying" && !isAlone));
  const isWordForWord = isText && kind.role === "content" && isAlone;
  return marker === undefined || isWordForWord ? slot : `${marker} ${slot}`;
}

function toSlotValues(kind: ParameterKind): SlotValues | undefined {
  if (kind.type === "choice") return kind.values.map(({ spoken }) => spoken);
  if (kind.type === "boolean") return ["on", "off"];
  return kind.type === "number" ? "number" : undefined;
}
