import type { DateSpan } from "./dates.ts";
import { dayAfter, type Day } from "./days.ts";
import type { Time } from "./times.ts";

const pad = (value: number): string => String(value).padStart(2, "0");

/** RFC 3339's forms; `undefined` where the sentence does not say enough for the format. */
export function formatMoment(
  span: DateSpan,
  format: "date" | "time" | "date-time",
  now: Date,
): string | undefined {
  const { day, time } = span;
  if (format === "date") return day && !time ? formatDay(day) : undefined;
  if (format === "time")
    return time && (!day || isSameDay(day, nextDayFor(time, now))) ? formatTime(time) : undefined;
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

/** A time alone is the next one of that name: to say "tomorrow at seven" this evening says no more. */
function nextDayFor({ hour, minute }: Time, now: Date): Day {
  const isOver = hour * 60 + minute <= now.getHours() * 60 + now.getMinutes();
  return dayAfter(now, isOver ? 1 : 0);
}

const isSameDay = (one: Day, other: Day): boolean => formatDay(one) === formatDay(other);
