import { parametersOf } from "../../calls/schema-parameters.ts";
import { createRefFinder } from "../../schema/find-ref.ts";
import { isPlainObject, type JsonSchema } from "../../schema/json-schema.ts";
import type { Tool } from "../../tools/tool.ts";
import { toKnownValues, type KnownValue } from "./known-values.ts";
import { toStem } from "./language/stem.ts";
import { nameWords, toStems } from "./language/tokens.ts";
import { markersOf } from "./markers.ts";
import { toTextKind } from "./text-kind.ts";
import { schemaOf } from "./tool-schema.ts";

/** How a value for a parameter is looked for in a sentence. */
export type ParameterKind =
  | {
      readonly type: "choice";
      readonly values: readonly KnownValue[];
      /** The names of things, said in any order or in part. */ readonly isOpen?: true;
      /** Nothing but the whole name will do. */ readonly isExact?: true;
    }
  | {
      readonly type: "number";
      readonly isInteger: boolean;
      readonly minimum: number;
      readonly maximum: number;
      readonly secondsPerUnit?: number;
    }
  | { readonly type: "boolean" }
  | { readonly type: "moment"; readonly format: "date" | "time" | "date-time" }
  | { readonly type: "arithmetic" }
  | {
      readonly type: "text";
      readonly role: TextRole;
      readonly isList: boolean;
      /** Of a form that tells its values from words: a code, a number with letters. */ readonly pattern?: RegExp;
    }
  /** An object, or something else that nobody says in a sentence. */
  | { readonly type: "unsayable" };

/** `content` is taken word for word, a `title` without its article, a `name` has to be a noun phrase. */
type TextRole = "content" | "title" | "name";

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly kind: ParameterKind;
  readonly description: string;
  /** The stems of its own name. */
  readonly stems: readonly string[];
  /** Words that stand in front of its value: `in Paris`, `called Fred`. */
  readonly markers: ReadonlySet<string>;
  /** What its description says that it is for, as stems: "for set the volume; for up and down by how much". */
  readonly purposes: readonly (readonly string[])[];
}

/** The parameters of a tool, as its schema has them. Known values take the place of free text. */
export function toParameters(
  tool: Tool,
  valuesOf: (parameter: string) => readonly string[] | undefined,
): Parameter[] {
  const jsonSchema = schemaOf(tool);
  const { properties, required } = parametersOf(jsonSchema);
  const findRef = createRefFinder(jsonSchema);
  return Array.from(properties, ([name, property]) => {
    const schema = resolve(property, findRef);
    const words = nameWords(name);
    const description = typeof schema["description"] === "string" ? schema["description"] : "";
    const values = valuesOf(name);
    const kind: ParameterKind =
      values === undefined
        ? toKind(schema, name, description, findRef)
        : { type: "choice", values: toKnownValues(values), isOpen: true };
    return {
      name,
      isRequired: required.has(name),
      kind,
      description,
      stems: words.map(toStem),
      markers: markersOf(words),
      purposes: purposesOf(description),
    };
  });
}

const purposesOf = (description: string): string[][] =>
  Array.from(description.matchAll(/\bfor (\w+(?:(?:,| and| or) \w+)*)/gi), ([, words = ""]) =>
    toStems(words),
  );

/** Behind a `$ref`, and out of a union with null, which only says that it may be left out. */
function resolve(property: unknown, findRef: (ref: string) => unknown): JsonSchema {
  let schema = isPlainObject(property) ? property : {};
  for (let depth = 0; depth < 8; depth += 1) {
    const target = typeof schema["$ref"] === "string" ? findRef(schema["$ref"]) : onlyBranch(schema);
    if (!isPlainObject(target)) break;
    const { $ref: _, anyOf: _any, oneOf: _one, ...own } = schema;
    schema = { ...target, ...own };
  }
  return schema;
}

function onlyBranch(schema: JsonSchema): unknown {
  const union = schema["anyOf"] ?? schema["oneOf"];
  if (!Array.isArray(union)) return undefined;
  const branches = union.filter((branch) => !(isPlainObject(branch) && branch["type"] === "null"));
  return branches.length === 1 ? branches[0] : undefined;
}

function toKind(
  schema: JsonSchema,
  name: string,
  description: string,
  findRef: (ref: string) => unknown,
): ParameterKind {
  const type = typeOf(schema);
  const values = Array.isArray(schema["enum"]) ? schema["enum"].filter((value) => value !== null) : undefined;
  if (
    values !== undefined &&
    values.every((value) => typeof value === "string" || typeof value === "number")
  ) {
    return { type: "choice", values: toKnownValues(values, name) };
  }
  if ("const" in schema && typeof schema["const"] === "string") {
    return { type: "choice", values: toKnownValues([schema["const"]], name) };
  }
  if (type === "boolean") return { type: "boolean" };
  if (type === "number" || type === "integer")
    return toNumberKind(schema, name, description, type === "integer");
  if (type === "array") {
    const items = resolve(schema["items"], findRef);
    return typeOf(items) === "string" && items["enum"] === undefined
      ? { type: "text", role: "name", isList: true }
      : { type: "unsayable" };
  }
  if (type !== "string") return { type: "unsayable" };
  return toTextKind(schema, name, description);
}

function typeOf(schema: JsonSchema): unknown {
  const { type } = schema;
  if (!Array.isArray(type)) return type;
  const others = type.filter((each) => each !== "null");
  return others.length === 1 ? others[0] : undefined;
}

function toNumberKind(
  schema: JsonSchema,
  name: string,
  description: string,
  isInteger: boolean,
): ParameterKind {
  const bound = (keyword: string, otherwise: number) => {
    const value = schema[keyword];
    return typeof value === "number" ? value : otherwise;
  };
  const secondsPerUnit = unitOf([...nameWords(name), ...nameWords(description)]);
  return {
    type: "number",
    isInteger,
    minimum: Math.max(bound("minimum", -Infinity), bound("exclusiveMinimum", -Infinity)),
    maximum: Math.min(bound("maximum", Infinity), bound("exclusiveMaximum", Infinity)),
    ...(secondsPerUnit !== undefined && { secondsPerUnit }),
  };
}

const timeUnits: Readonly<Record<string, number>> = {
  ms: 0.001,
  millisecond: 0.001,
  milliseconds: 0.001,
  s: 1,
  sec: 1,
  secs: 1,
  second: 1,
  seconds: 1,
  min: 60,
  mins: 60,
  minute: 60,
  minutes: 60,
  hour: 3_600,
  hours: 3_600,
  day: 86_400,
  days: 86_400,
};

/** The unit of time that a parameter counts in, as its name or, if that has none, its description says. */
function unitOf(words: readonly string[]): number | undefined {
  const unit = words.find((word) => Object.hasOwn(timeUnits, word));
  return unit === undefined ? undefined : timeUnits[unit];
}

export const parameterStems = (parameter: Parameter): string[] => [
  ...parameter.stems,
  ...toStems(parameter.description),
];
