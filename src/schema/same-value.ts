import type { createRefFinder } from "./find-ref.ts";
import { isPlainObject, type JsonSchema } from "./json-schema.ts";

export type RefFinder = ReturnType<typeof createRefFinder>;

/** The schemas that a schema applies to the same value as itself, not to parts of it. */
export function appliedToSameValue(schema: JsonSchema, find: RefFinder): readonly unknown[] {
  const { $ref, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise, dependentSchemas } = schema;
  const lists = [allOf, anyOf, oneOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const named = isPlainObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  return [
    typeof $ref === "string" ? find($ref) : undefined,
    ...lists,
    not,
    condition,
    then,
    otherwise,
    ...named,
  ];
}
