import type { Missing } from "./draft.ts";
import { nameWords } from "./language/tokens.ts";
import type { ToolProfile } from "./profile.ts";
import type { Reading } from "./reading.ts";
import type { ToolIndex } from "./tool-index.ts";
import type { Understanding } from "./understanding.ts";

/** As many as a person listens to; who asks what there is, is told more. */
const maxListed = 6;
const maxAbilities = 30;

function joinWords(words: readonly string[], last: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

function listSome(words: readonly string[], last: "and" | "or", limit = 12): string {
  if (words.length <= limit) return joinWords(words, last);
  return `${words.slice(0, limit).join(", ")} ${last} ${words.length - limit} more`;
}

/** What is asked for, and what for. */
export function askFor({ parameter, options, fault }: Missing, profile: ToolProfile): string {
  const name = nameWords(parameter.name).join(" ");
  const { kind, description } = parameter;
  const choices =
    options ?? (kind.type === "choice" && !kind.isExact ? kind.values.map(({ value }) => value) : undefined);
  const need = `To ${profile.label} I need the ${name}`;
  const problem = fault === undefined ? "" : `That does not fit: ${fault}. `;
  if (choices !== undefined) return `${problem}${need}: ${listSome(choices.map(String), "or")}?`;
  if (kind.type === "boolean") return `${problem}${need}: yes or no?`;
  const explanation = description === "" ? "" : ` (${description.replace(/\.$/, "")})`;
  return `${problem}${need}${explanation}. What should it be?`;
}

export function askWhich(readings: readonly Reading[]): string {
  return `Did you mean ${joinWords(labelsOf(readings), "or")}?`;
}

/** Two servers may have a tool of the same name: then each is called by all of it. */
export function labelsOf(readings: readonly Reading[]): string[] {
  const labels = readings.map(({ profile }) => profile.label);
  return readings.map(({ profile }) =>
    labels.filter((label) => label === profile.label).length > 1 ? profile.name : profile.label,
  );
}

type Unmet = Extract<Understanding, { kind: "idle" | "nothing" }>;

/** Why nothing was done, and what could be. */
export function refuse(unmet: Unmet, index: ToolIndex): string {
  const abilities = describeAbilities(index, maxListed);
  if (unmet.kind === "nothing") {
    const words = unmet.nearest?.unexplained.map(({ text }) => text).join(" ") ?? "";
    const why =
      words === "" || unmet.nearest === undefined
        ? ""
        : ` (${unmet.nearest.profile.label}: I do not know what to make of "${words}")`;
    return `I did not understand that, so I did nothing${why}. ${abilities}`;
  }
  switch (unmet.reason) {
    case "negated":
      return "You told me not to, so I did nothing.";
    case "capability":
      return describeAbilities(index, maxAbilities);
    case "too_long":
      return "That is more than I can take in at once, so I did nothing. Please say it in one sentence.";
    case "empty":
      return `I heard nothing. ${abilities}`;
    case "telling":
      return `I do what I am told in so many words, and that was nothing to do. ${abilities}`;
  }
}

function describeAbilities({ profiles }: ToolIndex, limit: number): string {
  if (profiles.length === 0) return "I have no tools to do anything with.";
  return `I can ${listSome(
    profiles.map(({ label }) => label),
    "and",
    limit,
  )}.`;
}
