import type { Token } from "./tokens.ts";

/** A day, a time of day or a moment in a sentence. Tokens `from` up to, but not including, `to`. */
export interface DateSpan {
  readonly from: number;
  readonly to: number;
  readonly day?: { readonly year: number; readonly month: number; readonly date: number };
  readonly time?: {
    readonly hour: number;
    readonly minute: number;
    /** `three` and `3:15` may be before noon or after it; `15:00`, `03:15` and `3 pm` say which. */
    readonly isVague?: true;
  };
}

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const hours = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const namedTimes = new Map([
  ["noon", 12],
  ["midday", 12],
  ["midnight", 0],
]);

type Found<Value> = { readonly value: Value; readonly to: number } | undefined;
type Day = NonNullable<DateSpan["day"]>;
type Time = NonNullable<DateSpan["time"]>;
type FoundTime = NonNullable<Found<Time>>;

/** Days and times, each as far as it goes: `tomorrow at 3 pm` is one span with both. */
export function findDates(tokens: readonly Token[], now: Date): DateSpan[] {
  const spans: DateSpan[] = [];
  for (let index = 0; index < tokens.length;) {
    const span = readMoment(tokens, index, now);
    if (span !== undefined) spans.push(span);
    index = span?.to ?? index + 1;
  }
  return spans;
}

function readMoment(tokens: readonly Token[], from: number, now: Date): DateSpan | undefined {
  const start = behind(tokens, from, ["on", "at", "for", "by"]);
  const day = readDay(tokens, start, now);
  if (day !== undefined) {
    const isTonight = tokens[day.to - 1]?.word === "tonight";
    const part = isTonight ? ({ value: "pm", to: day.to } as const) : readPartOfDay(tokens, day.to);
    const at = part?.to ?? day.to;
    const time = readTime(tokens, behind(tokens, at, [",", "at", "around"]), tokens[at]?.word === "at");
    if (time === undefined) return { from, to: day.to, day: day.value };
    const whole = part === undefined ? withPartOfDay(tokens, time) : inHalf(time, part.value);
    return { from, to: whole.to, day: day.value, time: whole.value };
  }
  const isAt = start > from && tokens[from]?.word === "at";
  const bare = readTime(tokens, start, isAt);
  if (bare === undefined) return undefined;
  const time = withPartOfDay(tokens, bare);
  const later = readDay(tokens, behind(tokens, time.to, ["on", "at"]), now);
  if (later === undefined) return { from, to: time.to, time: time.value };
  const isTonight = tokens[later.to - 1]?.word === "tonight";
  const whole = isTonight ? inHalf(time, "pm") : withPartOfDay(tokens, { ...time, to: later.to });
  return { from, to: Math.max(later.to, whole.to), day: later.value, time: whole.value };
}

const halves = { morning: "am", afternoon: "pm", evening: "pm" } as const;
type Half = (typeof halves)[keyof typeof halves];

/** `morning`, `in the evening`. */
function readPartOfDay(tokens: readonly Token[], from: number): Found<Half> {
  const behindIn = tokens[from]?.word === "in" ? from + 1 : from;
  const at = tokens[behindIn]?.word === "the" ? behindIn + 1 : behindIn;
  const word = tokens[at]?.word ?? "";
  return Object.hasOwn(halves, word) ? { value: halves[word as keyof typeof halves], to: at + 1 } : undefined;
}

/** `seven in the evening`. */
function withPartOfDay(tokens: readonly Token[], time: FoundTime): FoundTime {
  const part = readPartOfDay(tokens, time.to);
  return part === undefined ? time : { ...inHalf(time, part.value), to: part.to };
}

/** The whole of what was said is `pm` or `in the afternoon`: which of the two that a time left open. */
export function readHalfAlone(tokens: readonly Token[], { day, time }: DateSpan): DateSpan | undefined {
  const word = tokens[0]?.word;
  const half = word === "am" || word === "pm" ? ({ value: word, to: 1 } as const) : readPartOfDay(tokens, 0);
  if (half === undefined || half.to < tokens.length || time === undefined) return undefined;
  return {
    from: 0,
    to: half.to,
    ...(day && { day }),
    time: inHalf({ value: time, to: 0 }, half.value).value,
  };
}

function inHalf({ value, to }: FoundTime, half: Half): FoundTime {
  if (value.isVague !== true) return { value, to };
  const hour = (value.hour % 12) + (half === "pm" ? 12 : 0);
  return { value: { hour, minute: value.minute }, to };
}

/** One word of these may stand in front, and "the" behind it. */
function behind(tokens: readonly Token[], index: number, words: readonly string[]): number {
  const next = words.includes(tokens[index]?.word ?? "") ? index + 1 : index;
  return tokens[next]?.word === "the" && tokens[next + 1]?.kind === "number" ? next + 1 : next;
}

function readDay(tokens: readonly Token[], from: number, now: Date): Found<Day> {
  const token = tokens[from];
  // "Next Friday" means this one to some and the one after to others: that is no date.
  if (token === undefined || /^(?:next|last)$/.test(tokens[from - 1]?.word ?? "")) return undefined;
  if (token.kind === "date") {
    const [year = 0, month = 0, date = 0] = token.text.split("-").map(Number);
    return isDay(year, month, date) ? { value: { year, month, date }, to: from + 1 } : undefined;
  }
  if (token.kind !== "word" && token.kind !== "number") return undefined;
  const phrase = [0, 1, 2].map((offset) => tokens[from + offset]?.word ?? "");
  if (phrase[0] === "today" || phrase[0] === "tonight") return { value: dayAfter(now, 0), to: from + 1 };
  // "This evening": the part of the day is read with the time.
  if (phrase[0] === "this" && Object.hasOwn(halves, phrase[1] ?? ""))
    return { value: dayAfter(now, 0), to: from + 1 };
  if (phrase[0] === "tomorrow") return { value: dayAfter(now, 1), to: from + 1 };
  if (phrase.join(" ").startsWith("day after tomorrow")) return { value: dayAfter(now, 2), to: from + 3 };
  if (phrase[0] === "in" && token.kind === "word" && /^days?$/.test(phrase[2] ?? "")) {
    const count = toCount(tokens[from + 1]);
    if (count !== undefined) return { value: dayAfter(now, count), to: from + 3 };
  }
  return readWeekday(phrase, from, now) ?? readMonthDay(tokens, from, now);
}

function readWeekday(phrase: readonly string[], from: number, now: Date): Found<Day> {
  const isThis = phrase[0] === "this";
  const weekday = weekdays.indexOf((isThis ? phrase[1] : phrase[0]) ?? "");
  if (weekday < 0) return undefined;
  const ahead = (weekday - now.getDay() + 7) % 7 || 7;
  return { value: dayAfter(now, ahead), to: from + (isThis ? 2 : 1) };
}

/** `March 5`, `5 March`, `the 5th of March`, each with or without a year. */
function readMonthDay(tokens: readonly Token[], from: number, now: Date): Found<Day> {
  const monthFirst = months.indexOf(tokens[from]?.word ?? "");
  if (monthFirst >= 0) {
    const date = readOrdinal(tokens, from + 1);
    return date && withYear(tokens, date.to, monthFirst + 1, date.value, now);
  }
  const date = readOrdinal(tokens, from);
  if (date === undefined) return undefined;
  const at = tokens[date.to]?.word === "of" ? date.to + 1 : date.to;
  const month = months.indexOf(tokens[at]?.word ?? "");
  return month < 0 ? undefined : withYear(tokens, at + 1, month + 1, date.value, now);
}

function readOrdinal(tokens: readonly Token[], from: number): Found<number> {
  const token = tokens[from];
  if (token?.kind !== "number" || !/^\d{1,2}$/.test(token.text)) return undefined;
  const hasEnding = ["st", "nd", "rd", "th"].includes(tokens[from + 1]?.word ?? "");
  return { value: Number(token.text), to: from + (hasEnding ? 2 : 1) };
}

function withYear(tokens: readonly Token[], at: number, month: number, date: number, now: Date): Found<Day> {
  const index = tokens[at]?.word === "," ? at + 1 : at;
  const said = tokens[index];
  const isYear = said?.kind === "number" && /^(?:19|20)\d{2}$/.test(said.text);
  const thisYear = now.getFullYear();
  const isOver = new Date(thisYear, month - 1, date, 23, 59) < now;
  const year = isYear ? Number(said.text) : thisYear + (isOver ? 1 : 0);
  return isDay(year, month, date) ? { value: { year, month, date }, to: isYear ? index + 1 : at } : undefined;
}

/** A bare `7` is a time only behind "at". */
function readTime(tokens: readonly Token[], from: number, isAt: boolean): Found<Time> {
  const token = tokens[from];
  if (token === undefined) return undefined;
  const named = namedTimes.get(token.word);
  if (named !== undefined) return { value: { hour: named, minute: 0 }, to: from + 1 };
  if (token.kind === "clock") {
    const [hour = 0, minute = 0] = token.text.split(":").map(Number);
    const time = withHalfOfDay(tokens, from + 1, hour, minute);
    return time && token.text.startsWith("0") ? { ...time, value: { hour, minute } } : time;
  }
  const spoken = readSpokenTime(tokens, from);
  if (spoken !== undefined) return spoken;
  const hour = toCount(token);
  if (hour === undefined || (token.kind === "number" && !/^\d{1,2}$/.test(token.text))) return undefined;
  const next = tokens[from + 1]?.word ?? "";
  if (next === "o'clock") return withHalfOfDay(tokens, from + 2, hour, 0);
  const isHour =
    /^(?:am|pm|a\.?m|p\.?m)$/.test(next) || (isAt && !/^(?:%|percent|degrees?|°|people|guests)$/.test(next));
  return isHour ? withHalfOfDay(tokens, from + 1, hour, 0) : undefined;
}

/** `half past seven`, `quarter to six`. */
function readSpokenTime(tokens: readonly Token[], from: number): Found<Time> {
  const start = tokens[from]?.word === "a" ? from + 1 : from;
  const minutes = { half: 30, quarter: 15 }[tokens[start]?.word ?? ""];
  const direction = tokens[start + 1]?.word;
  const hour = toCount(tokens[start + 2]);
  if (minutes === undefined || hour === undefined || hour > 12) return undefined;
  if (direction === "past") return withHalfOfDay(tokens, start + 3, hour, minutes);
  if (direction === "to" && minutes === 15)
    return withHalfOfDay(tokens, start + 3, (hour + 11) % 12 || 12, 45);
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

function toCount(token: Token | undefined): number | undefined {
  if (token?.kind === "number") return Number.isInteger(Number(token.text)) ? Number(token.text) : undefined;
  const value = hours.indexOf(token?.word ?? "");
  return value < 1 ? undefined : value;
}

const isTime = (hour: number, minute: number): boolean => hour < 24 && minute < 60;

function isDay(year: number, month: number, date: number): boolean {
  const day = new Date(year, month - 1, date);
  return day.getMonth() === month - 1 && day.getDate() === date;
}

function dayAfter(now: Date, days: number): Day {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return { year: day.getFullYear(), month: day.getMonth() + 1, date: day.getDate() };
}

const pad = (value: number): string => String(value).padStart(2, "0");

/** RFC 3339's forms; `undefined` where the sentence does not say enough for the format. */
export function formatMoment(
  span: DateSpan,
  format: "date" | "time" | "date-time",
  now: Date,
): string | undefined {
  const { day, time } = span;
  if (format === "date") return day && !time ? formatDay(day) : undefined;
  if (format === "time") return time && !day ? formatTime(time) : undefined;
  if (time === undefined || isBeforeDawn(time)) return undefined;
  const { year, month, date } = day ?? nextDayFor(time, now);
  const moment = new Date(year, month - 1, date, time.hour, time.minute);
  const offset = -moment.getTimezoneOffset();
  const zone = `${offset < 0 ? "-" : "+"}${pad(Math.trunc(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
  return `${formatDay({ year, month, date })}T${formatTime(time)}${zone}`;
}

/** "At three" hardly means three in the morning, and whoever does mean it has to say so. */
export const isBeforeDawn = ({ hour, isVague }: Time): boolean => isVague === true && hour < 7;

const formatDay = ({ year, month, date }: Day): string =>
  `${String(year).padStart(4, "0")}-${pad(month)}-${pad(date)}`;
const formatTime = ({ hour, minute }: Time): string => `${pad(hour)}:${pad(minute)}:00`;

/** A time alone is the next one of that name. */
function nextDayFor({ hour, minute }: Time, now: Date): Day {
  const isOver = hour * 60 + minute <= now.getHours() * 60 + now.getMinutes();
  return dayAfter(now, isOver ? 1 : 0);
}
