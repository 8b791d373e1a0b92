import { foldName, partsBehindPrefixes } from "../tools/nearest-names.ts";

export { foldName, nearestNames } from "../tools/nearest-names.ts";

/** Finds the tool that a model meant. Made once for a set of tools, asked for every call. */
export interface NameIndex {
  /** The one known name that was meant (FIX-5); `undefined` where none fits or several fit equally. */
  match(name: unknown): string | undefined;
}

/** Folded names; `"several"` where more than one name has that form. */
type Forms = Map<string, { name: string } | "several">;

export function createNameIndex(names: readonly string[]): NameIndex {
  const exact = new Set(names);
  const whole: Forms = new Map();
  const withoutPrefix: Forms = new Map();
  for (const name of exact) {
    addForm(whole, foldName(name), name);
    for (const part of new Set(partsBehindPrefixes(name).map(foldName))) addForm(withoutPrefix, part, name);
  }

  return {
    match(name) {
      if (typeof name !== "string") return undefined;
      if (exact.has(name)) return name;
      // The fewer liberties a reading takes, the sooner it is tried, and one that fits twice ends the search. The
      // prefix is ignored on one side only: `a__delete` is not `b__delete`.
      const found = findForm(whole, [name, ...partsBehindPrefixes(name)]) ?? findForm(withoutPrefix, [name]);
      return found === undefined || found === "several" ? undefined : found.name;
    },
  };
}

/** For a single question; `createNameIndex` is for many. */
export function matchToolName(name: unknown, known: readonly string[]): string | undefined {
  return typeof name === "string" && known.includes(name) ? name : createNameIndex(known).match(name);
}

function addForm(forms: Forms, form: string, name: string): void {
  if (form !== "") forms.set(form, forms.has(form) ? "several" : { name });
}

function findForm(forms: Forms, readings: readonly string[]): ReturnType<Forms["get"]> {
  for (const reading of readings) {
    const found = forms.get(foldName(reading));
    if (found !== undefined) return found;
  }
  return undefined;
}
