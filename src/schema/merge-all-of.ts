import { isDeepStrictEqual } from "../deep-equal.ts";
import { mergeKeyword } from "./merge-keyword.ts";
import type { ModernSchema, ModernSubschema } from "./modern-schema.ts";
import { mapSubschemas, type Subschema } from "./subschemas.ts";

/** Keywords that only mean something together; all others stand alone. */
const groups = [
  ["properties", "patternProperties", "additionalProperties"],
  ["prefixItems", "items"],
  ["const", "enum"],
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
];
const groupOf = new Map(groups.flatMap((group) => group.map((keyword) => [keyword, group] as const)));

/** A branch with one of these looks at its own neighbours or elsewhere, so it cannot move. */
const immovable = ["$ref", "$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems"];

/**
 * Merges every `allOf` into the schema around it (FMT-10). The result accepts exactly what the input accepts:
 * what cannot be merged without a change of meaning stays in `allOf`. The input is not changed.
 */
export function mergeAllOf(schema: ModernSchema): ModernSchema {
  const merged: ModernSchema = mapSubschemas(schema, "", mergeSubschema);
  if (merged.allOf === undefined) return merged;
  const { allOf, ...rest } = merged;
  return allOf.reduce<ModernSchema>(addBranch, rest);
}

function mergeSubschema(subschema: Subschema): Subschema {
  return typeof subschema === "boolean" ? subschema : mergeAllOf(subschema);
}

/** What both schemas accept; the first one's title, default and the like win. */
export function intersect(first: ModernSubschema, second: ModernSubschema): ModernSubschema {
  if (typeof first === "boolean") return first ? second : false;
  if (typeof second === "boolean") return second ? first : false;
  return addBranch(first, second);
}

function addBranch(schema: ModernSchema, branch: ModernSubschema): ModernSchema {
  if (branch === true) return schema;
  if (branch === false || immovable.some((keyword) => Object.hasOwn(branch, keyword))) {
    return leaveUnmerged(schema, branch);
  }
  const { allOf = [], ...keywords } = branch;
  const merged = { ...schema };
  const unmerged: ModernSchema = {};
  for (const group of new Set(Object.keys(keywords).map((keyword) => groupOf.get(keyword) ?? [keyword]))) {
    const theirs = pick(keywords, group);
    const ours = pick(merged, group);
    if (isDeepStrictEqual(ours, theirs)) continue;
    const both = Object.keys(ours).length === 0 ? theirs : mergeGroup(group, ours, theirs);
    if (both === undefined) Object.assign(unmerged, theirs);
    else replaceGroup(merged, group, both);
  }
  const leftovers = Object.keys(unmerged).length === 0 ? allOf : [unmerged, ...allOf];
  return leftovers.reduce<ModernSchema>(leaveUnmerged, merged);
}

function leaveUnmerged(schema: ModernSchema, branch: ModernSubschema): ModernSchema {
  return { ...schema, allOf: [...(schema.allOf ?? []), branch] };
}

function replaceGroup(schema: ModernSchema, group: readonly string[], keywords: ModernSchema): void {
  for (const keyword of group) if (!Object.hasOwn(keywords, keyword)) delete schema[keyword];
  Object.assign(schema, keywords);
}

function pick(schema: ModernSchema, keywords: readonly string[]): ModernSchema {
  const present = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  return Object.fromEntries(present.map((keyword) => [keyword, schema[keyword]]));
}

/** `undefined` where no single schema says both. */
function mergeGroup(
  group: readonly string[],
  ours: ModernSchema,
  theirs: ModernSchema,
): ModernSchema | undefined {
  const [keyword = ""] = group;
  switch (keyword) {
    case "properties":
      return mergeObjects(ours, theirs);
    case "prefixItems":
      return mergeItems(ours, theirs);
    case "const":
      return mergeValues(ours, theirs);
    case "if":
    case "contains":
      return undefined;
    default: {
      const both = mergeKeyword(keyword, ours, theirs, intersect);
      return both === undefined ? undefined : { [keyword]: both };
    }
  }
}

function mergeObjects(ours: ModernSchema, theirs: ModernSchema): ModernSchema | undefined {
  const hasPatterns = ours.patternProperties !== undefined || theirs.patternProperties !== undefined;
  const additional = intersect(ours.additionalProperties ?? true, theirs.additionalProperties ?? true);
  // Which names are "additional" depends on the patterns beside it.
  if (hasPatterns && additional !== true) return undefined;

  const properties = joinMaps(ours.properties, theirs.properties, (mine, other) =>
    intersect(mine ?? ours.additionalProperties ?? true, other ?? theirs.additionalProperties ?? true),
  );
  const patternProperties = joinMaps(ours.patternProperties, theirs.patternProperties, (mine, other) =>
    intersect(mine ?? true, other ?? true),
  );
  return {
    ...(properties === undefined ? {} : { properties }),
    ...(patternProperties === undefined ? {} : { patternProperties }),
    ...(additional === true ? {} : { additionalProperties: additional }),
  };
}

type SchemaMap = Readonly<Record<string, ModernSubschema>>;

function joinMaps(
  ours: SchemaMap | undefined,
  theirs: SchemaMap | undefined,
  join: (mine: ModernSubschema | undefined, other: ModernSubschema | undefined) => ModernSubschema,
): SchemaMap | undefined {
  if (ours === undefined && theirs === undefined) return undefined;
  const mine = new Map(Object.entries(ours ?? {}));
  const others = new Map(Object.entries(theirs ?? {}));
  const names = new Set([...mine.keys(), ...others.keys()]);
  return Object.fromEntries([...names].map((name) => [name, join(mine.get(name), others.get(name))]));
}

function mergeItems(ours: ModernSchema, theirs: ModernSchema): ModernSchema | undefined {
  if (ours.prefixItems !== undefined || theirs.prefixItems !== undefined) return undefined;
  return { items: intersect(ours.items ?? true, theirs.items ?? true) };
}

function mergeValues(ours: ModernSchema, theirs: ModernSchema): ModernSchema | undefined {
  const others = valuesOf(theirs);
  const shared = valuesOf(ours).filter((value) => others.some((other) => isDeepStrictEqual(value, other)));
  if (shared.length === 0) return undefined;
  const isSingle = Object.hasOwn(ours, "const") || Object.hasOwn(theirs, "const");
  return isSingle ? { const: shared[0] } : { enum: shared };
}

function valuesOf(schema: ModernSchema): readonly unknown[] {
  const { const: only, enum: values } = schema;
  if (!Object.hasOwn(schema, "const")) return values ?? [];
  return values === undefined || values.some((value) => isDeepStrictEqual(value, only)) ? [only] : [];
}
