import { startsWith } from "./phrase-lists.ts";
import type { Token } from "./tokens.ts";

/** A number in a sentence, with what stands behind it. Tokens `from` up to, but not including, `to`. */
export interface NumberSpan {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly unit?: "percent" | "seconds" | "degrees";
  /** `half`, `full`, `maximum`: a share of what is possible. */
  readonly isShare?: true;
}

const small = new Map(
  (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen"
  )
    .split(" ")
    .map((word, value) => [word, value]),
);
const tens = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index) => [word, (index + 2) * 10]),
);
const scales = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
]);
const shares = new Map([
  ["half", 0.5],
  ["full", 1],
  ["maximum", 1],
  ["max", 1],
  ["minimum", 0],
  ["min", 0],
]);
const secondsOf = new Map(
  Object.entries({
    second: 1,
    sec: 1,
    minute: 60,
    min: 60,
    hour: 3_600,
    hr: 3_600,
    day: 86_400,
    week: 604_800,
  }).flatMap(([unit, seconds]): [string, number][] => [
    [unit, seconds],
    [`${unit}s`, seconds],
  ]),
);

/** All numbers of a sentence, in digits and in words, durations as seconds. */
export function findNumbers(tokens: readonly Token[]): NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (let index = 0; index < tokens.length;) {
    const span = readDuration(tokens, index) ?? readQuantity(tokens, index) ?? readShare(tokens, index);
    if (span !== undefined) spans.push(span);
    index = span?.to ?? index + 1;
  }
  return spans;
}

function readQuantity(tokens: readonly Token[], from: number): NumberSpan | undefined {
  const number = readNumber(tokens, from);
  if (number === undefined) return undefined;
  const next = tokens[number.to]?.word;
  if (next === "%" || next === "percent") return { ...number, to: number.to + 1, unit: "percent" };
  if (next === "°") {
    const hasLetter = ["c", "f"].includes(tokens[number.to + 1]?.word ?? "");
    return tokens[number.to + 1]?.word === "f"
      ? undefined
      : { ...number, to: number.to + (hasLetter ? 2 : 1), unit: "degrees" };
  }
  if (next === "c" || next === "celsius") return { ...number, to: number.to + 1, unit: "degrees" };
  if (next === "degrees" || next === "degree") return { ...number, to: number.to + 1, unit: "degrees" };
  return number;
}

/** `half`, `full`: of what, the parameter's bounds say. */
function readShare(tokens: readonly Token[], from: number): NumberSpan | undefined {
  const value = shares.get(tokens[from]?.word ?? "");
  return value === undefined ? undefined : { from, to: from + 1, value, isShare: true };
}

/** `1 hour 20 minutes`, `an hour and a half`, `half an hour`, `90 seconds`. */
function readDuration(tokens: readonly Token[], from: number): NumberSpan | undefined {
  let to = from;
  let seconds = 0;
  let unit = Infinity;
  for (;;) {
    const start = to > from && tokens[to]?.word === "and" ? to + 1 : to;
    const part = readDurationPart(tokens, start);
    // "5 minutes and 10 minutes" are two.
    if (part === undefined || part.unitSeconds >= unit) break;
    seconds += part.value;
    unit = part.unitSeconds;
    ({ to } = part);
    if (tokens[to]?.word === "and" && tokens[to + 1]?.word === "a" && tokens[to + 2]?.word === "half") {
      seconds += part.unitSeconds / 2;
      to += 3;
    }
  }
  return to === from ? undefined : { from, to, value: seconds, unit: "seconds" };
}

function readDurationPart(tokens: readonly Token[], from: number) {
  const quarters = readQuarters(tokens, from);
  if (quarters !== undefined) return quarters;
  const isHalf = tokens[from]?.word === "half" && ["a", "an"].includes(tokens[from + 1]?.word ?? "");
  const isOne = ["a", "an"].includes(tokens[from]?.word ?? "");
  const number = isHalf
    ? { value: 0.5, to: from + 2 }
    : (readNumber(tokens, from) ?? (isOne ? { value: 1, to: from + 1 } : undefined));
  const unitSeconds = number && secondsOf.get(tokens[number.to]?.word ?? "");
  if (number === undefined || unitSeconds === undefined) return undefined;
  return { value: number.value * unitSeconds, unitSeconds, to: number.to + 1 };
}

/** `a quarter of an hour`, `three quarters of an hour`. */
function readQuarters(tokens: readonly Token[], from: number) {
  const count = { a: 1, quarter: 1, three: 3 }[tokens[from]?.word ?? ""];
  const at = tokens[from]?.word === "quarter" ? from : from + 1;
  const isHour =
    /^quarters?$/.test(tokens[at]?.word ?? "") && startsWith(tokens.slice(at + 1), ["of", "an", "hour"]);
  return count !== undefined && isHour ? { value: count * 900, unitSeconds: 3_600, to: at + 4 } : undefined;
}

export function readNumber(tokens: readonly Token[], from: number): NumberSpan | undefined {
  const first = tokens[from];
  if (first === undefined) return undefined;
  if (first.kind === "number") {
    // "1.5 million"
    const scale = scales.get(tokens[from + 1]?.word ?? "") ?? 1;
    return withHalf(tokens, { from, to: from + (scale > 1 ? 2 : 1), value: toNumber(first) * scale });
  }
  const next = tokens[from + 1];
  const isMinus = ["-", "−", "minus"].includes(first.word) && next?.kind === "number";
  // Behind a number it is subtracted, not negative.
  if (isMinus && tokens[from - 1]?.kind !== "number") return { from, to: from + 2, value: -toNumber(next) };
  return isPronoun(tokens, from) ? undefined : readWords(tokens, from);
}

/** "The one in the attic", "the bedroom one" count nothing. */
function isPronoun(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (tokens[at]?.word !== "one" || before === undefined) return false;
  if (/^(?:the|this|that|which|other|another|each|every)$/.test(before.word)) return true;
  return at === tokens.length - 1 && before.kind === "word" && !isCounted.test(before.word);
}

/** Behind these comes a number, even if it is one. */
const isCounted =
  /^(?:to|at|for|by|of|in|from|and|plus|minus|times|over|number|level|hundred|thousand|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|is|volume|line|than)$/;

const toNumber = (token: Token): number => Number(token.text.replaceAll(",", ""));

/** `two hundred and fifty`, `a hundred`, `nineteen and a half`. */
function readWords(tokens: readonly Token[], from: number): NumberSpan | undefined {
  const isOne = tokens[from]?.word === "a" && scales.has(tokens[from + 1]?.word ?? "");
  let to = isOne ? from + 1 : from;
  let total = 0;
  let group: number | undefined = isOne ? 1 : undefined;
  for (; ; to += 1) {
    const word = tokens[to]?.word ?? "";
    const scale = scales.get(word);
    const value = small.get(word) ?? tens.get(word);
    if (scale !== undefined && group !== undefined) {
      total += scale > 100 ? group * scale : 0;
      group = scale > 100 ? undefined : group * scale;
    } else if (value !== undefined && fitsBehind(group, value)) group = (group ?? 0) + value;
    else if (word !== "and" || (total || (group ?? 0)) < 100 || !isNumberWord(tokens[to + 1])) break;
  }
  if (group === undefined && total === 0) return undefined;
  return withHalf(tokens, { from, to, value: total + (group ?? 0) });
}

/** `twenty five` is one number, `two three` is two. */
function fitsBehind(group: number | undefined, value: number): boolean {
  if (group === undefined) return true;
  const isUnit = value > 0 && value < 10;
  return group > 0 && (group % 100 === 0 || (isUnit && group % 10 === 0 && group % 100 !== 10));
}

function isNumberWord(token: Token | undefined): boolean {
  return token !== undefined && (small.has(token.word) || tens.has(token.word));
}

function withHalf(tokens: readonly Token[], span: NumberSpan): NumberSpan {
  const isHalf = ["and", "a", "half"].every((word, index) => tokens[span.to + index]?.word === word);
  return isHalf ? { ...span, to: span.to + 3, value: span.value + 0.5 } : span;
}
