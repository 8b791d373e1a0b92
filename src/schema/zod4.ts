import { createRequire } from "node:module";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";
import type { StandardSchemaLike } from "./standard-schema.ts";

/** What is used of a Zod 4 schema, of any of its flavours. */
interface Zod4Schema extends StandardSchemaLike {
  readonly _zod: { readonly def: { readonly type: string } };
  readonly description?: string;
  /** Since 4.2, and not in Zod Mini. */
  readonly toJSONSchema?: (options: Zod4Options) => JsonSchema;
}

interface Zod4Options {
  readonly target: string;
  readonly io: "input";
  readonly unrepresentable: "any";
  readonly override: (context: { zodSchema: Zod4Schema; jsonSchema: JsonSchema }) => void;
}

export function isZod4(schema: object): schema is Zod4Schema {
  return "_zod" in schema;
}

export function zod4ToJsonSchema(schema: Zod4Schema): JsonSchema {
  const { jsonSchema } = schema["~standard"];
  if (jsonSchema !== undefined)
    return jsonSchema.input({ target: options.target, libraryOptions: { ...options } });
  return schema.toJSONSchema === undefined ? loadConverter()(schema, options) : schema.toJSONSchema(options);
}

const options: Zod4Options = {
  target: "draft-2020-12",
  io: "input",
  // By itself Zod refuses every type that JSON does not have; `override` says which of them have a JSON form.
  unrepresentable: "any",
  override({ zodSchema, jsonSchema }) {
    const { _zod: internals } = zodSchema;
    const { type } = internals.def;
    // Zod keeps descriptions in a registry of its own copy; the schema may come from another copy.
    if (typeof zodSchema.description === "string") jsonSchema["description"] ??= zodSchema.description;
    if (type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
    if (type === "bigint") jsonSchema["type"] = "integer";
    if (type === "undefined" || type === "void") jsonSchema["not"] = {};
    if (["map", "set", "symbol", "function", "nan"].includes(type)) {
      throw new SchemaError(
        "",
        `a Zod ${type} cannot come from JSON: use objects, arrays, strings and numbers`,
      );
    }
  },
};

/** Zod is no dependency; who has a Zod schema has Zod. */
function loadConverter(): (schema: Zod4Schema, options: Zod4Options) => JsonSchema {
  try {
    const core: { toJSONSchema: (schema: Zod4Schema, options: Zod4Options) => JsonSchema } = createRequire(
      import.meta.url,
    )("zod/v4/core");
    return core.toJSONSchema;
  } catch (error) {
    throw new SchemaError("", "this Zod schema gives no JSON Schema by itself: update zod to 4.2 or later", {
      cause: error,
    });
  }
}
