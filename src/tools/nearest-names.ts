/** No provider allows more than 64. A longer name is matched as it stands or not at all, which keeps the rest cheap. */
const maxFoldedLength = 256;

/** What may end the prefix of a server or a namespace: `functions.add`, `tools:add`, `server/add`, `server__add`. */
const prefixEnd = /[.:/]|__/g;

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

/** Without case and separators: `Get-Weather`, `get_weather` and `getWeather` are one. */
export function foldName(name: string): string {
  return name.length > maxFoldedLength ? "" : name.toLowerCase().replaceAll(/[-_.\s]/g, "");
}

/** What is left of a name behind each of its prefixes, the longest first. */
export function partsBehindPrefixes(name: string): string[] {
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
