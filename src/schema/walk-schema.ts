import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";
import { mapSubschemas } from "./subschemas.ts";

/** Far more than people write, and few enough for the recursion in what compiles and checks schemas. */
const maxDepth = 256;

export interface SchemaPlace {
  readonly schema: JsonSchema;
  /** JSON Pointer from the root of the schema. */
  readonly path: string;
}

/** Every schema in a schema, itself first, each object once. Throws a `SchemaError` where they nest too deeply. */
export function walkSchema(root: JsonSchema): readonly SchemaPlace[] {
  const places: SchemaPlace[] = [];
  const seen = new Set<JsonSchema>([root]);
  let level: SchemaPlace[] = [{ schema: root, path: "" }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new SchemaError("", `schemas nest more than ${maxDepth} levels deep`);
    for (const place of level) places.push(place);
    level = level.flatMap(({ schema, path }) =>
      subschemasOf(schema, path).filter((place) => isNew(place.schema, seen)),
    );
  }
  return places;
}

function subschemasOf(schema: JsonSchema, path: string): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  mapSubschemas(schema, path, (subschema, subpath) => {
    if (isPlainObject(subschema)) places.push({ schema: subschema, path: subpath });
    return subschema;
  });
  return places;
}

function isNew(schema: JsonSchema, seen: Set<JsonSchema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return true;
}
