import type { ModernSchema, ModernSubschema } from "./modern-schema.ts";
import { createTypeNotation, notationKeywords } from "./type-notation.ts";
import { sayValue, shorten } from "./words.ts";

/** What some keywords of a schema say, in words that a model reads (FMT-10). */
export interface Phrase {
  readonly keywords: readonly string[];
  /** `""` where they say nothing that a model would not assume anyway. */
  readonly text: string;
}

/** The phrases for all keywords of a schema that there are words for. */
export function toPhrases(schema: ModernSchema): readonly Phrase[] {
  const present = new Set(Object.keys(schema).map((keyword) => wordingOf.get(keyword)));
  if (present.size === 0) return [];
  return wordings
    .filter((wording) => present.has(wording))
    .map(({ keywords, say }) => ({
      keywords: keywords.filter((keyword) => schema[keyword] !== undefined),
      text: shorten(say(schema)),
    }));
}

/** About a value's use; no help to someone who is told what it is. */
const annotations = new Set(["default", "examples", "deprecated", "readOnly", "writeOnly"]);

/** A schema in one line, constraints included. */
export const toTypeNotation = createTypeNotation((schema) => {
  const isConstraint = (keyword: string) => !notationKeywords.has(keyword) && !annotations.has(keyword);
  const constraints = Object.entries(schema).filter(([keyword]) => isConstraint(keyword));
  const phrases = toPhrases(Object.fromEntries(constraints));
  return phrases.flatMap(({ text }) => (text === "" ? [] : [text])).join(", ");
});

interface Wording {
  readonly keywords: readonly string[];
  readonly say: (schema: ModernSchema) => string;
}

const wordings: readonly Wording[] = [
  { keywords: ["enum"], say: (schema) => `one of ${sayValues(schema.enum)}` },
  { keywords: ["const"], say: (schema) => `always ${sayValue(schema.const)}` },
  { keywords: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"], say: sayRange },
  { keywords: ["multipleOf"], say: (schema) => `a multiple of ${schema.multipleOf}` },
  {
    keywords: ["minLength", "maxLength"],
    say: (schema) => sayCount(schema.minLength, schema.maxLength, "character"),
  },
  { keywords: ["pattern"], say: (schema) => `must match the pattern ${schema.pattern}` },
  { keywords: ["format"], say: (schema) => `format ${schema.format}` },
  { keywords: ["contentEncoding"], say: (schema) => `encoded as ${schema.contentEncoding}` },
  { keywords: ["contentMediaType"], say: (schema) => `content of type ${schema.contentMediaType}` },
  { keywords: ["prefixItems"], say: (schema) => `in this order: ${sayTypes(schema.prefixItems, ", ")}` },
  { keywords: ["minItems", "maxItems"], say: (schema) => sayCount(schema.minItems, schema.maxItems, "item") },
  { keywords: ["uniqueItems"], say: (schema) => sayIf(schema.uniqueItems, "no item twice") },
  { keywords: ["contains", "minContains", "maxContains"], say: sayContains },
  { keywords: ["additionalProperties"], say: (schema) => sayOthers(schema.additionalProperties) },
  { keywords: ["unevaluatedProperties"], say: (schema) => sayOthers(schema.unevaluatedProperties) },
  { keywords: ["patternProperties"], say: sayPatterns },
  {
    keywords: ["propertyNames"],
    say: ({ propertyNames = true }) => `names of properties: ${toTypeNotation(propertyNames)}`,
  },
  {
    keywords: ["minProperties", "maxProperties"],
    say: (schema) => sayCount(schema.minProperties, schema.maxProperties, "property", "properties"),
  },
  { keywords: ["dependentRequired"], say: sayDependentRequired },
  { keywords: ["dependentSchemas"], say: sayDependentSchemas },
  { keywords: ["anyOf"], say: (schema) => sayAlternatives(schema.anyOf, "at least one") },
  { keywords: ["oneOf"], say: (schema) => sayAlternatives(schema.oneOf, "exactly one") },
  { keywords: ["allOf"], say: (schema) => `also ${sayTypes(schema.allOf, " and ")}` },
  { keywords: ["not"], say: ({ not = false }) => `must not fit: ${toTypeNotation(not)}` },
  { keywords: ["if", "then", "else"], say: sayCondition },
  { keywords: ["default"], say: (schema) => `default ${sayValue(schema.default)}` },
  {
    keywords: ["examples"],
    say: ({ examples = [] }) => sayIf(examples.length > 0, `for example ${sayValues(examples)}`),
  },
  { keywords: ["deprecated"], say: (schema) => sayIf(schema.deprecated, "deprecated") },
  { keywords: ["readOnly"], say: (schema) => sayIf(schema.readOnly, "read-only") },
  { keywords: ["writeOnly"], say: (schema) => sayIf(schema.writeOnly, "write-only") },
];

const wordingOf = new Map(
  wordings.flatMap((wording) => wording.keywords.map((keyword) => [keyword, wording] as const)),
);

function sayIf(isSo: boolean | undefined, words: string): string {
  return isSo === true ? words : "";
}

function sayRange({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: ModernSchema): string {
  const isPlain =
    isBound(minimum) && isBound(maximum) && !isBound(exclusiveMinimum) && !isBound(exclusiveMaximum);
  if (isPlain) return minimum === maximum ? `exactly ${minimum}` : `from ${minimum} to ${maximum}`;
  const limits = [
    ["at least", minimum],
    ["more than", exclusiveMinimum],
    ["at most", maximum],
    ["less than", exclusiveMaximum],
  ] as const;
  return limits.flatMap(([words, limit]) => (isBound(limit) ? [`${words} ${limit}`] : [])).join(", ");
}

/** Zod writes the largest safe integer where a number has no bound at all. */
function isBound(limit: number | undefined): limit is number {
  return limit !== undefined && Math.abs(limit) !== Number.MAX_SAFE_INTEGER;
}

function sayCount(
  min: number | undefined,
  max: number | undefined,
  noun: string,
  nouns = `${noun}s`,
): string {
  const counted = (count: number) => `${count} ${count === 1 ? noun : nouns}`;
  const least = min === 0 ? undefined : min;
  if (!isBound(max)) return least === undefined ? "" : `at least ${counted(least)}`;
  if (max === 0) return `no ${nouns}`;
  if (least === undefined) return `at most ${counted(max)}`;
  return least === max ? `exactly ${counted(max)}` : `${least} to ${counted(max)}`;
}

function sayValues(values: readonly unknown[] = []): string {
  return values.map(sayValue).join(", ");
}

function sayContains({ contains, minContains = 1, maxContains }: ModernSchema): string {
  const count = sayCount(minContains, maxContains, "item");
  return contains === undefined || count === "" ? "" : `${count} of ${toTypeNotation(contains)}`;
}

/** `false` is what a model assumes: only the properties that it is shown. */
function sayOthers(others: ModernSubschema = true): string {
  if (others === false) return "";
  const type = toTypeNotation(others);
  return type === "any" ? "other properties are allowed" : `other properties are allowed: ${type}`;
}

function sayPatterns({ patternProperties = {} }: ModernSchema): string {
  const entries = Object.entries(patternProperties);
  return entries
    .map(([pattern, type]) => `properties named like ${pattern}: ${toTypeNotation(type)}`)
    .join(", ");
}

function sayDependentRequired({ dependentRequired = {} }: ModernSchema): string {
  const entries = Object.entries(dependentRequired);
  return entries.map(([name, needs]) => `${name} needs ${needs.join(" and ")}`).join(", ");
}

function sayDependentSchemas({ dependentSchemas = {} }: ModernSchema): string {
  const entries = Object.entries(dependentSchemas);
  return entries.map(([name, type]) => `with ${name}: ${toTypeNotation(type)}`).join(", ");
}

/** Alternatives that only name what must be given are a common way to say "one of these". */
function sayAlternatives(branches: readonly ModernSubschema[] = [], howMany: string): string {
  const names = branches.map(onlyRequired);
  return names.includes(undefined)
    ? `${howMany} of these: ${sayTypes(branches, " or ")}`
    : `${howMany} must be given: ${names.join(" or ")}`;
}

function onlyRequired(schema: ModernSubschema): string | undefined {
  if (typeof schema === "boolean") return undefined;
  const { required, type, ...others } = schema;
  const isBare = Object.keys(others).length === 0 && (type === undefined || type === "object");
  return isBare ? required?.join(" with ") : undefined;
}

function sayCondition(schema: ModernSchema): string {
  if (schema.if === undefined) return "";
  const consequences = [
    ...(schema.then === undefined ? [] : [`then ${toTypeNotation(schema.then)}`]),
    ...(schema.else === undefined ? [] : [`else ${toTypeNotation(schema.else)}`]),
  ];
  return consequences.length === 0 ? "" : `if ${toTypeNotation(schema.if)} ${consequences.join(" ")}`;
}

function sayTypes(schemas: readonly ModernSubschema[] = [], separator: string): string {
  return schemas.map(toTypeNotation).join(separator);
}
