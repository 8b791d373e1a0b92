import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";
import { isStandardSchema } from "./standard-schema.ts";
import { isZod3, zod3ToJsonSchema } from "./zod3.ts";
import { isZod4, zod4ToJsonSchema } from "./zod4.ts";

const noParameters: JsonSchema = Object.freeze({ type: "object", properties: Object.freeze({}) });

const whatToDo =
  'pass JSON Schema, Zod 3 or 4, or a Standard Schema that gives JSON Schema by "~standard".jsonSchema';

const converted = new WeakMap<object, JsonSchema>();

/**
 * The JSON Schema of what a caller may write (FMT-1): JSON Schema comes back as the very same object; Zod and any
 * Standard Schema that can give one are converted, once per schema object. No schema means no parameters.
 */
export function toJsonSchema(schema: unknown): JsonSchema {
  if (schema === undefined || schema === null) return noParameters;
  if (typeof schema !== "object" && typeof schema !== "function") {
    throw new SchemaError("", `a value of type ${typeof schema} is no schema: ${whatToDo}`);
  }
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const jsonSchema = convert(schema);
  converted.set(schema, jsonSchema);
  return jsonSchema;
}

function convert(schema: object): JsonSchema {
  try {
    const jsonSchema = convertForeign(schema);
    if (jsonSchema !== undefined) return jsonSchema;
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchemaError("", `${nameOf(schema)} cannot be written as JSON Schema: ${reason}`, {
      cause: error,
    });
  }
  if (isStandardSchema(schema) || !isRecord(schema)) {
    throw new SchemaError("", `${nameOf(schema)} cannot give JSON Schema: ${whatToDo}`);
  }
  const part = Object.keys(schema).find((name) => isStandardSchema(schema[name]) || isZod3(schema[name]));
  if (part === undefined) return schema;
  throw new SchemaError(
    "",
    `"${part}" is a schema and no keyword: wrap the fields in an object schema, z.object({…})`,
  );
}

function convertForeign(schema: object): JsonSchema | undefined {
  if (isZod4(schema)) return zod4ToJsonSchema(schema);
  if (isZod3(schema)) return zod3ToJsonSchema(schema);
  if (!isStandardSchema(schema)) return undefined;
  return schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
}

/** An object as JSON has them, of whatever realm; no instance of a class. */
function isRecord(schema: object): schema is Record<string, unknown> {
  if (!isPlainObject(schema)) return false;
  const prototype: unknown = Object.getPrototypeOf(schema);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameOf(schema: object): string {
  if (isStandardSchema(schema)) return `this schema of ${schema["~standard"].vendor}`;
  return Array.isArray(schema) ? "an array" : `an instance of ${schema.constructor.name}`;
}
