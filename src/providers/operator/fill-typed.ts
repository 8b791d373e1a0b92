import type { Draft } from "./draft.ts";
import { formatMoment, isBeforeDawn, type DateSpan } from "./language/dates.ts";
import type { NumberSpan } from "./language/numbers.ts";
import { nameWords, type Token } from "./language/tokens.ts";
import type { Parameter } from "./parameters.ts";

type NumberKind = Extract<Parameter["kind"], { type: "number" }>;

export function fillArithmetic(draft: Draft): void {
  const [parameter] = draft.unfilled("arithmetic");
  const { arithmetic } = draft.clause;
  if (parameter === undefined || arithmetic === undefined) return;
  draft.fill(parameter, [arithmetic.expression], 3);
  draft.take(arithmetic.from, arithmetic.to);
}

const trueWords = new Set("on yes true enable enabled activate active".split(" "));
const falseWords = new Set("off no false disable disabled deactivate inactive".split(" "));

/** `locked`: "lock" is true and "unlock" false. On and off mean the only one there is. */
export function fillBooleans(draft: Draft): void {
  const parameters = draft.unfilled("boolean");
  for (const parameter of parameters) {
    const own = new Set(parameter.stems);
    const isOnly = parameters.length === 1 && parameter.isRequired;
    const isTrue = ({ word, stem }: Token) =>
      (parameter.stems.length === 1 && own.has(stem)) || (isOnly && trueWords.has(word));
    const isFalse = ({ word, stem }: Token) => isOpposite(stem, own) || (isOnly && falseWords.has(word));
    const find = (test: (token: Token) => boolean) =>
      draft.tokens.findIndex((token, index) => draft.isFree(index) && test(token));
    // In "the door lock, unlocked" the first word names the thing, as it can in no other case.
    const falseAt = find(isFalse);
    const at = falseAt < 0 ? find(isTrue) : falseAt;
    if (at < 0) continue;
    draft.fill(parameter, [falseAt < 0], Math.max(1.5, draft.termAt(at)?.weight ?? 0));
    draft.take(at);
  }
}

function isOpposite(stem: string, own: ReadonlySet<string>): boolean {
  return /^(?:un|dis)/.test(stem) && [...own].some((each) => stem === `un${each}` || stem === `dis${each}`);
}

/** Days and times for the parameters whose format asks for them. */
export function fillMoments(draft: Draft, now: Date): void {
  for (const parameter of draft.unfilled("moment")) {
    if (parameter.kind.type !== "moment") continue;
    const spans = draft.clause.dates.filter(({ from, to }) => draft.isFree(from, to));
    const chosen = parameter.kind.format === "date-time" ? joinDayAndTime(spans) : spans.slice(0, 1);
    const [first] = chosen;
    if (first === undefined) continue;
    const moment = Object.assign({}, ...chosen) as DateSpan;
    const value = formatMoment(moment, parameter.kind.format, now);
    if (value === undefined) {
      if (parameter.kind.format !== "date-time") continue;
      const isVague = moment.time !== undefined && isBeforeDawn(moment.time);
      const fault = isVague ? "it may be am or pm" : "a day and a time are needed";
      draft.missing.set(parameter.name, { parameter, fault, understood: moment });
    } else draft.fill(parameter, [value], 0.5);
    for (const { from, to } of chosen) draft.take(from, to);
  }
}

/** "On Friday at Luigi's at 8 pm": the day here, the time there. */
function joinDayAndTime(spans: readonly DateSpan[]): readonly DateSpan[] {
  const whole = spans.find(({ day, time }) => day && time);
  if (whole !== undefined) return [whole];
  const day = spans.find((span) => span.day);
  const time = spans.find((span) => span.time);
  return [day, time].filter((span) => span !== undefined);
}

/** Numbers that fit the unit and the bounds. With several of each, only those that stand beside the parameter's name. */
export function fillNumbers(draft: Draft): void {
  const parameters = draft.unfilled("number");
  for (const parameter of parameters) {
    const spans = draft.clause.numbers.filter(({ from, to }) => draft.isFree(from, to));
    const { kind } = parameter;
    if (kind.type !== "number") continue;
    const fitting = spans.filter((span) => fitsUnit(span, parameter) && !isChange(draft, span, parameter));
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
  if (fault === undefined) draft.fill(parameter, [value], span.unit === undefined ? 0.4 : 0.8);
  else draft.missing.set(parameter.name, { parameter, fault });
  if (span.unit !== undefined) draft.measured.add(parameter);
  draft.take(span.from, span.to);
}

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
