import type { ToolArguments } from "../../tools/tool.ts";
import type { Clause } from "./clause.ts";
import type { Missing } from "./draft.ts";
import type { Token } from "./language/tokens.ts";
import { compileTemplate, type TemplateMatch, type TemplateMatcher } from "./match-template.ts";
import { parseValue, type ParsedValue } from "./parse-value.ts";
import type { ToolProfile } from "./profile.ts";
import { toCalls, type Reading } from "./reading.ts";
import { parseTemplate, slotsOf, type SentenceTemplate, type TemplateSequence } from "./template.ts";

export interface CompiledTemplate {
  readonly template: SentenceTemplate;
  readonly sequence: TemplateSequence;
  readonly slots: readonly string[];
  readonly match: TemplateMatcher;
}

/** Throws a `TemplateError` that names the position, where the sentence cannot be read. */
export function toCompiledTemplate(template: SentenceTemplate): CompiledTemplate {
  const sequence = parseTemplate(template.sentence);
  return { template, sequence, slots: slotsOf(sequence), match: compileTemplate(sequence) };
}

/** What somebody wrote down to mean a tool counts more than anything that can be guessed. */
const templateScore = 1_000;

export function readTemplate(
  { template, match }: CompiledTemplate,
  profile: ToolProfile,
  clause: Clause,
  tokens: readonly Token[],
  now: Date,
): Reading | undefined {
  const parameterOf = (name: string) => profile.parameters.find((parameter) => parameter.name === name);
  const parsed = new Map<string, ParsedValue>();
  const found = match(tokens, (slot, from, to) => {
    const parameter = parameterOf(slot);
    const value = parameter && parseValue(clause.source, tokens.slice(from, to), parameter, profile, now);
    parsed.set(slot, value);
    return value !== undefined;
  });
  const reading = found && toReading(template, profile, found, parsed);
  // What the schema refuses was not meant for a slot; arguments that were written down wrong, the executor explains.
  const isRefused = reading?.missing.length === 0 && !reading.calls.every((args) => profile.takes(args));
  return isRefused && (found?.slots.size ?? 0) > 0 ? undefined : reading;
}

function toReading(
  template: SentenceTemplate,
  profile: ToolProfile,
  match: TemplateMatch,
  parsed: ReadonlyMap<string, ParsedValue>,
): Reading {
  const values = new Map<string, readonly unknown[]>();
  const open = new Map<string, Missing>();
  for (const slot of match.slots.keys()) {
    const value = parsed.get(slot);
    if (value !== undefined && "values" in value) values.set(slot, value.values);
    else if (value !== undefined) open.set(slot, value.missing);
  }
  for (const [name, value] of Object.entries(template.args ?? {})) values.set(name, [value]);
  fillFromChosen(profile, match.chosen, values);
  const missing = profile.parameters
    .filter(({ name, isRequired }) => !values.has(name) && (isRequired || open.has(name)))
    .map((parameter) => open.get(parameter.name) ?? { parameter });
  const isOpen = profile.parameters.some(
    ({ name, kind }) => match.slots.has(name) && kind.type === "text" && kind.role === "name",
  );
  const calls = withFixed(toCalls(values, profile.parameters), template.args);
  return {
    profile,
    calls,
    missing,
    unexplained: [],
    score: templateScore + match.wordCount,
    ...(isOpen && { isOpen }),
    ...(template.answer !== undefined && { answer: template.answer }),
  };
}

/** Arguments that the schema does not name, but takes. */
function withFixed(calls: readonly ToolArguments[], args: ToolArguments | undefined): ToolArguments[] {
  return calls.map((call) => ({ ...args, ...call }));
}

/** `(on|off)` fills the one parameter that has the word said among its values. */
function fillFromChosen(
  profile: ToolProfile,
  chosen: readonly Token[],
  values: Map<string, readonly unknown[]>,
): void {
  for (const { stem } of chosen) {
    const fitting = profile.parameters.flatMap(({ name, kind }) => {
      if (kind.type !== "choice" || kind.isOpen || values.has(name)) return [];
      const value = kind.values.find(({ names }) =>
        names.some((words) => words.length === 1 && words[0] === stem),
      );
      return value === undefined ? [] : [{ name, value: value.value }];
    });
    const [only] = fitting;
    if (fitting.length === 1 && only !== undefined) values.set(only.name, [only.value]);
  }
}
