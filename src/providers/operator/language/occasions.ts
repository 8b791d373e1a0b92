import type { Half } from "./days.ts";
import type { Time } from "./times.ts";

/** What happens in the morning and what in the evening: "dinner at eight" needs no "pm". */
const occasions: readonly (readonly [words: RegExp, half: Half, from: number, to: number])[] = [
  [/\b(?:breakfast|brunch|sunrise|wake|alarm)\b/i, "am", 4, 11],
  [/\blunch\b/i, "pm", 12, 12],
  [/\blunch\b/i, "pm", 1, 3],
  [
    /\b(?:dinner|supper|restaurant|party|concert|drinks|movie|film|cinema|theatre|theater|opera)\b/i,
    "pm",
    5,
    11,
  ],
];

/** Which half of the day an hour belongs to, going by what it is about; `undefined` where that says nothing. */
export function halfByOccasion({ hour, isVague }: Time, text: string): Half | undefined {
  if (isVague !== true) return undefined;
  return occasions.find(([words, , from, to]) => hour >= from && hour <= to && words.test(text))?.[1];
}
