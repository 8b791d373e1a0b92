import type { Clause } from "./clause.ts";
import type { DateSpan } from "./language/dates.ts";
import { isVerb } from "./language/thesaurus.ts";
import type { Token } from "./language/tokens.ts";
import { isGlue } from "./language/words.ts";
import type { Parameter } from "./parameters.ts";
import type { Term, ToolProfile } from "./profile.ts";

/** What a person is asked for: a value at all, one of some, or one that is possible. */
export interface Missing {
  readonly parameter: Parameter;
  readonly options?: readonly unknown[];
  readonly fault?: string;
  /** The part of a moment that was said already. */
  readonly understood?: DateSpan;
}

/** A clause on its way to be the call of one tool: which words are taken, by which parameter, and what speaks for it. */
export class Draft {
  readonly clause: Clause;
  readonly profile: ToolProfile;
  /** By parameter. More than one value is more than one call. */
  readonly values = new Map<string, readonly unknown[]>();
  readonly missing = new Map<string, Missing>();
  evidence = 0;
  /** A value is the rest of the sentence, which would be there for any tool: then its own words have to be clear. */
  hasRest = false;
  /** The weight of the tool's words inside of values. */
  innerWeight = 0;
  /** What the values of enums say for the tool. */
  enumWeight = 0;
  /** Parameters whose number was said with its unit, and so can be no other's. */
  readonly measured = new Set<Parameter>();
  readonly #taken: boolean[];
  readonly #terms: readonly (Term | undefined)[];

  constructor(clause: Clause, profile: ToolProfile) {
    this.clause = clause;
    this.profile = profile;
    this.#taken = clause.tokens.map(() => false);
    this.#terms = clause.tokens.map((token, index) => {
      const term = token.kind === "word" ? profile.termOf(token) : undefined;
      // "List my meetings" wants something listed: it is not about a shopping list.
      return index === 0 && term?.isHard && !term.isVerb && isVerb(token.stem) ? undefined : term;
    });
  }

  get tokens(): readonly Token[] {
    return this.clause.tokens;
  }

  unfilled(type: Parameter["kind"]["type"]): Parameter[] {
    return this.profile.parameters.filter(({ name, kind }) => kind.type === type && !this.values.has(name));
  }

  fill(parameter: Parameter, values: readonly unknown[], evidence: number): void {
    this.values.set(parameter.name, values);
    this.evidence += evidence;
  }

  /** Words of the tool's own inside of a value. */
  addInner(weights: readonly number[]): void {
    for (const weight of weights) this.evidence += weight;
    this.innerWeight = Math.max(this.innerWeight, ...weights);
  }

  take(from: number, to = from + 1): void {
    for (let index = from; index < to; index += 1) this.#taken[index] = true;
  }

  isFree(from: number, to = from + 1): boolean {
    for (let index = from; index < to; index += 1) if (this.#taken[index] !== false) return false;
    return true;
  }

  /** What a word says about the tool, where it is not taken as a value. */
  termAt(index: number): Term | undefined {
    return this.#taken[index] === false ? this.#terms[index] : undefined;
  }

  isHard(index: number): boolean {
    return this.termAt(index)?.isHard ?? false;
  }

  isSoft(index: number): boolean {
    const term = this.termAt(index);
    return term !== undefined && !term.isHard && !this.isGlue(index);
  }

  isGlue(index: number): boolean {
    const token = this.tokens[index];
    return (
      token !== undefined &&
      token.kind === "word" &&
      isGlue(token.word, this.clause.isQuestion || this.clause.hasInner)
    );
  }

  /** Neither taken, nor known to the tool, nor without meaning. */
  isOther(index: number): boolean {
    const token = this.tokens[index];
    if (token === undefined || !this.isFree(index) || this.termAt(index) !== undefined) return false;
    return token.kind === "sign" ? !/^[,.;:!?'"’()]$/.test(token.text) : !this.isGlue(index);
  }

  /** The text of some tokens as it was said. */
  textOf(from: number, to: number): string {
    const first = this.tokens[from];
    const last = this.tokens[to - 1];
    if (first === undefined || last === undefined) return "";
    return to === from + 1 && first.kind === "quoted"
      ? first.text
      : this.clause.source.slice(first.start, last.end);
  }
}
