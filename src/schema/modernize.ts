import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import type { Loss } from "./loss.ts";
import type { ModernSchema } from "./modern-schema.ts";
import {
  isSubschema,
  mapSubschemas,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
  type Subschema,
} from "./subschemas.ts";

/** About the schema's own file, not about the value it describes. */
const silentKeywords = ["$schema", "$comment", "$vocabulary"];

const olderKeywords = [
  "nullable",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "items",
  "additionalItems",
  "dependencies",
  "example",
];

/**
 * Says in JSON Schema 2020-12 what older drafts and OpenAPI 3.0 say otherwise, and takes out what no draft
 * allows: one `exclusiveMinimum: true` makes a provider refuse every tool of a request. The input is not changed.
 */
export function modernize(schema: JsonSchema, losses: Loss[]): ModernSchema {
  const modernizeAt = (subschema: Subschema, path: string): Subschema => {
    if (typeof subschema === "boolean") return subschema;
    const modern = translate(subschema);
    dropMalformed(modern, path, losses);
    return mapSubschemas(modern, path, modernizeAt);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- dropMalformed has checked every keyword
  return modernizeAt(schema, "") as ModernSchema;
}

function translate(schema: JsonSchema): JsonSchema {
  const modern = { ...schema };
  for (const keyword of silentKeywords) if (Object.hasOwn(modern, keyword)) delete modern[keyword];
  if (!olderKeywords.some((keyword) => Object.hasOwn(modern, keyword))) return modern;
  translateNullable(modern);
  translateExclusive(modern, "exclusiveMinimum", "minimum");
  translateExclusive(modern, "exclusiveMaximum", "maximum");
  translateTuple(modern);
  translateDependencies(modern);
  translateExample(modern);
  return modern;
}

/** OpenAPI 3.0: `{type: "string", nullable: true}`. */
function translateNullable(schema: JsonSchema): void {
  const { nullable, type, enum: values, anyOf } = schema;
  delete schema["nullable"];
  if (nullable !== true) return;
  if (typeof type === "string" && type !== "null") schema["type"] = [type, "null"];
  if (Array.isArray(values) && !values.includes(null)) schema["enum"] = values.concat([null]);
  if (type === undefined && Array.isArray(anyOf)) schema["anyOf"] = anyOf.concat({ type: "null" });
}

/** Draft 4: `{minimum: 0, exclusiveMinimum: true}`. */
function translateExclusive(schema: JsonSchema, exclusive: string, inclusive: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  if (schema[exclusive] && schema[inclusive] !== undefined) {
    schema[exclusive] = schema[inclusive];
    delete schema[inclusive];
  } else {
    delete schema[exclusive];
  }
}

/** Up to draft 2019: `{items: [first, second], additionalItems: rest}`. */
function translateTuple(schema: JsonSchema): void {
  const { items, additionalItems } = schema;
  delete schema["additionalItems"];
  if (!Array.isArray(items)) return;
  schema["prefixItems"] = items;
  delete schema["items"];
  if (additionalItems !== undefined) schema["items"] = additionalItems;
}

/** Up to draft 7: names and schemas under one keyword. */
function translateDependencies(schema: JsonSchema): void {
  const { dependencies } = schema;
  delete schema["dependencies"];
  if (!isPlainObject(dependencies)) return;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, needs]) => Array.isArray(needs));
  const schemas = entries.filter(([, needs]) => !Array.isArray(needs));
  if (required.length > 0) schema["dependentRequired"] ??= Object.fromEntries(required);
  if (schemas.length > 0) schema["dependentSchemas"] ??= Object.fromEntries(schemas);
}

/** OpenAPI: one example. */
function translateExample(schema: JsonSchema): void {
  const { example } = schema;
  delete schema["example"];
  if (example !== undefined) schema["examples"] ??= [example];
}

function dropMalformed(schema: JsonSchema, path: string, losses: Loss[]): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const wellFormed = value === undefined ? undefined : takeWellFormed(keyword, value);
    if (wellFormed === undefined) delete schema[keyword];
    else schema[keyword] = wellFormed;
    if (wellFormed !== value) losses.push({ path, keyword, kept: "" });
  }
}

/** The value, the part of it that the keyword allows, or `undefined`. */
function takeWellFormed(keyword: string, value: unknown): unknown {
  if (schemaKeywords.has(keyword)) return isSubschema(value) ? value : undefined;
  if (schemaListKeywords.has(keyword)) return takeItems(value, isSubschema);
  if (schemaMapKeywords.has(keyword)) return takeEntries(value, isSubschema);
  if (keyword === "required") return isNameList(value) ? value : takeNames(value);
  if (keyword === "dependentRequired") return takeEntries(value, isNameList);
  const isAllowed = valueChecks.get(keyword);
  return isAllowed === undefined || isAllowed(value) ? value : undefined;
}

/** The meta-schema wants each name once. */
function takeNames(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value.filter(isString))] : undefined;
}

function takeItems(value: unknown, isAllowed: (item: unknown) => boolean): unknown {
  if (!Array.isArray(value)) return undefined;
  if (value.length > 0 && value.every(isAllowed)) return value;
  const allowed = value.filter(isAllowed);
  return allowed.length > 0 ? allowed : undefined;
}

function takeEntries(value: unknown, isAllowed: (item: unknown) => boolean): unknown {
  if (!isPlainObject(value)) return undefined;
  const entries = Object.entries(value);
  const allowed = entries.filter(([, item]) => isAllowed(item));
  return allowed.length === entries.length ? value : Object.fromEntries(allowed);
}

const typeNames = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array", "null"]);

const isString = (value: unknown) => typeof value === "string";
const isSet = (value: readonly unknown[]) => new Set(value).size === value.length;
const isNameList = (value: unknown) => Array.isArray(value) && value.every(isString) && isSet(value);
const isBoolean = (value: unknown) => typeof value === "boolean";
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTypeList = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeNames.has(name)) && isSet(value);

const valueChecks = new Map<string, (value: unknown) => boolean>([
  ["type", (value) => typeNames.has(value) || isTypeList(value)],
  ["enum", (value) => Array.isArray(value) && value.length > 0],
  ["examples", Array.isArray],
  ["multipleOf", (value) => typeof value === "number" && Number.isFinite(value) && value > 0],
  ...["title", "description", "pattern", "format", "contentEncoding", "contentMediaType"].map(
    (keyword) => [keyword, isString] as const,
  ),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
    (keyword) => [keyword, isNumber] as const,
  ),
  ...["Length", "Items", "Properties", "Contains"].flatMap((noun) => [
    [`min${noun}`, isCount] as const,
    [`max${noun}`, isCount] as const,
  ]),
  ...["uniqueItems", "deprecated", "readOnly", "writeOnly"].map((keyword) => [keyword, isBoolean] as const),
]);
