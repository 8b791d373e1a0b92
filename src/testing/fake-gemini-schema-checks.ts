import { isRecord } from "./is-record.ts";

/** A field that Google's JSON parser cannot read. */
export interface Violation {
  readonly field: string;
  readonly description: string;
}

const schemaFields = new Set([
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "maxItems",
  "minItems",
  "properties",
  "required",
  "minProperties",
  "maxProperties",
  "minLength",
  "maxLength",
  "pattern",
  "example",
  "anyOf",
  "propertyOrdering",
  "default",
  "items",
  "minimum",
  "maximum",
]);
const types = new Set(["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"]);

/** Fields that the API's dialect of JSON Schema does not have, and values that do not fit theirs. */
export function* violationsOfSchema(schema: unknown, at: string): Generator<Violation, void, undefined> {
  if (!isRecord(schema)) {
    const description = `Invalid value at '${at}' (type.googleapis.com/google.ai.generativelanguage.v1beta.Schema), ${JSON.stringify(schema)}`;
    yield { field: at, description };
    return;
  }
  for (const name of Object.keys(schema)) {
    if (schemaFields.has(name)) continue;
    const description = `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`;
    yield { field: at, description };
  }
  yield* violationsOfType(schema.type, `${at}.type`);
  for (const [index, value] of asList(schema.enum).entries()) {
    if (typeof value === "string") continue;
    const field = `${at}.enum[${index}]`;
    yield { field, description: `Invalid value at '${field}' (TYPE_STRING), ${JSON.stringify(value)}` };
  }
  for (const [step, inner] of subschemasOf(schema)) yield* violationsOfSchema(inner, at + step);
}

function* violationsOfType(type: unknown, field: string): Generator<Violation, void, undefined> {
  if (type === undefined || (typeof type === "string" && types.has(type.toUpperCase()))) return;
  const description = Array.isArray(type)
    ? `Invalid JSON payload received. Unknown name "type" at '${field.replace(/\.type$/, "")}': Proto field is not repeating, cannot start list.`
    : `Invalid value at '${field}' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), ${JSON.stringify(type)}`;
  yield { field, description };
}

/** A map is a list of entries in Google's JSON, and its fields are named so. */
function* subschemasOf(
  schema: Readonly<Record<string, unknown>>,
): Generator<readonly [step: string, inner: unknown]> {
  const properties = isRecord(schema.properties) ? Object.values(schema.properties) : [];
  for (const [index, inner] of properties.entries()) yield [`.properties[${index}].value`, inner];
  for (const [index, inner] of asList(schema.anyOf).entries()) yield [`.any_of[${index}]`, inner];
  if (schema.items !== undefined) yield [".items", schema.items];
}

/** What is wrong with a schema that can be read. */
export function* problemsOfSchema(
  schema: Readonly<Record<string, unknown>>,
  at: string,
): Generator<string, void, undefined> {
  const type = String(schema.type ?? "").toUpperCase();
  const properties = isRecord(schema.properties) ? schema.properties : {};
  if (type === "OBJECT" && schema.properties !== undefined && Object.keys(properties).length === 0) {
    yield `${at}.properties: should be non-empty for OBJECT type\n`;
  }
  if (type === "ARRAY" && schema.items === undefined) yield `${at}.items: missing field.\n`;
  if (
    type === "STRING" &&
    schema.format !== undefined &&
    !["enum", "date-time"].includes(String(schema.format))
  ) {
    yield `${at}.format: only 'enum' and 'date-time' are supported for STRING type\n`;
  }
  if (schema.enum !== undefined && type !== "STRING") yield `${at}.enum: only allowed for STRING type\n`;
  if (asList(schema.enum).includes(""))
    yield `${at}.enum[${asList(schema.enum).indexOf("")}]: cannot be empty\n`;
  for (const [index, key] of asList(schema.required).entries()) {
    if (!(String(key) in properties)) yield `${at}.required[${index}]: property is not defined\n`;
  }
  for (const [key, inner] of Object.entries(properties)) {
    if (isRecord(inner)) yield* problemsOfSchema(inner, `${at}.properties[${key}]`);
  }
  for (const [index, inner] of asList(schema.anyOf).entries()) {
    if (isRecord(inner)) yield* problemsOfSchema(inner, `${at}.any_of[${index}]`);
  }
  if (isRecord(schema.items)) yield* problemsOfSchema(schema.items, `${at}.items`);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
