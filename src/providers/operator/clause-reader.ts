import type { ToolArguments } from "../../tools/tool.ts";
import { idleReason, otherClauses, toClause, type Clause } from "./clause.ts";
import type { Missing } from "./draft.ts";
import type { Token } from "./language/tokens.ts";
import type { ToolProfile } from "./profile.ts";
import { readTemplate } from "./read-template.ts";
import { readClause, type Reading } from "./reading.ts";
import type { ToolIndex } from "./tool-index.ts";
import { isWhole, type Understanding } from "./understanding.ts";

/** Less than this speaks for too many sentences. */
const enoughEvidence = 1.9;
/** Readings that are this close are of equal right. */
const closeness = 0.75;
const maxCandidates = 8;
/** "Lock or unlock the door" leaves to others what must not be guessed; in a text that is passed on, it may say so. */
function leavesChoice({ tokens, isQuestion }: Clause, { calls }: Reading): boolean {
  const isChoice = !isQuestion && tokens.some(({ word, kind }) => word === "or" && kind === "word");
  return isChoice && !/\bor\b/i.test(JSON.stringify(calls));
}

/** What one request means: by the templates, as it stands, or in other words. */
export class ClauseReader {
  readonly #source: string;
  readonly #index: ToolIndex;
  readonly #now: Date;
  /** A piece is looked at to see where the next request begins, and then to read it. */
  readonly #clauses = new Map<readonly Token[], Clause>();
  readonly #found = new Map<Clause, Understanding>();

  constructor(source: string, index: ToolIndex, now: Date) {
    this.#source = source;
    this.#index = index;
    this.#now = now;
  }

  toClause(tokens: readonly Token[]): Clause {
    const known = this.#clauses.get(tokens);
    const clause = known ?? toClause(this.#source, tokens, this.#now);
    if (known === undefined) this.#clauses.set(tokens, clause);
    return clause;
  }

  best(clause: Clause): Understanding {
    const known = this.#found.get(clause);
    const found = known ?? this.#findBest(clause);
    if (known === undefined) this.#found.set(clause, found);
    return found;
  }

  #findBest(clause: Clause): Understanding {
    const template = this.#bestTemplate(clause);
    if (template !== undefined) return this.#withRival(template, clause);
    const literal = this.#bestDerived(clause);
    if (literal.kind === "tie" || (literal.kind === "requests" && isWhole(literal.readings))) return literal;
    for (const other of otherClauses(clause, this.#now)) {
      const found = this.#bestDerived(other);
      const isBetter = literal.kind === "nothing" ? found.kind !== "nothing" : isSameButWhole(found, literal);
      if (isBetter) return found;
    }
    return literal;
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

  /** The sentence as a whole, held against the templates. */
  matchTemplates(tokens: readonly Token[]): Understanding | undefined {
    return this.#bestTemplate(this.toClause(tokens));
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

  /** What the clause leaves out is as in the request before it: "… and the other one to 40". */
  continueFrom(clause: Clause, before: Reading): Reading | undefined {
    const isQuestion = before.profile.isReading && clause.isQuestion;
    const reading = this.#read({ ...clause, isQuestion, isContinued: true }, before.profile);
    // "The lights in the kitchen and the bathroom": that something else is there makes it no light.
    if (reading === undefined || reading.unexplained.length > 0 || reading.isInPart) return undefined;
    // What is only more about the same is no second request.
    const isNew = reading.profile.parameters.some(
      ({ name, isRequired }) => isRequired && reading.calls.some((args) => Object.hasOwn(args, name)),
    );
    if (!isNew) return undefined;
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

/** The same tool, and nothing left to ask for. */
function isSameButWhole(found: Understanding, literal: Understanding): boolean {
  return (
    found.kind === "requests" &&
    literal.kind === "requests" &&
    isWhole(found.readings) &&
    found.readings[0]?.profile === literal.readings[0]?.profile
  );
}

/** A reading that lacks nothing is the more likely one. */
function rankOf({ score, missing }: Reading): number {
  return score + (missing.length === 0 ? 1 : 0);
}
