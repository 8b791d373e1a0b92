import type { Draft } from "./draft.ts";
import type { NumberSpan } from "./language/numbers.ts";
import { nameWords } from "./language/tokens.ts";
import type { Parameter } from "./parameters.ts";

type NumberKind = Extract<Parameter["kind"], { type: "number" }>;

/** Numbers that fit the unit and the bounds. With several of each, only those that stand beside the parameter's name. */
export function fillNumbers(draft: Draft): void {
  const parameters = draft.unfilled("number");
  for (const parameter of parameters) {
    const spans = draft.clause.numbers.filter(({ from, to }) => draft.isFree(from, to));
    const { kind } = parameter;
    if (kind.type !== "number") continue;
    const fitting = spans.filter(
      (span) => fitsUnit(span, parameter) && !isChange(draft, span, parameter) && !isFromNow(draft, span),
    );
    const named = fitting.filter((span) => isNamed(draft, span, parameter));
    const candidates = named.length > 0 ? named : fitting;
    const others = parameters.filter((other) => other !== parameter && !draft.values.has(other.name));
    const isRivalled =
      named.length === 0 && others.some((other) => candidates.some((span) => fitsUnit(span, other)));
    const [span] = candidates;
    if (span === undefined || candidates.length > 1 || isRivalled) continue;
    takeNumber(draft, parameter, kind, span);
  }
}

function takeNumber(draft: Draft, parameter: Parameter, kind: NumberKind, span: NumberSpan): void {
  const value = toValue(span, kind);
  const fault = faultOf(value, kind);
  if (fault === undefined) draft.fill(parameter, [value], evidenceOf(span));
  else draft.missing.set(parameter.name, { parameter, fault });
  draft.isTarget ||=
    /^(?:to|at)$/.test(draft.tokens[span.from - 1]?.word ?? "") ||
    draft.tokens.some(({ word }) => word === "set");
  draft.take(span.from, span.to);
  takeFrame(draft, span);
}

const before =
  /^(?:lasting|taking|takes|lasts|about|around|roughly|approximately|exactly|be|are|will|there'll|we're|we|total|party|group|so|say)$/;
const behind = /^(?:long|each|total|altogether|or|so)$/;

/** "There will be five of us", "it takes about 45 minutes": words that only bring in a number. */
function takeFrame(draft: Draft, { from, to }: NumberSpan): void {
  for (
    let at = from - 1;
    at >= 0 &&
    (before.test(draft.tokens[at]?.word ?? "") ||
      /^(?:it|there|of|a|for|to)$/.test(draft.tokens[at]?.word ?? ""));
    at -= 1
  )
    if (draft.isOther(at)) draft.take(at);
  const isOfUs = draft.tokens[to]?.word === "of" && /^(?:us|them)$/.test(draft.tokens[to + 1]?.word ?? "");
  if (isOfUs) draft.take(to, to + 2);
  for (let at = isOfUs ? to + 2 : to; behind.test(draft.tokens[at]?.word ?? ""); at += 1) draft.take(at);
}

/** Only few tools take degrees; a bare number fits many. */
const evidenceOf = ({ unit }: NumberSpan): number =>
  unit === undefined ? 0.4 : unit === "degrees" ? 2 : 0.8;

function fitsUnit(span: NumberSpan, { kind, stems, description }: Parameter): boolean {
  if (kind.type !== "number") return false;
  if (span.unit === "seconds" || kind.secondsPerUnit !== undefined) {
    return span.unit === "seconds" && kind.secondsPerUnit !== undefined;
  }
  if (span.unit === "degrees") return stems.includes("temperatur") || /degree|temperature/i.test(description);
  if (span.unit === "percent")
    return kind.maximum === 100 || kind.maximum === 1 || /percent/i.test(description);
  return span.isShare ? Number.isFinite(kind.minimum) && Number.isFinite(kind.maximum) : true;
}

/** "In ten minutes" is when, to a tool that asks for the time as well as for how long. */
function isFromNow({ tokens, profile }: Draft, { from, unit }: NumberSpan): boolean {
  const isIn = unit === "seconds" && tokens[from - 1]?.word === "in";
  return isIn && profile.parameters.some(({ kind }) => kind.type === "moment");
}

/** "By 10 percent" is a change, not what comes of it, unless a change is what the parameter takes. */
function isChange({ tokens }: Draft, { from }: NumberSpan, { name, description }: Parameter): boolean {
  return (
    tokens[from - 1]?.word === "by" &&
    !/\b(?:by|change|step|delta|offset|amount|factor|increment|decrement|increase|decrease)\b/i.test(
      `${nameWords(name).join(" ")} ${description}`,
    )
  );
}

function toValue(span: NumberSpan, kind: NumberKind): number {
  if (span.unit === "seconds" && kind.secondsPerUnit !== undefined)
    return round(span.value / kind.secondsPerUnit);
  if (span.unit === "percent" && kind.maximum === 1) return round(span.value / 100);
  if (span.isShare) return round(kind.minimum + (kind.maximum - kind.minimum) * span.value);
  return span.value;
}

/** Twelve digits: nobody says more, and 0.1 of something stays what it looks like. */
const round = (value: number): number => Number(value.toPrecision(12));

export function faultOf(value: number, { isInteger, minimum, maximum }: NumberKind): string | undefined {
  if (value < minimum || value > maximum) return `it must be ${describeBounds(minimum, maximum)}`;
  return isInteger && !Number.isInteger(value) ? "it must be a whole number" : undefined;
}

function describeBounds(minimum: number, maximum: number): string {
  if (minimum === -Infinity) return `at most ${maximum}`;
  return maximum === Infinity ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
}

/** "2 people", "level 30": its name stands on either side. */
function isNamed(draft: Draft, span: NumberSpan, { stems }: Parameter): boolean {
  return [span.from - 1, span.to].some((index) => stems.includes(draft.tokens[index]?.stem ?? ""));
}
