import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { pointerStep } from "./loss.ts";

/** A schema, or `true` for anything and `false` for nothing. */
export type Subschema = JsonSchema | boolean;

/** The keywords that hold one schema, a list of schemas, and schemas by name. */
export const schemaKeywords: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
]);
export const schemaListKeywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
export const schemaMapKeywords: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]);

export function isSubschema(value: unknown): value is Subschema {
  return typeof value === "boolean" || isPlainObject(value);
}

/** What becomes of one subschema; `path` is where it stands. */
type Replace = (subschema: Subschema, path: string) => Subschema;

/** Replaces each schema directly inside; gives the very same object back where none changed. */
export function mapSubschemas(schema: JsonSchema, path: string, replace: Replace): JsonSchema {
  let changed: JsonSchema | undefined;
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (typeof value !== "object" && typeof value !== "boolean") continue;
    const mapped = mapKeyword(keyword, value, `${path}/${keyword}`, replace);
    if (mapped === value) continue;
    changed ??= { ...schema };
    changed[keyword] = mapped;
  }
  return changed ?? schema;
}

function mapKeyword(keyword: string, value: unknown, path: string, replace: Replace): unknown {
  if (Array.isArray(value)) {
    return schemaListKeywords.has(keyword) || keyword === "items" ? mapList(value, path, replace) : value;
  }
  if (schemaKeywords.has(keyword)) return isSubschema(value) ? replace(value, path) : value;
  return schemaMapKeywords.has(keyword) && isPlainObject(value) ? mapValues(value, path, replace) : value;
}

function mapList(list: readonly unknown[], path: string, replace: Replace): readonly unknown[] {
  const mapped = list.map((item, index) => (isSubschema(item) ? replace(item, `${path}/${index}`) : item));
  return mapped.some((item, index) => item !== list[index]) ? mapped : list;
}

function mapValues(map: JsonSchema, path: string, replace: Replace): JsonSchema {
  let isChanged = false;
  const entries = Object.keys(map).map((name) => {
    const item = map[name];
    const mapped = isSubschema(item) ? replace(item, `${path}${pointerStep(name)}`) : item;
    isChanged ||= mapped !== item;
    return [name, mapped] as const;
  });
  // fromEntries defines properties, so that one named `__proto__` stays data.
  return isChanged ? Object.fromEntries(entries) : map;
}
