import { createRefFinder } from "../schema/find-ref.ts";
import { isPlainObject, type JsonSchema } from "../schema/json-schema.ts";
import { parsePointer } from "./json-pointer.ts";

/** Whether the schema, or a branch of a union in it, lists the property at a place by its name. */
export type IsNamedProperty = (path: string) => boolean;

const listsOfParts = ["allOf", "anyOf", "oneOf"] as const;
const parts = ["if", "then", "else"] as const;
const mapsOfParts = ["dependentSchemas", "dependencies"] as const;
const refs = ["$ref", "$dynamicRef", "$recursiveRef"] as const;
const others = ["additionalProperties", "unevaluatedProperties"] as const;
const items = ["items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"] as const;

/** A parameter has a name in `properties`; any other key is an entry of a map, or not known at all. */
export function createNamedPropertyFinder(root: JsonSchema): IsNamedProperty {
  const findRef = createRefFinder(root);

  /** These schemas and all that apply to the same value because of them. */
  function withParts(schemas: readonly unknown[]): JsonSchema[] {
    const found = new Set<JsonSchema>();
    const pending = [...schemas];
    // The list grows while it is walked.
    for (const schema of pending) {
      if (!isPlainObject(schema) || found.has(schema)) continue;
      found.add(schema);
      for (const keyword of refs) {
        const ref = schema[keyword];
        if (typeof ref === "string") pending.push(findRef(ref));
      }
      for (const keyword of parts) pending.push(schema[keyword]);
      for (const keyword of listsOfParts) pending.push(...[schema[keyword]].flat());
      for (const keyword of mapsOfParts) pending.push(...valuesOf(schema[keyword]));
    }
    return [...found];
  }

  return (path) => {
    const steps = parsePointer(path);
    const name = steps.pop() ?? "";
    let schemas = withParts([root]);
    for (const step of steps) schemas = withParts(schemas.flatMap((schema) => schemasAt(schema, step)));
    return schemas.some((schema) => names(schema, name));
  };
}

function names({ properties }: JsonSchema, name: string): boolean {
  return isPlainObject(properties) && Object.hasOwn(properties, name);
}

/** What may apply to a property or an item. */
function schemasAt(schema: JsonSchema, step: string): unknown[] {
  const { properties, patternProperties } = schema;
  const named = isPlainObject(properties) && Object.hasOwn(properties, step) ? [properties[step]] : [];
  const unnamed = [...others, ...items].flatMap((keyword) => schema[keyword]);
  return [...named, ...valuesOf(patternProperties), ...unnamed];
}

function valuesOf(value: unknown): unknown[] {
  return isPlainObject(value) ? Object.values(value) : [];
}
