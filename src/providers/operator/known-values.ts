import { nameWords, toStems } from "./language/tokens.ts";
import { isCommon } from "./language/words.ts";

/** One of the values that a parameter takes, with the stems of what people call it. */
export interface KnownValue {
  readonly value: unknown;
  /** As it is said. */
  readonly spoken: string;
  /** Each a way to say it. */
  readonly names: readonly (readonly string[])[];
}

/** What people call the values of an enum, or the names that a tool listed. */
export function toKnownValues(values: readonly unknown[], parameterName = ""): KnownValue[] {
  const words = nameWords(parameterName);
  const known = values.map((value) => ({
    value,
    spoken: spokenForms(String(value), words).at(-1) ?? String(value),
    names: namesOf(value, words),
  }));
  return withShortNames(known);
}

function namesOf(value: unknown, parameterWords: readonly string[]): string[][] {
  const text = String(value);
  const forms = spokenForms(text, parameterWords);
  // "It" is hardly ever Italian.
  const own = forms.length > 0 && isCommon(text) ? [] : [text, nameWords(text).join(" ")];
  const spoken = [...own, ...forms].map(toStems);
  const symbol = currencySigns.get(text);
  if (symbol !== undefined && isCurrency(parameterWords, text)) spoken.push([symbol]);
  const seen = new Set<string>();
  return spoken.filter((stems) => {
    const key = stems.join(" ");
    return key !== "" && !seen.has(key) && seen.add(key);
  });
}

const currencySigns = new Map([
  ["USD", "$"],
  ["EUR", "€"],
  ["GBP", "£"],
  ["JPY", "¥"],
  ["INR", "₹"],
]);

/** Codes have names that every JavaScript engine knows: `EUR` is said euros, `fr` is said French. */
function spokenForms(code: string, parameterWords: readonly string[]): readonly string[] {
  if (isCurrency(parameterWords, code)) return currencyWords(code);
  const type = nameTypeOf(code, parameterWords);
  const name = type && displayNames(type).of(code);
  return name === undefined || name === code ? [] : [name];
}

const wordsOfCurrencies = new Map<string, readonly string[]>();

/** What they are called where they are spent. */
const colloquial = new Map([
  ["USD", ["buck", "bucks"]],
  ["GBP", ["quid", "sterling"]],
  ["CAD", ["loonie"]],
]);

/** `US dollar` and `US dollars`: of one and of two. */
function currencyWords(code: string): readonly string[] {
  let words = wordsOfCurrencies.get(code);
  if (words === undefined) {
    const format = new Intl.NumberFormat("en", {
      style: "currency",
      currency: code,
      currencyDisplay: "name",
    });
    words = [1, 2].map((amount) => {
      const parts = format.formatToParts(amount);
      return parts.find(({ type }) => type === "currency")?.value ?? code;
    });
    words = [...(colloquial.get(code) ?? []), ...words];
    wordsOfCurrencies.set(code, words);
  }
  return words;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

function isCurrency(parameterWords: readonly string[], code: string): boolean {
  // "from" and "to" take currencies too, so the code itself has to say it: three capital letters that are one.
  return /^[A-Z]{3}$/.test(code) && currencies.has(code) && !parameterWords.includes("country");
}

function nameTypeOf(code: string, parameterWords: readonly string[]): "language" | "region" | undefined {
  const isFor = (part: string) => parameterWords.some((word) => word.startsWith(part));
  if (isFor("lang") && /^[a-z]{2,3}(?:-[A-Z]{2})?$/.test(code)) return "language";
  if ((isFor("country") || isFor("region")) && /^[A-Z]{2}$/.test(code)) return "region";
  return undefined;
}

const named = new Map<string, Intl.DisplayNames>();

function displayNames(type: "language" | "region"): Intl.DisplayNames {
  let names = named.get(type);
  if (names === undefined) named.set(type, (names = new Intl.DisplayNames("en", { type })));
  return names;
}

/** Of `US dollars` and `Swiss francs` the last word is enough, as long as no other ends so. */
function withShortNames(known: readonly KnownValue[]): KnownValue[] {
  const lastWords = known.map(({ value, names }) =>
    /^[A-Z]{3}$/.test(String(value))
      ? new Set(names.filter(({ length }) => length > 1).map((name) => name.at(-1) ?? ""))
      : [],
  );
  const count = Map.groupBy(
    lastWords.flatMap((words) => [...words]),
    (word) => word,
  );
  return known.map(({ value, spoken, names }, index) => ({
    value,
    spoken,
    names: [
      ...names,
      ...[...(lastWords[index] ?? [])].filter((word) => count.get(word)?.length === 1).map((word) => [word]),
    ],
  }));
}

let zones: readonly KnownValue[] | undefined;

/** The world's time zones, said by their cities. */
export function timeZones(): readonly KnownValue[] {
  zones ??= [...Intl.supportedValuesOf("timeZone"), "UTC"].map((zone) => {
    const spoken = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
    return { value: zone, spoken, names: [toStems(spoken)] };
  });
  return zones;
}
