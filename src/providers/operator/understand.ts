import { essencesOf } from "./circumstances.ts";
import { ClauseReader } from "./clause-reader.ts";
import { idleReason } from "./clause.ts";
import { findDates } from "./language/dates.ts";
import { findNumbers } from "./language/numbers.ts";
import { withoutPoliteness } from "./language/politeness.ts";
import { isVerb } from "./language/thesaurus.ts";
import { maxRequestLength, toTokens, type Token } from "./language/tokens.ts";
import type { Reading } from "./reading.ts";
import { joinSegments, splitSegments, withPlace } from "./split-clauses.ts";
import type { ToolIndex } from "./tool-index.ts";
import { isWhole, type Understanding } from "./understanding.ts";

/** As many as a round of calls has. */
const maxRequests = 32;

export function understand(text: string, index: ToolIndex, now: Date): Understanding {
  if (text.length > maxRequestLength) return { kind: "idle", reason: "too_long" };
  const tokens = toTokens(text);
  if (!tokens.some(({ kind }) => kind !== "sign")) return { kind: "idle", reason: "empty" };
  const reader = new ClauseReader(text, index, now);
  const sentence = new SentenceReader(reader, now);
  const reason = idleReason(tokens);
  // "How do I …" is nothing to be done, unless somebody wrote down that it is.
  if (reason !== undefined)
    return reader.matchTemplates(tokens) ?? sentence.first(essencesOf(tokens)) ?? { kind: "idle", reason };
  const understanding = sentence.understand(tokens);
  // "We are out of milk, put it on the list" asks for nothing that was not said.
  if (understanding.kind === "requests" && !isWhole(understanding.readings))
    return sentence.whole(essencesOf(tokens), understanding) ?? understanding;
  if (understanding.kind === "requests") return sentence.mended(tokens, index) ?? understanding;
  if (understanding.kind !== "nothing") return understanding;
  return sentence.first(plainerForms(tokens, index)) ?? understanding;
}

/** What may have been meant by what was not understood as it stands. */
function* plainerForms(tokens: readonly Token[], index: ToolIndex): Generator<readonly Token[]> {
  const essences = [...essencesOf(tokens)];
  yield* essences;
  for (const form of [tokens, ...essences]) {
    const mended = index.mend(form);
    if (mended !== undefined) yield mended;
  }
}

/** A sentence, with one request in it or several. */
class SentenceReader {
  readonly #reader: ClauseReader;
  readonly #now: Date;

  constructor(reader: ClauseReader, now: Date) {
    this.#reader = reader;
    this.#now = now;
  }

  /** The first of the forms that asks for something to be done. */
  first(forms: Iterable<readonly Token[]>): Understanding | undefined {
    for (const form of forms) {
      const found = idleReason(form) === undefined ? this.understand(form) : undefined;
      if (found !== undefined && found.kind !== "nothing") return found;
    }
    return undefined;
  }

  /** The first of the forms that lacks nothing, and asks for the same. */
  whole(
    forms: Iterable<readonly Token[]>,
    { readings }: { readonly readings: readonly Reading[] },
  ): Understanding | undefined {
    for (const form of forms) {
      const found = idleReason(form) === undefined ? this.understand(form) : undefined;
      const isSame =
        found?.kind === "requests" &&
        found.readings.every(({ profile }, at) => profile === readings[at]?.profile);
      if (isSame && isWhole(found.readings)) return found;
    }
    return undefined;
  }

  /** "Tanslate good morning to French": a slip in the first word is what to do, and no part of a text. */
  mended([first, ...others]: readonly Token[], index: ToolIndex): Understanding | undefined {
    const [verb] = first === undefined ? [] : (index.mend([first]) ?? []);
    const found = verb === undefined ? undefined : this.understand([verb, ...others]);
    return found?.kind === "requests" && isWhole(found.readings) ? found : undefined;
  }

  understand(tokens: readonly Token[]): Understanding {
    const said = withoutPoliteness(tokens);
    const spans = [...findNumbers(said), ...findDates(said, this.#now)];
    const pieces = splitSegments(said, (at) => spans.some(({ from, to }) => at >= from && at < to));
    const segments = pieces.map((piece, at) => withPlace(piece, pieces[at - 1] ?? []) ?? piece);
    if (segments.length > maxRequests) return { kind: "idle", reason: "too_long" };
    const groups = joinSegments(segments, (segment) => this.#isRequest(segment));
    const readings: Reading[] = [];
    for (let at = 0; at < groups.length; at += 1) {
      const group = groups[at] ?? [];
      const before = readings.at(-1);
      let found = this.#readOn(group, before) ?? this.#readGroup(said, group);
      // "Turn the lamp and the fan off": what the one lacks stands in the other.
      const isOpen = found.kind === "nothing" || (found.kind === "requests" && !isWhole(found.readings));
      if (isOpen && at + 1 < groups.length) {
        const joined = this.#readGroup(said, [...group, ...(groups[at + 1] ?? [])]);
        if (joined.kind === "requests" && isWhole(joined.readings)) {
          found = joined;
          at += 1;
        }
      }
      if (found.kind === "tie" && before !== undefined) found = sameTool(found, before);
      if (found.kind !== "requests") return found;
      readings.push(...found.readings);
    }
    return readings.length === 0
      ? { kind: "nothing" }
      : { kind: "requests", readings: withoutEchoes(readings) };
  }

  /** "Delete file A and file B": what has no verb of its own goes on with the one before. */
  #readOn(group: readonly (readonly Token[])[], before: Reading | undefined): Understanding | undefined {
    const [segment, another] = group;
    if (segment === undefined || another !== undefined || before === undefined) return undefined;
    const clause = this.#reader.toClause(segment);
    // "… and set it to 30 percent": what was spoken of just now.
    const pointsBack = clause.tokens.some(({ word }) => /^(?:it|them)$/.test(word));
    if (clause.isQuestion || (isVerb(clause.tokens[0]?.stem ?? "") && !pointsBack)) return undefined;
    const reading = this.#reader.continueFrom(clause, before);
    return reading?.missing.length === 0 ? { kind: "requests", readings: [reading] } : undefined;
  }

  #readGroup(said: readonly Token[], group: readonly (readonly Token[])[]): Understanding {
    const [only, ...others] = group;
    const whole = this.#reader.best(
      this.#reader.toClause(only !== undefined && others.length === 0 ? only : between(said, group)),
    );
    if (whole.kind === "requests" || group.length === 1) return whole;
    const parts = this.#readEllipsis(group);
    return parts.kind === "nothing" ? whole : parts;
  }

  /** Whether a piece says by itself what is to be done. */
  #isRequest(segment: readonly Token[]): boolean {
    if (idleReason(segment) !== undefined) return true;
    const clause = this.#reader.toClause(segment);
    const found = this.#reader.best(clause);
    if (found.kind !== "requests" && found.kind !== "tie") return false;
    const [first] = clause.tokens;
    const beginsWithVerb = ({ profile }: Reading) =>
      clause.isQuestion || (first !== undefined && profile.termOf(first)?.isHard === true);
    return found.readings.some((reading) => reading.missing.length === 0 || beginsWithVerb(reading));
  }

  /** "Dim the lamp to 20 and the other one to 40": what a later piece leaves out is as in the one before it. */
  #readEllipsis(group: readonly (readonly Token[])[]): Understanding {
    const readings: Reading[] = [];
    for (const segment of group) {
      const clause = this.#reader.toClause(segment);
      const found = this.#reader.best(clause);
      const before = readings.at(-1);
      const own = found.kind === "requests" ? found.readings[0] : undefined;
      const isWholeAlone = own?.missing.length === 0;
      const reading = isWholeAlone ? own : ((before && this.#reader.continueFrom(clause, before)) ?? own);
      if (reading === undefined) return { kind: "nothing" };
      readings.push(reading);
    }
    return { kind: "requests", readings };
  }
}

/** "The date and the time": what tells both is asked once. */
function withoutEchoes(readings: readonly Reading[]): readonly Reading[] {
  return readings.filter(({ profile, calls, missing }, at) => {
    const before = readings[at - 1];
    const isSame = before?.profile === profile && JSON.stringify(before.calls) === JSON.stringify(calls);
    return !(isSame && profile.isReading && missing.length === 0);
  });
}

/** "Delete file A and file B": what the second is about, the first has said. */
function sameTool(tie: Understanding & { readonly kind: "tie" }, before: Reading): Understanding {
  const reading = tie.readings.find(({ profile }) => profile === before.profile);
  return reading === undefined ? tie : { kind: "requests", readings: [reading] };
}

/** The pieces of a group with what stands between them. */
function between(tokens: readonly Token[], group: readonly (readonly Token[])[]): readonly Token[] {
  const first = group[0]?.[0];
  const last = group.at(-1)?.at(-1);
  if (first === undefined || last === undefined) return [];
  return tokens.slice(tokens.indexOf(first), tokens.indexOf(last) + 1);
}
