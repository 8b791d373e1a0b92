import assert from "node:assert/strict";
import { test } from "node:test";
import { findDates } from "./dates.ts";
import { formatMoment } from "./format-moment.ts";
import { toTokens } from "./tokens.ts";

/** A Monday, at nine in the morning. */
const now = new Date(2026, 10, 16, 9, 0);

const read = (text: string, format: "date" | "time" | "date-time") => {
  const [span] = findDates(toTokens(text), now);
  return span && formatMoment(span, format, now);
};

test("days are counted from the present", () => {
  const cases: Readonly<Record<string, string>> = {
    today: "2026-11-16",
    tomorrow: "2026-11-17",
    "the day after tomorrow": "2026-11-18",
    "in three days": "2026-11-19",
    "on Friday": "2026-11-20",
    monday: "2026-11-23",
    "2026-12-01": "2026-12-01",
    "on December 3": "2026-12-03",
    "the 5th of March": "2027-03-05",
    "5 March 2028": "2028-03-05",
    "January 2, 2026": "2026-01-02",
    "on the 25th": "2026-11-25",
    "on the 3rd": "2026-12-03",
    "tomorrow's": "2026-11-17",
    "on Thu": "2026-11-19",
    "tomorrow morning": "2026-11-17",
  };
  for (const [text, expected] of Object.entries(cases)) {
    const spans = findDates(toTokens(text), now);
    assert.equal(spans.length, 1, text);
    assert.equal(spans[0] && formatMoment(spans[0], "date", now), expected, text);
  }
});

test("days that do not exist, and those that people disagree about, are none", () => {
  for (const text of ["2026-02-30", "February 30", "next Friday", "32 March", "soon"]) {
    assert.deepEqual(findDates(toTokens(text), now), [], text);
  }
});

test("times are read in digits and in words", () => {
  const cases: Readonly<Record<string, string>> = {
    "at 7": "07:00:00",
    "7 pm": "19:00:00",
    "12 am": "00:00:00",
    "at noon": "12:00:00",
    "6:45": "06:45:00",
    "6:45 pm": "18:45:00",
    "half past seven": "07:30:00",
    "quarter to eight": "07:45:00",
    "a quarter past six pm": "18:15:00",
    "nine o'clock": "09:00:00",
    "at seven thirty": "07:30:00",
    "at 7.30": "07:30:00",
    "ten past eight": "08:10:00",
    "half six": "06:30:00",
    "seven in the morning": "07:00:00",
    "8 at night": "20:00:00",
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(read(text, "time"), expected, text);
});

test("a bare number is no time, and 25 o'clock is none either", () => {
  for (const text of ["7", "set it to 7", "25:00", "13 pm", "at 20 percent"]) {
    assert.equal(read(text, "time"), undefined, text);
  }
});

test("a moment has a day and a time, in either order, in the zone of this machine", () => {
  const expected = new Date(2026, 10, 17, 15, 0);
  for (const text of ["tomorrow at 3 pm", "at 3 pm tomorrow", "tomorrow, 15:00"]) {
    const moment = read(text, "date-time");
    assert.match(moment ?? "", /^2026-11-17T15:00:00[+-]\d\d:\d\d$/, text);
    assert.equal(Date.parse(moment ?? ""), expected.getTime(), text);
  }
});

test("a time alone is the next one, and a day alone is no moment", () => {
  assert.match(read("at 10 am", "date-time") ?? "", /^2026-11-16T10:00/);
  assert.match(read("at 8 am", "date-time") ?? "", /^2026-11-17T08:00/);
  assert.equal(read("tomorrow", "date-time"), undefined);
});

test("what says more than the format holds is not cut down to it", () => {
  assert.equal(read("tomorrow at 3 pm", "date"), undefined);
  assert.equal(read("tomorrow at 3 pm", "time"), undefined);
});

test("a time with the day on which it comes next is that time", () => {
  assert.equal(read("tomorrow at 7 am", "time"), "07:00:00");
  assert.equal(read("today at 7 pm", "time"), "19:00:00");
  assert.equal(read("on Friday at 7 am", "time"), undefined);
});

test("the part of the day says which half an hour is in", () => {
  const cases: Readonly<Record<string, string>> = {
    "tonight at 8": "2026-11-16T20:00",
    "tomorrow evening at seven": "2026-11-17T19:00",
    "this afternoon at half past two": "2026-11-16T14:30",
    "at 3 in the afternoon tomorrow": "2026-11-17T15:00",
    "at 8 tonight": "2026-11-16T20:00",
    "at 6 tomorrow morning": "2026-11-17T06:00",
    "tomorrow at 9": "2026-11-17T09:00",
    "tomorrow at 03:15": "2026-11-17T03:15",
  };
  for (const [text, expected] of Object.entries(cases)) {
    assert.equal(read(text, "date-time")?.slice(0, 16), expected, text);
  }
});

test("three o'clock is before noon or after it, and no moment until that is said", () => {
  assert.equal(read("tomorrow at 3", "date-time"), undefined);
  assert.equal(read("on Friday at half past two", "date-time"), undefined);
  assert.equal(read("at half past five", "time"), "05:30:00");
});
