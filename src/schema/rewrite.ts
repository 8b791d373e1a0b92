import { isDeepStrictEqual } from "../deep-equal.ts";
import { appliesTo, keeps, typeHintedBy, type Dialect } from "./dialect.ts";
import { typesOf, type ModernSchema, type ModernSubschema, type TypeName } from "./modern-schema.ts";
import { takeOutNull } from "./take-out-null.ts";

export interface Rewritten {
  /** A new object: the schema, shallowly, with its meaning put into keywords that the dialect has. */
  readonly schema: ModernSchema;
  /** Whether `null` is allowed beside what `schema` says. */
  readonly isNullable: boolean;
  /** Alternatives that cannot stand where they are, and have to be said in words. */
  readonly refusedUnion?: readonly ModernSubschema[];
}

/** Says one schema, not those inside it, in the keywords of a dialect as far as that loses nothing. */
export function rewrite(source: ModernSchema, dialect: Dialect): Rewritten {
  if (dialect.keywords === "all") {
    const schema = { ...source };
    nameItems(schema, dialect);
    return { schema, isNullable: false };
  }
  const { schema, isNullable } = takeOutNull(nameAlternatives(nameConstant(source, dialect), dialect));
  inferType(schema, dialect);
  listRequired(schema);
  describeTuple(schema, dialect);
  countItems(schema);
  tidyBounds(schema, dialect);
  nameItems(schema, dialect);
  return dialect.style === "openapi" ? rewriteForOpenApi(schema, isNullable) : { schema, isNullable };
}

/** `const` → `enum` */
function nameConstant(source: ModernSchema, dialect: Dialect): ModernSchema {
  if (source.const === undefined || keeps(dialect, "const")) return source;
  const { const: only, ...schema } = source;
  return { ...schema, enum: [only] };
}

/** `oneOf` → `anyOf`, unless both are there; an alternative that nothing fits is none. */
function nameAlternatives(source: ModernSchema, dialect: Dialect): ModernSchema {
  if (source.anyOf === undefined && source.oneOf === undefined) return source;
  const { anyOf, oneOf, ...schema } = source;
  const isRenamed = anyOf === undefined && !keeps(dialect, "oneOf");
  const any = (isRenamed ? oneOf : anyOf)?.filter((branch) => branch !== false) ?? [];
  return {
    ...schema,
    ...(any.length === 0 ? {} : { anyOf: any }),
    ...(isRenamed || oneOf === undefined ? {} : { oneOf }),
  };
}

function inferType(schema: ModernSchema, dialect: Dialect): void {
  if (schema.type !== undefined) return;
  const types = schema.enum === undefined ? hintedTypes(schema, dialect) : schema.enum.map(typeOfValue);
  const [first, ...others] = new Set(types);
  if (first !== undefined) schema.type = others.length === 0 ? first : [first, ...others];
}

/** Where every schema needs a type, any keyword is hint enough; elsewhere only those that give a value its shape. */
function hintedTypes(schema: ModernSchema, dialect: Dialect): TypeName[] {
  const hints = dialect.style === "openapi" ? Object.keys(schema) : ["properties", "items", "prefixItems"];
  const types = hints.map((keyword) => (schema[keyword] === undefined ? undefined : typeHintedBy(keyword)));
  return types.filter((type) => type !== undefined).slice(0, 1);
}

function typeOfValue(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean"
    ? (typeof value as "string" | "boolean")
    : "object";
}

/** What is required without being listed can be anything. */
function listRequired(schema: ModernSchema): void {
  const { type, properties = {}, required } = schema;
  if (type !== "object" || required === undefined) return;
  const unlisted = required.filter((name) => !Object.hasOwn(properties, name));
  schema.properties = Object.fromEntries([
    ...Object.entries(properties),
    ...unlisted.map((name) => [name, true] as const),
  ]);
}

/** A tuple becomes an array of any of its parts; which stands where is left to words. */
function describeTuple(schema: ModernSchema, dialect: Dialect): void {
  const { prefixItems = [], items } = schema;
  if (prefixItems.length === 0 || keeps(dialect, "prefixItems")) return;
  const parts: ModernSubschema[] = [];
  for (const part of [...prefixItems, items ?? false]) {
    if (part !== false && !parts.some((known) => isDeepStrictEqual(known, part))) parts.push(part);
  }
  schema.items = parts.length > 1 ? { anyOf: parts } : (parts[0] ?? false);
}

/** No schema for items is an array without any. */
function countItems(schema: ModernSchema): void {
  if (schema.items !== false) return;
  delete schema.items;
  schema.maxItems = 0;
}

/** Over 0 is from 1 on, for whole numbers; a bound that every safe integer keeps is none. */
function tidyBounds(schema: ModernSchema, dialect: Dialect): void {
  if (schema.type === "integer" && keeps(dialect, "minimum") && !keeps(dialect, "exclusiveMinimum")) {
    const {
      minimum = -Infinity,
      maximum = Infinity,
      exclusiveMinimum: above,
      exclusiveMaximum: under,
    } = schema;
    if (above !== undefined) schema.minimum = Math.max(minimum, Math.floor(above) + 1);
    if (under !== undefined) schema.maximum = Math.min(maximum, Math.ceil(under) - 1);
    delete schema.exclusiveMinimum;
    delete schema.exclusiveMaximum;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function nameItems(schema: ModernSchema, dialect: Dialect): void {
  if (dialect.needsItems === true && typesOf(schema).includes("array")) schema.items ??= true;
}

function rewriteForOpenApi({ anyOf, ...schema }: ModernSchema, isNullable: boolean): Rewritten {
  if (schema.type === "null") return { schema: { ...schema, type: "string", const: null }, isNullable: true };
  if (anyOf === undefined) return { schema: giveOneType(schema), isNullable };
  if (Object.keys(schema).some(dependsOnType)) {
    return { schema: giveOneType(schema), isNullable, refusedUnion: anyOf };
  }
  // The type goes into the alternatives, beside which nothing may stand.
  const { type, ...rest } = schema;
  const shared = type === undefined ? {} : { type };
  const typed = anyOf.map((branch) => (typeof branch === "boolean" ? shared : { ...shared, ...branch }));
  return { schema: { ...rest, anyOf: typed }, isNullable };
}

/** Several types become alternatives, each with the keywords that speak of it; no type becomes any of them. */
function giveOneType(schema: ModernSchema): ModernSchema {
  const { type, ...rest } = schema;
  if (typeof type === "string") return schema;
  if (type === undefined) return { ...rest, anyOf: anyValue };
  const keywords = Object.entries(rest);
  const branches = type.flatMap((name) => pickForType(rest, name));
  return {
    ...Object.fromEntries(keywords.filter(([keyword]) => !dependsOnType(keyword))),
    anyOf: branches.length === 0 ? anyValue : branches,
  };
}

const anyValue = (["string", "number", "boolean", "object"] as const).map((type) => ({ type }));

function dependsOnType(keyword: string): boolean {
  return keyword === "enum" || typeHintedBy(keyword) !== undefined;
}

function pickForType(schema: ModernSchema, type: TypeName): ModernSchema[] {
  const values = schema.enum?.filter((value) => isOfType(value, type));
  if (values?.length === 0) return [];
  const keywords = Object.entries(schema).filter(
    ([keyword]) => dependsOnType(keyword) && appliesTo(keyword, type),
  );
  return [{ type, ...Object.fromEntries(keywords), ...(values === undefined ? {} : { enum: values }) }];
}

function isOfType(value: unknown, type: TypeName): boolean {
  return typeOfValue(value) === type || (type === "number" && typeof value === "number");
}
