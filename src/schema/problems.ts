import type { ErrorObject } from "./ajv.ts";
import { toExpectedWords } from "./expected-words.ts";
import { isPlainObject } from "./json-schema.ts";
import { pointerStep } from "./loss.ts";

/** One thing that is wrong with a value. */
export interface SchemaProblem {
  /** JSON Pointer to the value; of the missing or the surplus property itself where that is what is wrong. */
  readonly path: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  /** The value at fault; `undefined` where it is missing. */
  readonly value: unknown;
  /** What the value must be, in words for a model: "at most 100", "required". */
  readonly expected: string;
}

/** Ajv's errors as problems, one per fault. */
export function toProblems(errors: readonly ErrorObject[]): readonly SchemaProblem[] {
  const faults = errors.filter((error) => !isEcho(error));
  return withoutRepetitions(faults.map(toProblem));
}

/** These only say that an error that is listed itself has come up inside. */
function isEcho({ keyword }: ErrorObject): boolean {
  return keyword === "if" || keyword === "propertyNames";
}

function toProblem(error: ErrorObject): SchemaProblem {
  const { instancePath, keyword, params, propertyName } = error;
  const problem = { keyword, params, expected: toExpectedWords(error) };
  const missing: unknown = params["missingProperty"];
  if (typeof missing === "string") {
    return { ...problem, path: instancePath + pointerStep(missing), value: undefined };
  }
  const surplus: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof surplus === "string") {
    const value = isPlainObject(error.data) ? error.data[surplus] : undefined;
    return { ...problem, path: instancePath + pointerStep(surplus), value };
  }
  if (propertyName !== undefined) {
    const expected = `named otherwise: its name must be ${problem.expected}`;
    return { ...problem, path: instancePath + pointerStep(propertyName), value: propertyName, expected };
  }
  return { ...problem, path: instancePath, value: error.data };
}

function withoutRepetitions(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const distinct = new Map(problems.map((problem) => [`${problem.path}\n${problem.expected}`, problem]));
  return [...distinct.values()];
}
