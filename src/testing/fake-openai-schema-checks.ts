import type { OpenAIError } from "./fake-openai-wire.ts";
import { isRecord } from "./is-record.ts";

type Schema = Readonly<Record<string, unknown>>;
type Problems = Generator<string, void, undefined>;

interface FunctionDefinition {
  readonly name: string;
  readonly parameters?: unknown;
  readonly strict?: boolean | null;
}

/** What the API would refuse in the schema of a function; more with `strict`. */
export function* problemsOfFunctionSchema(
  { name, parameters = { type: "object", properties: {} }, strict }: FunctionDefinition,
  param: string,
): Generator<OpenAIError, void, undefined> {
  // Without parameters there is nothing to be strict about.
  const problems = problemsOfRoot(parameters, strict === true);
  for (const problem of problems) {
    const message = `Invalid schema for function '${name}': ${problem}`;
    yield { message, param, code: "invalid_function_parameters" };
  }
}

const notAtTheTop = ["oneOf", "anyOf", "allOf", "enum", "not"];

function* problemsOfRoot(schema: unknown, isStrict: boolean): Problems {
  if (!isRecord(schema) || schema.type !== "object") {
    const type = isRecord(schema) && schema.type !== undefined ? JSON.stringify(schema.type) : '"None"';
    yield `schema must be a JSON Schema of 'type: "object"', got 'type: ${type}'.`;
  } else if (notAtTheTop.some((keyword) => keyword in schema)) {
    yield "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.";
  } else yield* problemsOfSchema(schema, [], isStrict);
}

const notStrict = [
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "default",
];

function* problemsOfSchema(schema: unknown, path: readonly string[], isStrict: boolean): Problems {
  if (!isRecord(schema)) {
    if (isStrict) yield `In context=${toContext(path)}, schema must be an object.`;
    return;
  }
  if (schema.type === "array" && !("items" in schema) && !("prefixItems" in schema)) {
    yield `In context=${toContext(path)}, array schema missing items.`;
  }
  if (isStrict) yield* problemsOfStrict(schema, path);
  for (const [step, inner] of subschemasOf(schema))
    yield* problemsOfSchema(inner, [...path, ...step], isStrict);
}

function* problemsOfStrict(schema: Schema, path: readonly string[]): Problems {
  const context = toContext(path);
  for (const keyword of notStrict) {
    if (keyword in schema) yield `In context=${context}, '${keyword}' is not permitted.`;
  }
  const isAnObject =
    schema.type === "object" || (Array.isArray(schema.type) && schema.type.includes("object"));
  if (isAnObject) {
    if (schema.additionalProperties !== false) {
      yield `In context=${context}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    const keys = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
    const missing = keys.find((key) => !required.includes(key));
    if (missing !== undefined) {
      yield `In context=${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
    const extra = required.find((key) => !keys.includes(String(key)));
    if (extra !== undefined) {
      yield `In context=${context}, 'required' is required to be supplied and to be an array including every key in properties. Extra required key '${extra}' supplied.`;
    }
  } else if (!["type", "anyOf", "$ref", "enum", "const"].some((keyword) => keyword in schema)) {
    yield `In context=${context}, schema must have a 'type' key.`;
  }
}

function* subschemasOf(schema: Schema): Generator<readonly [step: readonly string[], inner: unknown]> {
  for (const keyword of ["properties", "$defs", "definitions"]) {
    const map = schema[keyword];
    if (isRecord(map)) for (const [key, inner] of Object.entries(map)) yield [[keyword, key], inner];
  }
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const list = schema[keyword];
    if (Array.isArray(list))
      for (const [index, inner] of list.entries()) yield [[keyword, String(index)], inner];
  }
  if (isRecord(schema.items)) yield [["items"], schema.items];
}

/** As Python prints a tuple, with the comma of those that have one member. */
function toContext(path: readonly string[]): string {
  const names = path.map((step) => `'${step}'`);
  return `(${names.join(", ")}${names.length === 1 ? "," : ""})`;
}
