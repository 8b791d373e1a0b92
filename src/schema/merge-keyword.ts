import type { ModernSchema, ModernSubschema, TypeName } from "./modern-schema.ts";
import { typesOf } from "./modern-schema.ts";
import { joinDescriptions } from "./words.ts";

type Intersect = (first: ModernSubschema, second: ModernSubschema) => ModernSubschema;

const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const upperBounds = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

/** Constraints that one schema can hold only once: of two, neither says the other. */
const single = new Set([
  "pattern",
  "format",
  "anyOf",
  "oneOf",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

/** One value for a keyword that two schemas give differently, or `undefined` where none says both. */
export function mergeKeyword(
  keyword: string,
  first: ModernSchema,
  second: ModernSchema,
  intersect: Intersect,
): unknown {
  const lower = lowerBounds.find((name) => name === keyword);
  if (lower !== undefined) return Math.max(first[lower] ?? -Infinity, second[lower] ?? -Infinity);
  const upper = upperBounds.find((name) => name === keyword);
  if (upper !== undefined) return Math.min(first[upper] ?? Infinity, second[upper] ?? Infinity);
  if (single.has(keyword)) return undefined;
  switch (keyword) {
    case "type":
      return mergeTypes(typesOf(first), typesOf(second));
    case "required":
      return unite(first.required, second.required);
    case "multipleOf":
      return mergeMultiples(first.multipleOf ?? 1, second.multipleOf ?? 1);
    case "uniqueItems":
      return first.uniqueItems === true || second.uniqueItems === true;
    case "not":
      return { anyOf: [first.not, second.not] };
    case "propertyNames":
      return intersect(first.propertyNames ?? true, second.propertyNames ?? true);
    case "dependentRequired":
      return joinByName(first.dependentRequired, second.dependentRequired, unite);
    case "dependentSchemas":
      return joinByName(first.dependentSchemas, second.dependentSchemas, intersect);
    case "description":
      return joinDescriptions(first.description, second.description) ?? "";
    default:
      // Titles, defaults, examples and unknown keywords constrain nothing: the nearer one stands.
      return first[keyword];
  }
}

function mergeTypes(
  first: readonly TypeName[],
  second: readonly TypeName[],
): TypeName | readonly TypeName[] | undefined {
  const others = new Set(second);
  const shared = first.flatMap((type): TypeName[] => {
    if (others.has(type)) return [type];
    const isWhole =
      (type === "number" && others.has("integer")) || (type === "integer" && others.has("number"));
    return isWhole ? ["integer"] : [];
  });
  const types = [...new Set(shared)];
  return types.length > 1 ? types : types[0];
}

function mergeMultiples(first: number, second: number): number | undefined {
  if (!Number.isInteger(first) || !Number.isInteger(second)) return undefined;
  if (first % second === 0) return first;
  return second % first === 0 ? second : undefined;
}

function unite(first: readonly string[] = [], second: readonly string[] = []): readonly string[] {
  return [...new Set([...first, ...second])];
}

function joinByName<Value>(
  first: Readonly<Record<string, Value>> = {},
  second: Readonly<Record<string, Value>> = {},
  join: (mine: Value, other: Value) => Value,
): Readonly<Record<string, Value>> {
  const joined = new Map(Object.entries(first));
  for (const [name, other] of Object.entries(second)) {
    const mine = joined.get(name);
    joined.set(name, mine === undefined ? other : join(mine, other));
  }
  return Object.fromEntries(joined);
}
