import { halves, toCount, type Found, type Half } from "./days.ts";
import type { Token } from "./tokens.ts";

export interface Time {
  readonly hour: number;
  readonly minute: number;
  /** `three` and `3:15` may be before noon or after it; `15:00`, `03:15` and `3 pm` say which. */
  readonly isVague?: true;
}

export type FoundTime = NonNullable<Found<Time>>;

const namedTimes = new Map([
  ["noon", 12],
  ["midday", 12],
  ["midnight", 0],
]);

/** `morning`, `in the evening`, `at night`. */
export function readPartOfDay(tokens: readonly Token[], from: number): Found<Half> {
  const behindIn = /^(?:in|at)$/.test(tokens[from]?.word ?? "") ? from + 1 : from;
  const at = tokens[behindIn]?.word === "the" ? behindIn + 1 : behindIn;
  const word = tokens[at]?.word ?? "";
  return Object.hasOwn(halves, word) ? { value: halves[word as keyof typeof halves], to: at + 1 } : undefined;
}

/** `seven in the evening`. */
export function withPartOfDay(tokens: readonly Token[], time: FoundTime): FoundTime {
  const part = readPartOfDay(tokens, time.to);
  return part === undefined ? time : { ...inHalf(time, part.value), to: part.to };
}

export function inHalf({ value, to }: FoundTime, half: Half): FoundTime {
  if (value.isVague !== true) return { value, to };
  const hour = (value.hour % 12) + (half === "pm" ? 12 : 0);
  return { value: { hour, minute: value.minute }, to };
}

/** A bare `7` is a time only behind "at", or with the part of the day. */
export function readTime(tokens: readonly Token[], from: number, isAt: boolean): Found<Time> {
  const token = tokens[from];
  if (token === undefined) return undefined;
  const named = namedTimes.get(token.word);
  if (named !== undefined) return { value: { hour: named, minute: 0 }, to: from + 1 };
  if (token.kind === "clock") {
    const [hour = 0, minute = 0] = token.text.split(":").map(Number);
    const time = withHalfOfDay(tokens, from + 1, hour, minute);
    return time && token.text.startsWith("0") ? { ...time, value: { hour, minute } } : time;
  }
  return readSpokenTime(tokens, from) ?? readHour(tokens, from, isAt);
}

const noHours =
  /^(?:%|percent|degrees?|°|people|guests|persons?|minutes?|mins?|hours?|seconds?|secs?|days?|dollars|euros|pounds)$/;

/** `7 pm`, `seven o'clock`, `7.30 pm`, `seven thirty`; `at 7`. */
function readHour(tokens: readonly Token[], from: number, isAt: boolean): Found<Time> {
  const token = tokens[from];
  const [hour, dotted] = readDotted(token) ?? [toCount(token), undefined];
  if (
    token === undefined ||
    hour === undefined ||
    (token.kind === "number" && !/^\d{1,2}(?:\.\d{2})?$/.test(token.text))
  )
    return undefined;
  const next = tokens[from + 1]?.word ?? "";
  if (next === "o'clock" || next === "oclock") return withHalfOfDay(tokens, from + 2, hour, 0);
  const minute = dotted === undefined ? readMinutes(tokens, from + 1) : { value: dotted, length: 0 };
  const end = from + 1 + (minute?.length ?? 0);
  const behind = tokens[end]?.word ?? "";
  const isHour =
    /^(?:am|pm|a\.?m|p\.?m)$/.test(behind) ||
    (isAt && !noHours.test(behind)) ||
    (!noHours.test(behind) && /^(?:in|at)$/.test(behind) && readPartOfDay(tokens, end) !== undefined);
  return isHour ? withHalfOfDay(tokens, end, hour, minute?.value ?? 0) : undefined;
}

/** `7.30` */
function readDotted(token: Token | undefined): readonly [hour: number, minute: number] | undefined {
  const [, hour, minute] = (token?.kind === "number" && /^(\d{1,2})\.(\d{2})$/.exec(token.text)) || [];
  return hour === undefined || minute === undefined ? undefined : [Number(hour), Number(minute)];
}

const minuteWords = new Map([
  ["ten", 10],
  ["fifteen", 15],
  ["twenty", 20],
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
]);

/** `thirty`, `forty five`, `30` behind an hour. */
function readMinutes(tokens: readonly Token[], from: number) {
  const token = tokens[from];
  if (token?.kind === "number" && /^[0-5][0-9]$/.test(token.text) && tokens[from - 1]?.kind === "number")
    return { value: Number(token.text), length: 1 };
  const tens = minuteWords.get(token?.word ?? "");
  if (tens === undefined) return undefined;
  const five = tokens[from + 1]?.word === "five" && tens >= 20;
  return { value: tens + (five ? 5 : 0), length: five ? 2 : 1 };
}

const spokenMinutes = new Map([
  ["half", 30],
  ["quarter", 15],
  ["five", 5],
  ["ten", 10],
  ["twenty", 20],
]);

/** `half past seven`, `quarter to six`, `ten past eight`. */
function readSpokenTime(tokens: readonly Token[], from: number): Found<Time> {
  const start = tokens[from]?.word === "a" ? from + 1 : from;
  const token = tokens[start];
  const digits =
    token?.kind === "number" && /^(?:5|10|15|20|25)$/.test(token.text) ? Number(token.text) : undefined;
  const minutes = digits ?? spokenMinutes.get(token?.word ?? "");
  const at = tokens[start + 1]?.word === "minutes" ? start + 2 : start + 1;
  const direction = tokens[at]?.word;
  const hour = toCount(tokens[at + 1]);
  // "Half six", as it is said in Britain.
  const british = minutes === 30 ? toCount(tokens[start + 1]) : undefined;
  if (british !== undefined && british <= 12 && !noHours.test(tokens[start + 2]?.word ?? ""))
    return withHalfOfDay(tokens, start + 2, british, 30);
  if (minutes === undefined || hour === undefined || hour > 12) return undefined;
  if (direction === "past") return withHalfOfDay(tokens, at + 2, hour, minutes);
  if (direction === "to" && minutes < 30 && digits === undefined)
    return withHalfOfDay(tokens, at + 2, (hour + 11) % 12 || 12, 60 - minutes);
  return undefined;
}

function withHalfOfDay(tokens: readonly Token[], to: number, hour: number, minute: number): Found<Time> {
  const half = tokens[to]?.word.replaceAll(".", "");
  if (half !== "am" && half !== "pm") {
    if (!isTime(hour, minute)) return undefined;
    const isVague = hour > 0 && hour <= 12;
    return { value: { hour, minute, ...(isVague && { isVague }) }, to };
  }
  if (hour < 1 || hour > 12) return undefined;
  const isDot = tokens[to + 1]?.word === "." && tokens[to]?.text.includes(".");
  return { value: { hour: (hour % 12) + (half === "pm" ? 12 : 0), minute }, to: to + (isDot ? 2 : 1) };
}

const isTime = (hour: number, minute: number): boolean => hour < 24 && minute < 60;
