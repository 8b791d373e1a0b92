import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";
import { zod3NumberKeywords, zod3StringKeywords } from "./zod3-checks.ts";

/** What is used of a Zod 3 schema. */
export interface Zod3Schema {
  readonly _def: Zod3Definition;
}

interface Zod3Definition {
  readonly typeName: string;
  readonly [part: string]: unknown;
}

type Convert = (schema: unknown) => JsonSchema;

export function isZod3(schema: unknown): schema is Zod3Schema {
  if (!isPlainObject(schema)) return false;
  const definition = schema["_def"];
  return isPlainObject(definition) && typeof definition["typeName"] === "string";
}

/** More than people write; recursion through a `z.lazy` that makes a new schema each time ends here. */
const maxDepth = 100;

/**
 * The JSON Schema of what a caller may write, before defaults and transforms: Zod 3 has no such function itself.
 * Refinements are left out, as JSON Schema cannot say them.
 */
export function zod3ToJsonSchema(root: Zod3Schema): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const names = new Map<unknown, string>();
  const enclosing = new Set<unknown>();

  function convert(schema: unknown): JsonSchema {
    if (!isZod3(schema)) throw new SchemaError("", "a part of this Zod 3 schema is none itself");
    if (enclosing.has(schema)) return refer(schema);
    if (enclosing.size >= maxDepth) {
      throw new SchemaError(
        "",
        `nests more than ${maxDepth} levels deep: z.lazy must give the same schema each time`,
      );
    }
    enclosing.add(schema);
    const { _def: definition } = schema;
    const jsonSchema = withDescription(convertType(definition, convert), definition);
    enclosing.delete(schema);
    const name = names.get(schema);
    if (name === undefined) return jsonSchema;
    definitions[name] = jsonSchema;
    return refer(schema);
  }

  function refer(schema: Zod3Schema): JsonSchema {
    if (schema === root) return { $ref: "#" };
    const name = names.get(schema) ?? `schema${names.size + 1}`;
    names.set(schema, name);
    return { $ref: `#/$defs/${name}` };
  }

  const jsonSchema = convert(root);
  return names.size === 0 ? jsonSchema : { ...jsonSchema, $defs: definitions };
}

function withDescription(jsonSchema: JsonSchema, { description }: Zod3Definition): JsonSchema {
  return typeof description === "string" ? { ...jsonSchema, description } : jsonSchema;
}

function convertType(definition: Zod3Definition, convert: Convert): JsonSchema {
  const converter = converters[definition.typeName];
  if (converter !== undefined) return converter(definition, convert);
  const inner = innerOf(definition);
  if (inner !== undefined) return convert(inner);
  const type = definition.typeName.replace("Zod", "");
  throw new SchemaError("", `a Zod ${type} cannot come from JSON: use objects, arrays, strings and numbers`);
}

/** The schema inside one that says no more about what a caller may write. */
function innerOf(definition: Zod3Definition): unknown {
  switch (definition.typeName) {
    case "ZodOptional":
    case "ZodNullable":
    case "ZodDefault":
    case "ZodCatch":
    case "ZodReadonly":
      return definition["innerType"];
    case "ZodBranded":
    case "ZodPromise":
      return definition["type"];
    case "ZodEffects":
      return definition["schema"];
    case "ZodPipeline":
      return definition["in"];
    case "ZodLazy":
      return call(definition["getter"]);
    default:
      return undefined;
  }
}

const converters: Readonly<Record<string, (definition: Zod3Definition, convert: Convert) => JsonSchema>> = {
  ZodString: ({ checks }) => ({ type: "string", ...zod3StringKeywords(checks) }),
  ZodNumber: ({ checks }) => ({ type: "number", ...zod3NumberKeywords(checks) }),
  ZodBigInt: () => ({ type: "integer" }),
  ZodBoolean: () => ({ type: "boolean" }),
  ZodDate: () => ({ type: "string", format: "date-time" }),
  ZodNull: () => ({ type: "null" }),
  ZodAny: () => ({}),
  ZodUnknown: () => ({}),
  ZodUndefined: () => ({ not: {} }),
  ZodVoid: () => ({ not: {} }),
  ZodNever: () => ({ not: {} }),
  ZodLiteral: ({ value }) => (value === undefined ? { not: {} } : { const: value }),
  ZodEnum: ({ values }) => ({ type: "string", enum: values }),
  ZodNativeEnum: ({ values }) => ({ enum: nativeEnumValues(values) }),
  ZodObject: convertObject,
  ZodArray: ({ type, minLength, maxLength, exactLength }, convert) => ({
    type: "array",
    items: convert(type),
    ...limit("minItems", minLength),
    ...limit("maxItems", maxLength),
    ...limit("minItems", exactLength),
    ...limit("maxItems", exactLength),
  }),
  ZodTuple: ({ items, rest }, convert) => ({
    type: "array",
    prefixItems: listOf(items).map(convert),
    minItems: listOf(items).length,
    items: isZod3(rest) ? convert(rest) : false,
  }),
  ZodRecord: ({ keyType, valueType }, convert) => ({
    type: "object",
    propertyNames: convert(keyType),
    additionalProperties: convert(valueType),
  }),
  ZodUnion: ({ options }, convert) => ({ anyOf: listOf(options).map(convert) }),
  ZodDiscriminatedUnion: ({ options }, convert) => ({ anyOf: listOf(options).map(convert) }),
  ZodIntersection: ({ left, right }, convert) => ({ allOf: [convert(left), convert(right)] }),
  ZodNullable: ({ innerType }, convert) => ({ anyOf: [convert(innerType), { type: "null" }] }),
  ZodDefault: ({ innerType, defaultValue }, convert) => ({
    ...convert(innerType),
    default: call(defaultValue),
  }),
};

function convertObject({ shape, unknownKeys, catchall }: Zod3Definition, convert: Convert): JsonSchema {
  const entries = Object.entries(call(shape) ?? {});
  const required = entries.filter(([, schema]) => !mayBeAbsent(schema)).map(([name]) => name);
  const isOpen = typeNameOf(catchall) === "ZodNever";
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, schema]) => [name, convert(schema)])),
    ...(required.length === 0 ? {} : { required }),
    ...(isOpen ? {} : { additionalProperties: convert(catchall) }),
    ...(isOpen && unknownKeys === "strict" ? { additionalProperties: false } : {}),
  };
}

const absentTypes = new Set([
  "ZodOptional",
  "ZodDefault",
  "ZodCatch",
  "ZodAny",
  "ZodUnknown",
  "ZodUndefined",
  "ZodVoid",
]);

/** Read from the definition: Zod's own `isOptional` would run refinements and transforms. */
function mayBeAbsent(schema: unknown): boolean {
  if (!isZod3(schema)) return false;
  const { _def: definition } = schema;
  if (absentTypes.has(definition.typeName)) return true;
  if (definition.typeName === "ZodUnion") return listOf(definition["options"]).some(mayBeAbsent);
  // Recursion through `lazy` need not end.
  return definition.typeName !== "ZodLazy" && mayBeAbsent(innerOf(definition));
}

function typeNameOf(schema: unknown): string | undefined {
  if (!isZod3(schema)) return undefined;
  const { _def: definition } = schema;
  return definition.typeName;
}

function limit(keyword: string, bound: unknown): JsonSchema {
  return isPlainObject(bound) ? { [keyword]: bound["value"] } : {};
}

/** A numeric enum of TypeScript also maps its numbers back to their names. */
function nativeEnumValues(values: unknown): readonly unknown[] {
  if (!isPlainObject(values)) return [];
  return Object.entries(values)
    .filter(([name]) => typeof values[String(values[name])] !== "number")
    .map(([, value]) => value);
}

function listOf(parts: unknown): readonly unknown[] {
  if (parts instanceof Map) return [...parts.values()];
  return Array.isArray(parts) ? parts : [];
}

function call(getter: unknown): unknown {
  return typeof getter === "function" ? (getter() as unknown) : getter;
}
