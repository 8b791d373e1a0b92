/** No provider allows more than 64. A longer name is matched as it stands or not at all, which keeps the rest cheap. */
const maxFoldedLength = 256;

/** What may end the prefix of a server or a namespace: `functions.add`, `tools:add`, `server/add`, `server__add`. */
const prefixEnd = /[.:/]|__/g;

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

/** The known names that look most like an unknown one, the nearest first: for a "did you mean". */
export function nearestNames(name: string, known: readonly string[], limit = 3): string[] {
  const forms = comparableForms(name);
  return known
    .map((candidate) => ({ candidate, distance: distanceOfForms(forms, comparableForms(candidate)) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
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

/** Without case and separators: `Get-Weather`, `get_weather` and `getWeather` are one. */
export function foldName(name: string): string {
  return name.length > maxFoldedLength ? "" : name.toLowerCase().replaceAll(/[-_.\s]/g, "");
}

/** What is left of a name behind each of its prefixes, the longest first. */
function partsBehindPrefixes(name: string): string[] {
  if (name.length > maxFoldedLength) return [];
  return Array.from(name.matchAll(prefixEnd), (end) => name.slice(end.index + end[0].length));
}

/** Folded, with all prefixes and with none. */
function comparableForms(name: string): string[] {
  const forms = [name, partsBehindPrefixes(name).at(-1) ?? ""].map(foldName);
  return forms.filter((form, index) => form !== "" && forms.indexOf(form) === index);
}

function distanceOfForms(some: readonly string[], others: readonly string[]): number {
  let nearest = Infinity;
  for (const a of some) {
    for (const b of others) {
      // More than half of it different is another name, not this one misspelt.
      const bound = Math.floor(Math.max(a.length, b.length) / 2);
      if (Math.abs(a.length - b.length) > bound) continue;
      const distance = editDistance(a, b);
      if (distance <= bound) nearest = Math.min(nearest, distance);
    }
  }
  return nearest;
}

/** Levenshtein's: how many characters have to be put in, taken out or replaced to make one of the other. */
function editDistance(a: string, b: string): number {
  const row = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = i - 1;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] ?? 0;
      const replaced = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      row[j] = Math.min(replaced, above + 1, (row[j - 1] ?? 0) + 1);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
