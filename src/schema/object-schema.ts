import { isPlainObject } from "./json-schema.ts";

/** Whether a schema can describe named arguments: it says "object", or leaves the type open. */
export function isObjectSchema(schema: unknown): boolean {
  if (!isPlainObject(schema)) return false;
  const { type } = schema;
  if (type === undefined) return !("items" in schema || "enum" in schema || "const" in schema);
  return type === "object" || (Array.isArray(type) && type.includes("object"));
}
