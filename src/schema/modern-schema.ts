import { isPlainObject, type JsonSchema } from "./json-schema.ts";

export type TypeName = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** A schema of JSON Schema 2020-12 without references, every known keyword well-formed; `modernize` makes them. */
export interface ModernSchema extends JsonSchema {
  type?: TypeName | readonly TypeName[];
  enum?: readonly unknown[];
  const?: unknown;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: readonly unknown[];
  deprecated?: boolean;
  readOnly?: boolean;
  writeOnly?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  contentEncoding?: string;
  contentMediaType?: string;
  items?: ModernSubschema;
  prefixItems?: readonly ModernSubschema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  contains?: ModernSubschema;
  minContains?: number;
  maxContains?: number;
  properties?: Readonly<Record<string, ModernSubschema>>;
  required?: readonly string[];
  additionalProperties?: ModernSubschema;
  unevaluatedProperties?: ModernSubschema;
  patternProperties?: Readonly<Record<string, ModernSubschema>>;
  propertyNames?: ModernSubschema;
  minProperties?: number;
  maxProperties?: number;
  dependentRequired?: Readonly<Record<string, readonly string[]>>;
  dependentSchemas?: Readonly<Record<string, ModernSubschema>>;
  anyOf?: readonly ModernSubschema[];
  oneOf?: readonly ModernSubschema[];
  allOf?: readonly ModernSubschema[];
  not?: ModernSubschema;
  if?: ModernSubschema;
  then?: ModernSubschema;
  else?: ModernSubschema;
}

export type ModernSubschema = ModernSchema | boolean;

/** For what stands inside a modern schema: there, every schema is modern. */
export function isModernSubschema(value: unknown): value is ModernSubschema {
  return typeof value === "boolean" || isPlainObject(value);
}

/** The types that a schema names, none where it names none. */
export function typesOf({ type }: ModernSchema): readonly TypeName[] {
  if (type === undefined) return [];
  return typeof type === "string" ? [type] : type;
}
