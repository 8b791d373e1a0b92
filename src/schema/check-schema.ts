import { compileWithAjv, metaValidator, type Draft } from "./ajv.ts";
import { createRefFinder } from "./find-ref.ts";
import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { pointerStep } from "./loss.ts";
import { createPatternEngine, parsePattern } from "./pattern.ts";
import { toProblems } from "./problems.ts";
import { appliedToSameValue, type RefFinder } from "./same-value.ts";
import { SchemaError } from "./schema-error.ts";
import { summarizeUnions } from "./union-errors.ts";
import { walkSchema, type SchemaPlace } from "./walk-schema.ts";

/**
 * Throws a `SchemaError` for what is not valid JSON Schema by its meta-schema (REG-3), or cannot be used: a `$ref`
 * that leads nowhere, outside or back to itself, or a pattern that is none. Nothing is ever fetched.
 */
export function checkSchema(schema: unknown): void {
  assertObject(schema);
  const places = walkSchema(schema);
  try {
    checkAgainstMetaSchema(schema, draftOf(schema, places));
    for (const place of places) checkPatterns(place);
    checkReferences(schema, places);
  } catch (error) {
    if (error instanceof RangeError) throw new SchemaError("", "it nests too deeply", { cause: error });
    throw error;
  }
}

export function assertObject(schema: unknown): asserts schema is JsonSchema {
  if (isPlainObject(schema)) return;
  const kind = Array.isArray(schema) ? "array" : typeof schema;
  throw new SchemaError("", `must be an object, got ${schema === null ? "null" : `a value of type ${kind}`}`);
}

/** The draft that a schema is written in. Lists of `items` without a `$schema` are of before 2020. */
export function draftOf(schema: JsonSchema, places: readonly SchemaPlace[]): Draft {
  const { $schema } = schema;
  if (typeof $schema === "string") {
    if (/draft-0[467]/.test($schema)) return "draft-07";
    return $schema.includes("2019-09") ? "2019-09" : "2020-12";
  }
  return places.some((place) => Array.isArray(place.schema["items"])) ? "draft-07" : "2020-12";
}

function checkAgainstMetaSchema(schema: JsonSchema, draft: Draft): void {
  const validate = metaValidator(draft);
  if (validate(schema)) return;
  const [problem] = toProblems(summarizeUnions(validate.errors ?? [], schema));
  validate.errors = null;
  throw new SchemaError(problem?.path ?? "", `must be ${problem?.expected ?? "valid JSON Schema"}`);
}

function checkPatterns({ schema, path }: SchemaPlace): void {
  const { pattern, patternProperties } = schema;
  if (typeof pattern === "string") checkPattern(pattern, `${path}/pattern`);
  if (!isPlainObject(patternProperties)) return;
  for (const source of Object.keys(patternProperties)) {
    checkPattern(source, `${path}/patternProperties${pointerStep(source)}`);
  }
}

function checkPattern(source: string, path: string): void {
  try {
    parsePattern(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchemaError(path, `no regular expression: ${reason}`, { cause: error });
  }
}

function checkReferences(schema: JsonSchema, places: readonly SchemaPlace[]): void {
  const referring = places.filter((place) => typeof place.schema["$ref"] === "string");
  const find = createRefFinder(schema);
  const lost = referring.find((place) => find(String(place.schema["$ref"])) === undefined);
  // Schemas with URLs of their own inside can refer to each other in ways that only Ajv follows.
  const hasInnerIds = places.some((place) => place.path !== "" && place.schema["$id"] !== undefined);
  if (lost !== undefined && !(hasInnerIds && compiles(schema, draftOf(schema, places)))) {
    throw new SchemaError(`${lost.path}/$ref`, sayLost(String(lost.schema["$ref"])));
  }
  checkForLoops(referring, find);
}

function compiles(schema: JsonSchema, draft: Draft): boolean {
  try {
    compileWithAjv(schema, {
      draft,
      allErrors: false,
      ownProperties: false,
      patterns: createPatternEngine(),
    });
    return true;
  } catch {
    return false;
  }
}

function sayLost(ref: string): string {
  const shown = JSON.stringify(ref);
  if (ref.startsWith("#")) return `${shown} leads nowhere in this schema`;
  return `${shown} is not in this schema, and nothing is fetched: put what it means under "$defs"`;
}

/** Where a schema applies itself to the same value again, checking would never end. */
function checkForLoops(referring: readonly SchemaPlace[], find: RefFinder): void {
  const entered = new Set<JsonSchema>();
  const finished = new Set<JsonSchema>();
  const endsFrom = (schema: unknown): boolean => {
    if (!isPlainObject(schema) || finished.has(schema)) return true;
    if (entered.has(schema)) return false;
    entered.add(schema);
    const ends = appliedToSameValue(schema, find).every(endsFrom);
    finished.add(schema);
    return ends;
  };
  const endless = referring.find((place) => !endsFrom(place.schema));
  if (endless === undefined) return;
  const ref = JSON.stringify(endless.schema["$ref"]);
  throw new SchemaError(
    `${endless.path}/$ref`,
    `${ref} leads in a circle, so that checking a value would never end`,
  );
}
