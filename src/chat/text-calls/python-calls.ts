import { parseLenientJson } from "../../calls/lenient-json.ts";
import { setOwn } from "../../calls/own-property.ts";
import { BracketTracker } from "./bracket-tracker.ts";
import type { WrittenCall } from "./written-calls.ts";

/** `name(a=1, b="x")`, or a list of such in brackets. Anything that would have to be evaluated is no call. */
export function parsePythonCalls(text: string): WrittenCall[] | undefined {
  const trimmed = text.trim();
  const items = trimmed.startsWith("[") ? splitAtCommas(trimmed.slice(1, -1)) : [trimmed];
  const calls = items.map(parseCall);
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

function parseCall(text: string): WrittenCall | undefined {
  const open = text.indexOf("(");
  if (open < 1 || !text.endsWith(")")) return undefined;
  const args = {};
  for (const item of splitAtCommas(text.slice(open + 1, -1))) {
    const [, key, literal] = /^([A-Za-z_]\w*)\s*=\s*([^]+)$/.exec(item) ?? [];
    const parsed = literal === undefined ? undefined : parseLenientJson(literal);
    if (key === undefined || parsed === undefined) return undefined;
    // To Python too, a name that is given twice is an error.
    if (Object.hasOwn(args, key)) return undefined;
    setOwn(args, key, parsed.value);
  }
  return { name: toPlainName(text.slice(0, open).trim()), args };
}

/** `name.call(…)` calls `name`. */
export function toPlainName(name: string): string {
  return name.endsWith(".call") ? name.slice(0, -".call".length) : name;
}

/** The trimmed items between commas outside strings and brackets; a last one that is empty is left out. */
function splitAtCommas(text: string): string[] {
  const items: string[] = [];
  const brackets = new BracketTracker();
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    brackets.read(text, at, at + 1);
    if (text[at] === "," && brackets.depth === 0 && !brackets.isInString) {
      items.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === "" ? items : [...items, last];
}
