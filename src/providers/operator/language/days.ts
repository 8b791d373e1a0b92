import type { Token } from "./tokens.ts";

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

/** What was read, and the token behind it. */
export type Found<Value> = { readonly value: Value; readonly to: number } | undefined;

export const halves = { morning: "am", afternoon: "pm", evening: "pm", night: "pm" } as const;
export type Half = (typeof halves)[keyof typeof halves];

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** "Sun" and "sat" are words of their own, and count only where they are written as names. */
const shortWeekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
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
const counts = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

export function readDay(tokens: readonly Token[], from: number, now: Date): Found<Day> {
  const token = tokens[from];
  // "Next Friday" means this one to some and the one after to others: that is no date.
  if (token === undefined || /^(?:next|last)$/.test(tokens[from - 1]?.word ?? "")) return undefined;
  if (token.kind === "date") {
    const [year = 0, month = 0, date = 0] = token.text.split("-").map(Number);
    return isDay(year, month, date) ? { value: { year, month, date }, to: from + 1 } : undefined;
  }
  if (token.kind !== "word" && token.kind !== "number") return undefined;
  return (
    readRelativeDay(tokens, from, now) ?? readWeekday(tokens, from, now) ?? readMonthDay(tokens, from, now)
  );
}

/** `today`, `tomorrow's`, `the day after tomorrow`, `in three days`. */
function readRelativeDay(tokens: readonly Token[], from: number, now: Date): Found<Day> {
  const [first = "", second = "", third = ""] = [0, 1, 2].map((offset) =>
    (tokens[from + offset]?.word ?? "").replace(/'s$/, ""),
  );
  if (first === "today" || first === "tonight") return { value: dayAfter(now, 0), to: from + 1 };
  // "This evening": the part of the day is read with the time.
  if (first === "this" && Object.hasOwn(halves, second)) return { value: dayAfter(now, 0), to: from + 1 };
  if (/^(?:tomorrow|tmrw|tmr|tomorow|tommorow|tommorrow)$/.test(first))
    return { value: dayAfter(now, 1), to: from + 1 };
  if (first === "day" && second === "after" && third === "tomorrow")
    return { value: dayAfter(now, 2), to: from + 3 };
  if (first === "in" && /^days?$/.test(third)) {
    const count = toCount(tokens[from + 1]);
    if (count !== undefined) return { value: dayAfter(now, count), to: from + 3 };
  }
  return undefined;
}

function readWeekday(tokens: readonly Token[], from: number, now: Date): Found<Day> {
  const at = tokens[from]?.word === "this" || tokens[from]?.word === "coming" ? from + 1 : from;
  const weekday = toWeekday(tokens[at], tokens[at + 1]);
  if (weekday < 0) return undefined;
  const ahead = (weekday - now.getDay() + 7) % 7 || 7;
  return { value: dayAfter(now, ahead), to: at + 1 };
}

function toWeekday(token: Token | undefined, next: Token | undefined): number {
  if (token === undefined) return -1;
  const name = token.word.replace(/'s$/, "");
  const isWritten =
    token.text !== token.word ||
    next?.kind === "clock" ||
    next?.kind === "number" ||
    !/^(?:sun|sat|wed)$/.test(name);
  const short = isWritten
    ? shortWeekdays.indexOf(name.replace(/^(tue)s$|^(thu)rs?$|^(wed)s$/, "$1$2$3"))
    : -1;
  return Math.max(weekdays.indexOf(name), short);
}

/** `March 5`, `5 March`, `the 5th of March`, each with or without a year; `the 5th` is the next one. */
function readMonthDay(tokens: readonly Token[], from: number, now: Date): Found<Day> {
  const monthFirst = months.indexOf(tokens[from]?.word ?? "");
  if (monthFirst >= 0) {
    const date = readOrdinal(tokens, tokens[from + 1]?.word === "the" ? from + 2 : from + 1);
    return date && withYear(tokens, date.to, monthFirst + 1, date.value, now);
  }
  const date = readOrdinal(tokens, from);
  if (date === undefined) return undefined;
  const at = tokens[date.to]?.word === "of" ? date.to + 1 : date.to;
  const month = months.indexOf(tokens[at]?.word ?? "");
  if (month >= 0) return withYear(tokens, at + 1, month + 1, date.value, now);
  const isBare = date.to === from + 2 && tokens[from - 1]?.word === "the" && at === date.to;
  return isBare ? nextDateOf(date.value, date.to, now) : undefined;
}

function nextDateOf(date: number, to: number, now: Date): Found<Day> {
  const isOver = date < now.getDate();
  const month = new Date(now.getFullYear(), now.getMonth() + (isOver ? 1 : 0), 1);
  const value = { year: month.getFullYear(), month: month.getMonth() + 1, date };
  return isDay(value.year, value.month, value.date) ? { value, to } : undefined;
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

export function toCount(token: Token | undefined): number | undefined {
  if (token?.kind === "number") return Number.isInteger(Number(token.text)) ? Number(token.text) : undefined;
  const value = counts.indexOf(token?.word ?? "");
  return value < 1 ? undefined : value;
}

function isDay(year: number, month: number, date: number): boolean {
  const day = new Date(year, month - 1, date);
  return day.getMonth() === month - 1 && day.getDate() === date;
}

export function dayAfter(now: Date, days: number): Day {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return { year: day.getFullYear(), month: day.getMonth() + 1, date: day.getDate() };
}
