import type { ErrorObject } from "./ajv.ts";
import { isPlainObject } from "./json-schema.ts";
import { sayValue } from "./words.ts";

/** A model does not read further than this. */
const maxValues = 20;

const typeWords: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

const limitWords: Readonly<Record<string, string>> = {
  minimum: "at least",
  exclusiveMinimum: "more than",
  maximum: "at most",
  exclusiveMaximum: "less than",
};

/** What a value must be, to stand behind "must be" (EX-9); `required` is the one word that stands alone. */
export function toExpectedWords({ keyword, params, schema, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case "type":
      return sayTypes(params["type"], parentSchema?.["nullable"] === true);
    case "enum":
      return sayOneOf(params["allowedValues"]);
    case "const":
      return sayValue(params["allowedValue"]);
    case "minimum":
    case "exclusiveMinimum":
    case "maximum":
    case "exclusiveMaximum":
      return `${limitWords[keyword]} ${params["limit"]}`;
    case "multipleOf":
      return `a multiple of ${params["multipleOf"]}`;
    case "minLength":
      return `at least ${sayCount(params["limit"], "character")} long`;
    case "maxLength":
      return `at most ${sayCount(params["limit"], "character")} long`;
    case "minItems":
      return `an array of at least ${sayCount(params["limit"], "item")}`;
    case "maxItems":
    case "items":
    case "additionalItems":
    case "unevaluatedItems":
      return `an array of at most ${sayCount(params["limit"], "item")}`;
    case "minProperties":
      return `an object with at least ${sayCount(params["limit"], "property", "properties")}`;
    case "maxProperties":
      return `an object with at most ${sayCount(params["limit"], "property", "properties")}`;
    case "pattern":
      return `a string that matches the pattern ${params["pattern"]}`;
    case "uniqueItems":
      return `an array without duplicates: items ${params["j"]} and ${params["i"]} are the same`;
    case "contains":
      return sayContains(params, schema);
    case "required":
      return "required";
    case "dependentRequired":
    case "dependencies":
      return `given whenever ${sayValue(params["property"])} is given`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return "left out: it is not a known property";
    case "false schema":
      return "left out: it is not allowed here";
    case "anyOf":
    case "oneOf":
      return sayUnion(params);
    case "not":
      return `anything but ${describeSchema(schema) ?? "a value of the form that is ruled out"}`;
    default:
      return `a value that satisfies the schema's "${keyword}"`;
  }
}

function sayOneOf(values: readonly unknown[]): string {
  if (values.length === 1) return sayValue(values[0]);
  const shown = values.slice(0, maxValues).map(sayValue);
  const rest = values.length - shown.length;
  return `one of ${shown.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`;
}

function sayTypes(types: unknown, isNullable: boolean): string {
  const names = Array.isArray(types) ? (types as unknown[]) : [types];
  const words = names.map((name) => typeWords[String(name)] ?? String(name));
  return listAlternatives(isNullable ? [...words, "null"] : words);
}

function sayCount(count: unknown, noun: string, nouns = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : nouns}`;
}

function sayContains(params: ErrorObject["params"], schema: unknown): string {
  const item = describeSchema(schema);
  const kind = item === undefined ? "of the kind that the schema asks for" : `that is ${item}`;
  const most = params["maxContains"] === undefined ? "" : ` and at most ${params["maxContains"]}`;
  return `an array with at least ${sayCount(params["minContains"], "item")}${most} ${kind}`;
}

function sayUnion({ alternatives, passingSchemas }: ErrorObject["params"]): string {
  if (Array.isArray(passingSchemas)) {
    const forms = passingSchemas.map((index: number) => index + 1).join(" and ");
    return `of exactly one of the forms that the schema allows: this fits forms ${forms}`;
  }
  return Array.isArray(alternatives) && alternatives.length > 0
    ? listAlternatives(alternatives)
    : "of one of the forms that the schema allows";
}

/** A schema in a few words, where a few words are enough. */
function describeSchema(schema: unknown): string | undefined {
  if (!isPlainObject(schema)) return undefined;
  const { type, enum: values, const: value } = schema;
  if ("const" in schema) return sayValue(value);
  if (Array.isArray(values)) return sayOneOf(values);
  return type === undefined ? undefined : sayTypes(type, schema["nullable"] === true);
}

function listAlternatives(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  const last = distinct.pop() ?? "";
  return distinct.length === 0 ? last : `${distinct.join(", ")} or ${last}`;
}
