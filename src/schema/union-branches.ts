import type { ErrorObject } from "./ajv.ts";
import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { appliedToSameValue, type RefFinder } from "./same-value.ts";
import { mapSubschemas } from "./subschemas.ts";

/** The branch that an error comes from, if it is from one; branches before `from` are done with. */
export type BranchFinder = (error: ErrorObject, from: number) => number | undefined;

/**
 * Ajv says in an error's path which branch of a union it comes from, but begins the path anew behind a `$ref` to a
 * schema with references of its own. There, the schema that made the error tells.
 */
export function createBranchFinder(union: ErrorObject, find: RefFinder): BranchFinder {
  const branches: readonly unknown[] = Array.isArray(union.schema) ? union.schema : [union.schema];
  const paths = branches.map((branch, index) => [
    Array.isArray(union.schema) ? `${union.schemaPath}/${index}/` : `${union.schemaPath}/`,
    ...refPaths(branch),
  ]);
  const forSameValue = reachOnce(branches, (schema) => appliedToSameValue(schema, find));
  const forAnyPart = reachOnce(branches, (schema) => [
    ...appliedToSameValue(schema, find),
    ...subschemasOf(schema),
  ]);

  return ({ instancePath, schemaPath, parentSchema }, from) => {
    const byPath = paths.findIndex((prefixes) => prefixes.some((prefix) => schemaPath.startsWith(prefix)));
    if (byPath !== -1) return byPath;
    const schemasOf = instancePath === union.instancePath ? forSameValue : forAnyPart;
    const bySchema = branches.findIndex((_, index) => index >= from && schemasOf(index).has(parentSchema));
    return bySchema === -1 ? undefined : bySchema;
  };
}

/** How paths of errors begin behind a `$ref`; behind `#` they begin like all others. */
function refPaths(branch: unknown): readonly string[] {
  const ref = isPlainObject(branch) ? branch["$ref"] : undefined;
  return typeof ref === "string" && ref !== "#" ? [`${ref}/`] : [];
}

type Next = (schema: JsonSchema) => readonly unknown[];

function reachOnce(branches: readonly unknown[], next: Next): (index: number) => ReadonlySet<unknown> {
  const known: ReadonlySet<unknown>[] = [];
  return (index) => (known[index] ??= reach(branches[index], next));
}

function reach(start: unknown, next: Next): ReadonlySet<unknown> {
  const reached = new Set([start]);
  // The set grows while it is walked.
  for (const each of reached) if (isPlainObject(each)) for (const further of next(each)) reached.add(further);
  return reached;
}

function subschemasOf(schema: JsonSchema): readonly unknown[] {
  const subschemas: unknown[] = [];
  mapSubschemas(schema, "", (subschema) => {
    subschemas.push(subschema);
    return subschema;
  });
  return subschemas;
}
