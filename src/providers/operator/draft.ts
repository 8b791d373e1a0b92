import type { Clause } from "./clause.ts";
import type { DateSpan } from "./language/dates.ts";
import { isReadingVerb, isVerb } from "./language/thesaurus.ts";
import type { Token } from "./language/tokens.ts";
import { articles, isGlue, isQualifier, prepositions } from "./language/words.ts";
import { isPlaceAt } from "./split-clauses.ts";
import type { Parameter } from "./parameters.ts";
import { switching, type Term, type ToolProfile } from "./profile.ts";

/** What a person is asked for: a value at all, one of some, or one that is possible. */
export interface Missing {
  readonly parameter: Parameter;
  readonly options?: readonly unknown[];
  readonly fault?: string;
  /** The part of a moment that was said already. */
  readonly understood?: DateSpan;
}

const aspects = /^(?:start|stop|begin|pause|finish|continue|resume|cancel|quit)$/;

/** "List my meetings", "power up the printer": what is told to be done is no thing of that name, as a list or the power. */
function isMisread({ stem }: Token, { isHard, isVerb: isAction }: Term, next: Token | undefined): boolean {
  if (isAction || !isVerb(stem)) return false;
  return isHard || /^(?:on|off|up|down)$/.test(next?.word ?? "");
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
  /** A number says where something is to end up: "to 40", "at 40". */
  isTarget = false;
  /** A name was told by one of its words alone. */
  isInPart = false;
  /** Two values that cannot be meant together. */
  isContradictory = false;
  readonly #taken: boolean[];
  readonly #terms: readonly (Term | undefined)[];

  constructor(clause: Clause, profile: ToolProfile) {
    this.clause = clause;
    this.profile = profile;
    this.#taken = clause.tokens.map(() => false);
    this.#terms = clause.tokens.map((token, index) => {
      // "A booking", "stop watering": that is a thing.
      const before = clause.tokens[index - 1]?.word ?? "";
      const isNoun = token.word.endsWith("ing") && (articles.has(before) || aspects.test(before));
      const term =
        token.kind === "word" ? profile.termOf(isNoun ? { ...token, isWished: true } : token) : undefined;
      const isMistaken = index === 0 && term !== undefined && isMisread(token, term, clause.tokens[1]);
      return isMistaken ? undefined : term;
    });
    if (profile.way !== undefined && switching.test(clause.tokens[0]?.word ?? "")) this.take(0);
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
    if (token === undefined || token.kind !== "word") return false;
    const { isQuestion, hasInner } = this.clause;
    const isGlueHere = this.#isGlueHere(token.word, index);
    if (isGlueHere !== undefined) return isGlueHere;
    // "Which do you know about?"
    if (isQuestion && index === this.tokens.length - 1 && prepositions.has(token.word)) return true;
    return (
      isGlue(token.word, isQuestion || hasInner) || (isQualifier(token.word) && this.#isBeforeTerm(index))
    );
  }

  /** Words that say something in one place and nothing in another. */
  #isGlueHere(word: string, index: number): boolean | undefined {
    const { isQuestion, hasInner } = this.clause;
    switch (word) {
      case "on":
        if (this.profile.way !== undefined) return false;
        // "Get the lamp on": at the end it is no preposition, and says what to do.
        return index > 0 && index === this.tokens.length - 1 && !isQuestion && !hasInner ? false : undefined;
      case "that":
        // "Turn that lamp off" points at the lamp; "check that it is off" does not.
        return index <= 1 && !isQuestion && !isReadingVerb(this.tokens[0]?.stem ?? "") ? true : undefined;
      case "there":
        return isPlaceAt(this.tokens, index) ? false : undefined;
      case "back":
        return /^(?:on|off|up|down|to|set)$/.test(this.tokens[index + 1]?.word ?? "") ? true : undefined;
      case "all":
      case "every":
      case "each":
        // To be told of all of them is what a tool that lists is for; to have something done to all is another thing.
        return this.profile.isReading && this.#isBeforeTerm(index) ? true : undefined;
      default:
        return undefined;
    }
  }

  /** "A good recipe", "one more id": in front of a word of the tool they say nothing that it could be told. */
  #isBeforeTerm(index: number): boolean {
    if (this.clause.numbers.some(({ from, to, unit }) => index >= from && index < to && unit !== undefined))
      return false;
    let next = index + 1;
    while (isQualifier(this.tokens[next]?.word ?? "")) next += 1;
    return this.#terms[next] !== undefined;
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
    if (to === from + 1) return first.text;
    const said = this.tokens.slice(from, to);
    const isInOrder = said.every((token, index) => index === 0 || token.start >= (said[index - 1]?.end ?? 0));
    return isInOrder
      ? this.clause.source.slice(first.start, last.end)
      : said.map(({ text }) => text).join(" ");
  }
}
