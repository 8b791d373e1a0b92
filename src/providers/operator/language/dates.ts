import { readDay, type Day, type Half } from "./days.ts";
import { inHalf, readPartOfDay, readTime, withPartOfDay, type Time } from "./times.ts";
import type { Token } from "./tokens.ts";

/** A day, a time of day or a moment in a sentence. Tokens `from` up to, but not including, `to`. */
export interface DateSpan {
  readonly from: number;
  readonly to: number;
  readonly day?: Day;
  readonly time?: Time;
  /** Said of the day without a time, as in "tomorrow morning". */
  readonly half?: Half;
}

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

const roughly = [",", "at", "around", "about"];

function readMoment(tokens: readonly Token[], from: number, now: Date): DateSpan | undefined {
  const start = behind(tokens, from, ["on", "at", "for", "by", "around", "about"]);
  const day = readDay(tokens, start, now);
  if (day !== undefined) {
    const isTonight = tokens[day.to - 1]?.word.startsWith("tonight");
    const part = isTonight ? ({ value: "pm", to: day.to } as const) : readPartOfDay(tokens, day.to);
    const at = part?.to ?? day.to;
    const time = readTime(
      tokens,
      behind(tokens, at, roughly),
      /^(?:at|around|about)$/.test(tokens[at]?.word ?? ""),
    );
    if (time === undefined) return { from, to: at, day: day.value, ...(part && { half: part.value }) };
    const whole = part === undefined ? withPartOfDay(tokens, time) : inHalf(time, part.value);
    return { from, to: whole.to, day: day.value, time: whole.value };
  }
  const part = readPartOfDay(tokens, start);
  const early = part && readTime(tokens, behind(tokens, part.to, roughly), true);
  // "In the morning at 8"
  if (part !== undefined && early !== undefined && /^(?:at|around|about)$/.test(tokens[part.to]?.word ?? ""))
    return { from, to: early.to, time: inHalf(early, part.value).value };
  const isAt = start > from && /^(?:at|around|about)$/.test(tokens[from]?.word ?? "");
  const bare = readTime(tokens, behind(tokens, start, ["around", "about"]), isAt);
  if (bare === undefined) return undefined;
  const time = withPartOfDay(tokens, bare);
  const later = readDay(tokens, behind(tokens, time.to, ["on", "at", ","]), now);
  if (later === undefined) return { from, to: time.to, time: time.value };
  const isTonight = tokens[later.to - 1]?.word === "tonight";
  const whole = isTonight ? inHalf(time, "pm") : withPartOfDay(tokens, { ...time, to: later.to });
  return { from, to: Math.max(later.to, whole.to), day: later.value, time: whole.value };
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

/** One word of these may stand in front, and "the" behind it. */
function behind(tokens: readonly Token[], index: number, words: readonly string[]): number {
  const next = words.includes(tokens[index]?.word ?? "") ? index + 1 : index;
  return tokens[next]?.word === "the" &&
    (tokens[next + 1]?.kind === "number" || tokens[next + 1]?.word === "day")
    ? next + 1
    : next;
}
