import type { ErrorObject } from "./ajv.ts";
import { toExpectedWords } from "./expected-words.ts";
import { createRefFinder } from "./find-ref.ts";
import type { JsonSchema } from "./json-schema.ts";
import { createBranchFinder, type BranchFinder } from "./union-branches.ts";
import { sayValue } from "./words.ts";

/**
 * Ajv lists what is wrong in every branch of a union, and then that no branch fits. A model that is told all of it
 * is told contradictions: this keeps what is wrong in the branch that was meant, or says what the branches want.
 */
export function summarizeUnions(errors: readonly ErrorObject[], schema: JsonSchema): readonly ErrorObject[] {
  const find = createRefFinder(schema);
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (isUnion(error)) {
      const branchOf = createBranchFinder(error, find);
      const inside = kept.splice(startOfInside(kept, error, branchOf));
      for (const summary of summarize(error, inside, branchOf)) kept.push(summary);
    } else {
      kept.push(error);
    }
  }
  return kept;
}

/** `contains` is one in this respect: its items each say why they are not the one. */
function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === "anyOf" || keyword === "oneOf" || keyword === "contains";
}

/** Ajv lists what went wrong inside the branches right before it says that no branch fits. */
function startOfInside(earlier: readonly ErrorObject[], union: ErrorObject, branchOf: BranchFinder): number {
  let start = earlier.length;
  for (let index = earlier.length - 1; index >= 0; index--) {
    const error = earlier[index];
    if (error === undefined || !isBelow(error.instancePath, union.instancePath)) break;
    if (branchOf(error, 0) !== undefined) start = index;
  }
  return start;
}

function isBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

function summarize(
  union: ErrorObject,
  inside: readonly ErrorObject[],
  branchOf: BranchFinder,
): readonly ErrorObject[] {
  const fitsSeveral = Array.isArray(union.params["passingSchemas"]);
  if (union.keyword === "contains" || fitsSeveral) return [union];

  // A branch that wants another kind of value says nothing about this one.
  const branches = groupByBranch(inside, branchOf).filter(
    (errors) => !errors.some((error) => isOtherKind(error, union)),
  );
  if (branches.length === 0) {
    return [
      withAlternatives(union, inside.filter((error) => isOtherKind(error, union)).map(toExpectedWords)),
    ];
  }
  const meant = branches.filter((errors) => !errors.some((error) => isOtherVariant(error, union)));
  if (meant.length > 1 && meant.flat().every((error) => isMissing(error, union))) {
    return [withAlternatives(union, meant.map(sayMissing))];
  }
  const [nearest] = meant.toSorted((one, other) => one.length - other.length);
  return nearest ?? mergeVariants(branches.flat().filter((error) => isOtherVariant(error, union)));
}

/** What the branches want in place of the value. */
function withAlternatives(union: ErrorObject, alternatives: readonly string[]): ErrorObject {
  return { ...union, params: { ...union.params, alternatives } };
}

/** "Either this or that must be given" is written as a union, too. */
function isMissing({ instancePath, keyword }: ErrorObject, union: ErrorObject): boolean {
  return instancePath === union.instancePath && keyword === "required";
}

function sayMissing(errors: readonly ErrorObject[]): string {
  return `an object with ${errors.map(({ params }) => sayValue(params["missingProperty"])).join(" and ")}`;
}

function groupByBranch(inside: readonly ErrorObject[], branchOf: BranchFinder): readonly ErrorObject[][] {
  const groups = new Map<number, ErrorObject[]>();
  let current = 0;
  for (const error of inside) {
    current = branchOf(error, current) ?? current;
    const group = groups.get(current) ?? [];
    group.push(error);
    groups.set(current, group);
  }
  return [...groups.values()];
}

function isOtherKind({ instancePath, keyword }: ErrorObject, union: ErrorObject): boolean {
  return instancePath === union.instancePath && ["type", "const", "enum", "anyOf", "oneOf"].includes(keyword);
}

/** `kind: "circle"` where the branch is about `kind: "square"`. */
function isOtherVariant({ instancePath, keyword }: ErrorObject, union: ErrorObject): boolean {
  const isDirectlyBelow = instancePath.lastIndexOf("/") === union.instancePath.length && instancePath !== "";
  return isDirectlyBelow && (keyword === "const" || keyword === "enum");
}

/** The variants that there are, as one error for each property that tells them apart. */
function mergeVariants(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const merged = Map.groupBy(errors, ({ instancePath }) => instancePath);
  return [...merged.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const allowedValues = [first, ...others].flatMap(({ keyword, params }): unknown[] =>
      keyword === "const" ? [params["allowedValue"]] : params["allowedValues"],
    );
    return { ...first, keyword: "enum", params: { allowedValues: [...new Set(allowedValues)] } };
  });
}
