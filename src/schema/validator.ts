import { compileWithAjv, type ErrorObject, type ValidateFunction } from "./ajv.ts";
import { assertObject, checkSchema, draftOf } from "./check-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { mentionsInheritedName, withoutProtoProperty } from "./inherited-names.ts";
import { createPatternEngine, type PatternEngine } from "./pattern.ts";
import { toProblems, type SchemaProblem } from "./problems.ts";
import { SchemaError } from "./schema-error.ts";
import { summarizeUnions } from "./union-errors.ts";
import { walkSchema } from "./walk-schema.ts";

export { checkSchema, type SchemaProblem };

export interface Validator {
  readonly isValid: (value: unknown) => boolean;
  /**
   * Everything that is wrong with a value, up to a hundred problems; empty where it is valid. For a model to read,
   * of a union only what helps to get it right; `"every-branch"` has what each branch says, for a program to try.
   */
  readonly problems: (value: unknown, detail?: "every-branch") => readonly SchemaProblem[];
}

/** No model reads more problems than a hundred. A union has some for each branch of each value. */
const maxProblems = { forModel: 100, "every-branch": 100_000 };

/** Looking for every problem may cost the square of this; in a larger value the first one is enough. */
const maxValuesForAllProblems = 20_000;

const validators = new WeakMap<JsonSchema, Validator>();

/**
 * The validator of a schema, compiled once per schema object. Values are never changed, `format` is an annotation,
 * and nothing is fetched. Throws a `SchemaError` where the schema cannot be used.
 */
export function compileValidator(schema: JsonSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = createValidator(schema);
  validators.set(schema, validator);
  return validator;
}

function createValidator(schema: JsonSchema): Validator {
  const patterns = createPatternEngine();
  const compile = prepareCompiler(schema, patterns);
  const validate = compile({ allErrors: false });
  let validateWhole: ValidateFunction | undefined;

  function isValid(value: unknown): boolean {
    patterns.restart();
    try {
      if (validate(value)) return true;
      // They would keep the value alive.
      validate.errors = null;
      return false;
    } catch {
      // Nested more deeply than the stack allows, or made of things that are not JSON.
      return false;
    }
  }

  function findErrors(value: unknown): readonly ErrorObject[] {
    const isSmall = hasAtMost(maxValuesForAllProblems, value);
    const find = isSmall ? (validateWhole ??= compile({ allErrors: true })) : validate;
    patterns.restart();
    find(value);
    const errors = find.errors ?? [];
    find.errors = null;
    return errors;
  }

  function problems(value: unknown, detail?: "every-branch"): readonly SchemaProblem[] {
    if (isValid(value)) return [];
    try {
      const errors = findErrors(value);
      const found = toProblems(detail === undefined ? summarizeUnions(errors, schema) : errors);
      return found.length > 0 ? found.slice(0, maxProblems[detail ?? "forModel"]) : [uncheckable(value)];
    } catch (error) {
      return [uncheckable(value, error)];
    }
  }

  return { isValid, problems };
}

type Compile = (options: { allErrors: boolean }) => ValidateFunction;

function prepareCompiler(schema: JsonSchema, patterns: PatternEngine): Compile {
  assertObject(schema);
  const places = walkSchema(schema);
  const draft = draftOf(schema, places);
  const ownProperties = places.some((place) => mentionsInheritedName(place.schema));
  return ({ allErrors }) => {
    try {
      const prepared = ownProperties ? withoutProtoProperty(schema) : schema;
      return compileWithAjv(withoutAsync(prepared), { draft, allErrors, ownProperties, patterns });
    } catch (error) {
      // It knows the place and better words, for nearly all that can be wrong.
      checkSchema(schema);
      throw new SchemaError("", error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
}

/** To Ajv, `$async` means a validator that answers with a promise. */
function withoutAsync(schema: JsonSchema): JsonSchema {
  if (!("$async" in schema)) return schema;
  const { $async: _, ...others } = schema;
  return others;
}

function hasAtMost(limit: number, value: unknown): boolean {
  const values = [value];
  // The list grows while it is walked.
  for (const each of values) {
    if (typeof each !== "object" || each === null) continue;
    const inner: unknown[] = Object.values(each);
    if (values.length + inner.length > limit) return false;
    values.push(...inner);
  }
  return true;
}

function uncheckable(value: unknown, cause?: unknown): SchemaProblem {
  const fault =
    cause instanceof RangeError
      ? { keyword: "depth", expected: "nested less deeply: it is nested too deeply to be checked" }
      : { keyword: "uncheckable", expected: "plain JSON" };
  return { ...fault, path: "", params: {}, value };
}
