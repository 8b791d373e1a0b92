import type { ToolArguments } from "../../tools/tool.ts";
import { idleReason, toClause, type Clause, type Idle } from "./clause.ts";
import type { Missing } from "./draft.ts";
import { findDates } from "./language/dates.ts";
import { findNumbers } from "./language/numbers.ts";
import { withoutPoliteness } from "./language/politeness.ts";
import { maxRequestLength, toTokens, type Token } from "./language/tokens.ts";
import type { ToolProfile } from "./profile.ts";
import { readTemplate } from "./read-template.ts";
import { readClause, type Reading } from "./reading.ts";
import { joinSegments, splitSegments, withoutCircumstance } from "./split-clauses.ts";
import type { ToolIndex } from "./tool-index.ts";

/** What a sentence comes to, before any words are found for it. */
export type Understanding =
  /** Whole or with something missing, one for each request in the sentence. */
  | { readonly kind: "requests"; readonly readings: readonly Reading[] }
  /** Readings of equal right. */
  | { readonly kind: "tie"; readonly readings: readonly Reading[] }
  | { readonly kind: "idle"; readonly reason: Idle | "too_long" | "empty" }
  | { readonly kind: "nothing"; readonly nearest?: Reading };

/** Less than this speaks for too many sentences. */
const enoughEvidence = 1.9;
/** Readings that are this close are of equal right. */
const closeness = 0.75;
const maxCandidates = 8;
/** As many as a round of calls has. */
const maxRequests = 32;

export function understand(text: string, index: ToolIndex, now: Date): Understanding {
  if (text.length > maxRequestLength) return { kind: "idle", reason: "too_long" };
  const tokens = toTokens(text);
  if (!tokens.some(({ kind }) => kind !== "sign")) return { kind: "idle", reason: "empty" };
  const understander = new Understander(text, index, now);
  const reason = idleReason(tokens);
  // "How do I …" is nothing to be done, unless somebody wrote down that it is.
  if (reason !== undefined) return understander.matchTemplates(tokens) ?? { kind: "idle", reason };
  const understanding = understander.understand(tokens);
  if (understanding.kind !== "nothing") return understanding;
  for (const plainer of plainerForms(tokens, index)) {
    const found = understander.understand(plainer);
    if (found.kind !== "nothing") return found;
  }
  return understanding;
}

/** What may have been meant by what was not understood as it stands. */
function* plainerForms(tokens: readonly Token[], index: ToolIndex): Generator<readonly Token[]> {
  const essence = withoutCircumstance(tokens);
  if (essence !== undefined) yield essence;
  const mended = index.mend(essence ?? tokens);
  if (mended !== undefined) yield mended;
}

/** "Lock or unlock the door" leaves to others what must not be guessed; in a text that is passed on, it may say so. */
function leavesChoice({ tokens, isQuestion }: Clause, { calls }: Reading): boolean {
  const isChoice = !isQuestion && tokens.some(({ word, kind }) => word === "or" && kind === "word");
  return isChoice && !/\bor\b/i.test(JSON.stringify(calls));
}

class Understander {
  readonly #source: string;
  readonly #index: ToolIndex;
  readonly #now: Date;

  constructor(source: string, index: ToolIndex, now: Date) {
    this.#source = source;
    this.#index = index;
    this.#now = now;
  }

  understand(tokens: readonly Token[]): Understanding {
    const said = withoutPoliteness(tokens);
    const spans = [...findNumbers(said), ...findDates(said, this.#now)];
    const segments = splitSegments(said, (at) => spans.some(({ from, to }) => at >= from && at < to));
    if (segments.length > maxRequests) return { kind: "idle", reason: "too_long" };
    const groups = joinSegments(segments, (segment) => this.#isRequest(segment));
    const readings: Reading[] = [];
    for (let at = 0; at < groups.length; at += 1) {
      const group = groups[at] ?? [];
      let found = this.#readGroup(said, group);
      // "Turn the lamp and the fan off": what the one lacks stands in the other.
      if (found.kind === "requests" && !isWhole(found.readings) && at + 1 < groups.length) {
        const joined = this.#readGroup(said, [...group, ...(groups[at + 1] ?? [])]);
        if (joined.kind === "requests" && isWhole(joined.readings)) {
          found = joined;
          at += 1;
        }
      }
      const before = readings.at(-1);
      if (found.kind === "tie" && before !== undefined) found = sameTool(found, before);
      if (found.kind !== "requests") return found;
      readings.push(...found.readings);
    }
    return readings.length === 0 ? { kind: "nothing" } : { kind: "requests", readings };
  }

  #readGroup(said: readonly Token[], group: readonly (readonly Token[])[]): Understanding {
    const whole = this.#best(this.#clause(between(said, group)));
    if (whole.kind === "requests" || group.length === 1) return whole;
    const parts = this.#readEllipsis(group);
    return parts.kind === "nothing" ? whole : parts;
  }

  /** The sentence as a whole, held against the templates. */
  matchTemplates(tokens: readonly Token[]): Understanding | undefined {
    return this.#bestTemplate(this.#clause(tokens));
  }

  #bestTemplate(clause: Clause): Understanding | undefined {
    const readings = this.#index.templates.flatMap(
      ({ profile, compiled }) => readTemplate(compiled, profile, clause, clause.said, this.#now) ?? [],
    );
    const best = Math.max(...readings.map(({ score }) => score));
    const [first, ...others] = readings.filter(({ score }) => score === best);
    if (first === undefined) return undefined;
    const rivals = others.filter(({ profile }) => profile !== first.profile);
    return rivals.length > 0
      ? { kind: "tie", readings: [first, ...rivals] }
      : { kind: "requests", readings: [first] };
  }

  #clause(tokens: readonly Token[]): Clause {
    return toClause(this.#source, tokens, this.#now);
  }

  /** Whether a piece says by itself what is to be done. */
  #isRequest(segment: readonly Token[]): boolean {
    if (idleReason(segment) !== undefined) return true;
    const clause = this.#clause(segment);
    const found = this.#best(clause);
    if (found.kind !== "requests" && found.kind !== "tie") return false;
    const [first] = clause.tokens;
    const beginsWithVerb = ({ profile }: Reading) =>
      clause.isQuestion || (first !== undefined && profile.termOf(first)?.isHard === true);
    return found.readings.some((reading) => reading.missing.length === 0 || beginsWithVerb(reading));
  }

  #best(clause: Clause): Understanding {
    const template = this.#bestTemplate(clause);
    if (template !== undefined) return this.#withRival(template, clause);
    return this.#bestDerived(clause);
  }

  /** "Set the volume to 40" fits "set {deviceName} to {temperature}" if every word may be a device. */
  #withRival(template: Understanding, clause: Clause): Understanding {
    if (template.kind !== "requests" || template.readings[0]?.isOpen !== true) return template;
    const derived = this.#bestDerived(clause);
    const rivals =
      derived.kind === "requests"
        ? derived.readings.filter(({ profile }) => profile !== template.readings[0]?.profile)
        : [];
    return rivals.length > 0 ? { kind: "tie", readings: [...template.readings, ...rivals] } : template;
  }

  #bestDerived(clause: Clause): Understanding {
    if (idleReason(clause.tokens) !== undefined) return { kind: "nothing" };
    const readings = this.#index
      .rank(clause.tokens, maxCandidates)
      .flatMap((profile) => this.#read(clause, profile) ?? [])
      .toSorted((a, b) => rankOf(b) - rankOf(a));
    const [best, ...others] = readings.filter(
      (reading) =>
        reading.score >= enoughEvidence && reading.unexplained.length === 0 && !leavesChoice(clause, reading),
    );
    if (best === undefined) {
      const nearest = readings
        .filter(({ score }) => score >= enoughEvidence)
        .toSorted((a, b) => a.unexplained.length - b.unexplained.length)[0];
      return { kind: "nothing", ...(nearest && { nearest }) };
    }
    const rivals = others.filter((other) => rankOf(best) - rankOf(other) < closeness);
    return rivals.length > 0
      ? { kind: "tie", readings: [best, ...rivals] }
      : { kind: "requests", readings: [best] };
  }

  #read(clause: Clause, profile: ToolProfile): Reading | undefined {
    return readClause(clause, profile, this.#now, this.#index.nameStems);
  }

  /** "Dim the lamp to 20 and the other one to 40": what a later piece leaves out is as in the one before it. */
  #readEllipsis(group: readonly (readonly Token[])[]): Understanding {
    const readings: Reading[] = [];
    for (const segment of group) {
      const clause = this.#clause(segment);
      const found = this.#best(clause);
      const before = readings.at(-1);
      const own = found.kind === "requests" ? found.readings[0] : undefined;
      const isWholeAlone = own?.missing.length === 0;
      const reading = isWholeAlone ? own : ((before && this.#continue(clause, before)) ?? own);
      if (reading === undefined) return { kind: "nothing" };
      readings.push(reading);
    }
    return { kind: "requests", readings };
  }

  #continue(clause: Clause, before: Reading): Reading | undefined {
    const asked = { ...clause, isQuestion: before.profile.isReading && clause.isQuestion };
    const reading = this.#read(asked, before.profile);
    if (reading === undefined || reading.unexplained.length > 0) return undefined;
    if (reading.calls.every((args) => Object.keys(args).length === 0)) return undefined;
    const inherited = before.calls.at(-1) ?? {};
    const isLeftOut = ({ options, fault, parameter }: Missing) =>
      options === undefined && fault === undefined && Object.hasOwn(inherited, parameter.name);
    const missing = reading.missing.filter((each) => !isLeftOut(each));
    const needed = reading.missing
      .filter((each) => !missing.includes(each))
      .map(({ parameter }) => parameter.name);
    const calls = reading.calls.map((args): ToolArguments => ({ ...pick(inherited, needed), ...args }));
    const isPossible = missing.length > 0 || calls.every((args) => reading.profile.takes(args));
    return isPossible ? { ...reading, missing, calls } : undefined;
  }
}

function pick(args: ToolArguments, names: readonly string[]): ToolArguments {
  return Object.fromEntries(names.map((name) => [name, args[name]]));
}

/** "Delete file A and file B": what the second is about, the first has said. */
function sameTool(tie: Understanding & { readonly kind: "tie" }, before: Reading): Understanding {
  const reading = tie.readings.find(({ profile }) => profile === before.profile);
  return reading === undefined ? tie : { kind: "requests", readings: [reading] };
}

const isWhole = (readings: readonly Reading[]): boolean =>
  readings.every(({ missing }) => missing.length === 0);

/** A reading that lacks nothing is the more likely one. */
function rankOf({ score, missing }: Reading): number {
  return score + (missing.length === 0 ? 1 : 0);
}

/** The pieces of a group with what stands between them. */
function between(tokens: readonly Token[], group: readonly (readonly Token[])[]): readonly Token[] {
  const first = group[0]?.[0];
  const last = group.at(-1)?.at(-1);
  if (first === undefined || last === undefined) return [];
  return tokens.slice(tokens.indexOf(first), tokens.indexOf(last) + 1);
}
