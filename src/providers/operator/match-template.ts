import { toTokens, type Token } from "./language/tokens.ts";
import type { TemplateSequence } from "./template.ts";

/** What a sentence has in the place of a template's slots and groups. */
export interface TemplateMatch {
  /** By slot, tokens `from` up to, but not including, `to`. */
  readonly slots: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
  /** The words said where the template leaves a choice: `off` of `(on|off)`. */
  readonly chosen: readonly Token[];
  /** How many of its words were said: of two templates that fit, the one with more is meant. */
  readonly wordCount: number;
}

type Step =
  | { readonly type: "word"; readonly token: Token; readonly isChoice: boolean }
  | { readonly type: "slot"; readonly name: string }
  /** Go on at each of these, the first that fits. */
  | { readonly type: "either"; readonly targets: readonly number[] }
  | { readonly type: "end" };

export type TemplateMatcher = (
  tokens: readonly Token[],
  fitsSlot: (name: string, from: number, to: number) => boolean,
) => TemplateMatch | undefined;

/** More words than a value has that is not the whole rest of a sentence. */
const maxSlotTokens = 60;

/**
 * A template as a list of steps. A place in the sentence that failed for a step is not tried again, so that the work
 * grows with the length of both, however the groups are nested.
 */
export function compileTemplate(sequence: TemplateSequence): TemplateMatcher {
  const steps: Step[] = [];
  addSteps(steps, sequence, false);
  steps.push({ type: "end" });

  return (tokens, fitsSlot) => {
    const failed = new Set<number>();
    const slots = new Map<string, { from: number; to: number }>();
    const chosen: Token[] = [];
    let wordCount = 0;

    function matches(at: number, index: number): boolean {
      const key = at * (tokens.length + 1) + index;
      if (failed.has(key)) return false;
      if (takes(at, index)) return true;
      failed.add(key);
      return false;
    }

    function takes(at: number, index: number): boolean {
      const step = steps[at];
      if (step === undefined || step.type === "end") return index === tokens.length;
      if (step.type === "either") return step.targets.some((target) => matches(target, index));
      const token = tokens[index];
      if (token === undefined) return false;
      if (step.type === "slot") return takesSlot(step.name, at, index);
      if (token.kind === "quoted" || !isSameWord(token, step.token) || !matches(at + 1, index + 1))
        return false;
      wordCount += 1;
      if (step.isChoice) chosen.push(token);
      return true;
    }

    function takesSlot(name: string, at: number, from: number): boolean {
      const longest = Math.min(tokens.length, from + maxSlotTokens);
      for (let to = from + 1; to <= longest; to += 1) {
        const [chosenBefore, wordsBefore] = [chosen.length, wordCount];
        if (!matches(at + 1, to)) continue;
        if (fitsSlot(name, from, to)) {
          slots.set(name, { from, to });
          return true;
        }
        chosen.length = chosenBefore;
        wordCount = wordsBefore;
      }
      return false;
    }

    return matches(0, 0) ? { slots, chosen, wordCount } : undefined;
  };
}

function addSteps(steps: Step[], sequence: TemplateSequence, isChoice: boolean): void {
  for (const part of sequence) {
    if (part.type === "slot") steps.push(part);
    else if (part.type === "word") {
      for (const token of toTokens(part.text)) steps.push({ type: "word", token, isChoice });
    } else addChoice(steps, part.options, part.isOptional);
  }
}

/** Each option ends where the group ends: the jumps are filled in when that is known. */
function addChoice(steps: Step[], options: readonly TemplateSequence[], isOptional: boolean): void {
  const start = steps.length;
  const targets: number[] = [];
  const ends: number[] = [];
  steps.push({ type: "end" });
  for (const option of options) {
    targets.push(steps.length);
    addSteps(steps, option, true);
    ends.push(steps.length);
    steps.push({ type: "end" });
  }
  const behind = steps.length;
  if (isOptional) targets.push(behind);
  steps[start] = { type: "either", targets };
  for (const end of ends) steps[end] = { type: "either", targets: [behind] };
}

/** "Lamps" is "lamp" here; "turned" is not "turn". */
function isSameWord(token: Token, expected: Token): boolean {
  if (token.word === expected.word) return true;
  return token.stem === expected.stem && !/(?:ed|ing)$/.test(token.word);
}
