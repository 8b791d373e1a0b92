import type { Draft } from "./draft.ts";
import type { DateSpan } from "./language/dates.ts";
import { formatMoment, isBeforeDawn } from "./language/format-moment.ts";
import { halfByOccasion } from "./language/occasions.ts";
import { inHalf, readTime, withPartOfDay } from "./language/times.ts";
import type { Token } from "./language/tokens.ts";

/** Days and times for the parameters whose format asks for them. */
export function fillMoments(draft: Draft, now: Date): void {
  for (const parameter of draft.unfilled("moment")) {
    if (parameter.kind.type !== "moment") continue;
    const found = draft.clause.dates.filter(({ from, to }) => draft.isFree(from, to));
    const spans =
      found.some(({ time }) => time) || parameter.kind.format === "date"
        ? found
        : [...found, ...bareHours(draft)];
    const chosen = parameter.kind.format === "date-time" ? joinDayAndTime(spans) : spans.slice(0, 1);
    const [first] = chosen;
    if (first === undefined) continue;
    const moment = atOccasion(Object.assign({}, ...chosen) as DateSpan, draft);
    const value = formatMoment(moment, parameter.kind.format, now);
    if (value === undefined) {
      if (parameter.kind.format !== "date-time") continue;
      const isVague = moment.time !== undefined && isBeforeDawn(moment.time);
      const fault = isVague ? "it may be am or pm" : "a day and a time are needed";
      draft.missing.set(parameter.name, { parameter, fault, understood: moment });
    } else draft.fill(parameter, [value], 0.5);
    for (const { from, to } of chosen) {
      draft.take(from, to);
      // "…, it's on Saturday at 4"
      if (/^(?:it|that)$/.test(draft.tokens[from - 2]?.word ?? "") && draft.tokens[from - 1]?.word === "is")
        draft.take(from - 2, from);
    }
  }
}

/** "An alarm for 7": a tool that asks for a time is told one, where no number is asked for as well. */
function bareHours({ tokens, profile }: Draft): DateSpan[] {
  if (profile.parameters.some(({ kind }) => kind.type === "number")) return [];
  const isAnnounced = (at: number) =>
    at === 0 || /^(?:for|to|at|alarm|time)$/.test(tokens[at - 1]?.word ?? "");
  return tokens.flatMap((_, at) => {
    const time = isAnnounced(at) ? withPartIn(tokens, at) : undefined;
    if (time === undefined) return [];
    const from = /^(?:for|to|at)$/.test(tokens[at - 1]?.word ?? "") ? at - 1 : at;
    return [{ from, to: time.to, time: time.value }];
  });
}

function withPartIn(tokens: readonly Token[], at: number) {
  const time = readTime(tokens, at, true);
  return time && withPartOfDay(tokens, time);
}

/** A table at eight is in the evening, as the tool and the sentence are about a restaurant. */
function atOccasion(span: DateSpan, { clause, profile }: Draft): DateSpan {
  const half =
    span.time &&
    (span.half ??
      halfByOccasion(span.time, clause.source) ??
      halfByOccasion(span.time, profile.tool.description));
  if (span.time === undefined || half === undefined) return span;
  return { ...span, time: inHalf({ value: span.time, to: 0 }, half).value };
}

/** "On Friday at Luigi's at 8 pm": the day here, the time there. */
function joinDayAndTime(spans: readonly DateSpan[]): readonly DateSpan[] {
  const whole = spans.find(({ day, time }) => day && time);
  if (whole !== undefined) return [whole];
  const day = spans.find((span) => span.day);
  const time = spans.find((span) => span.time);
  return [day, time].filter((span) => span !== undefined);
}
