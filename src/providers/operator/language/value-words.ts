/** What people say for a value that tools have in common: whatever has an `off` can be killed or shut. */
const valueWords: Readonly<Record<string, string>> = {
  on: "activate enable start",
  off: "deactivate disable kill cut stop shut extinguish",
  up: "raise increase boost crank bump pump higher",
  down: "lower reduce decrease",
  mute: "silence hush shush",
  close: "shut",
  closed: "shut close",
  start: "begin launch go",
  stop: "halt end quit",
  pause: "hold",
  resume: "continue unpause",
  high: "urgent important critical",
  low: "minor unimportant",
};

const meanings = new Map(
  Object.entries(valueWords).map(([value, words]) => [value, new Set(words.match(/\S+/g))]),
);

export const meansValue = (word: string, value: unknown): boolean =>
  meanings.get(String(value).toLowerCase())?.has(word) ?? false;
