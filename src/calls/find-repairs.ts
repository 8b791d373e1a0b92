import type { SchemaProblem, Validator } from "../schema/validator.ts";
import type { ToolArguments } from "../tools/tool.ts";
import { applyRepairs, findPlace } from "./apply-repairs.ts";
import type { Repair } from "./call.ts";
import { spellingOf } from "./exact-number.ts";
import { parsePointer } from "./json-pointer.ts";
import { losslessReadings, type Expectation, type Place } from "./lossless-readings.ts";
import type { IsNamedProperty } from "./named-properties.ts";

/** By place, in the order in which they are made. */
export type Repairs = ReadonlyMap<string, Repair>;

type Places = Pick<ReadonlySet<string>, "has">;

/** Enough for lists inside JSON inside JSON. */
const maxPasses = 10;

/** Each is tried without, which takes a validation; more than this come from long lists, not from unions. */
const maxTriedWithout = 32;

/**
 * Driven by the problems themselves, so that every keyword and every `$ref` counts: all problems with one possible
 * reading are repaired at once, then the result is validated again. The number of passes, and with it the cost, does
 * not depend on the number of problems. Where the passes do not suffice there are no repairs at all: those made so
 * far did not help. That is so for JSON in JSON in JSON…, and for more than a few problems in a value so large that
 * the validator tells them one at a time.
 */
export function findRepairs(
  args: ToolArguments,
  validator: Validator,
  isNamedProperty: IsNamedProperty,
): Repairs {
  const givenUp = new Set<string>();
  let repairs: Repairs = new Map();
  let current = args;
  let problems = validator.problems(args, "every-branch");
  let hasUnion = false;

  const placeIn = createPlaceFinder(args, isNamedProperty);
  for (let pass = 0; problems.length > 0; pass++) {
    if (pass === maxPasses) return new Map();
    hasUnion ||= problems.some(({ keyword }) => ["anyOf", "oneOf", "contains"].includes(keyword));
    const found = chooseReadings(current, problems, givenUp, validator, placeIn);
    // What is read back as what the model wrote goes round in a circle between the branches of a union.
    const undone = found.length > 0 ? pathsBackTo(args, found) : failedPaths(repairs, problems);
    if (found.length === 0 && undone.size === 0) break;
    for (const path of undone) givenUp.add(path);
    repairs = withoutPaths(withRepairs(repairs, found), undone);
    current = applyRepairs(args, repairs.values());
    problems = validator.problems(current, "every-branch");
  }
  return hasUnion && problems.length === 0 ? withoutNeedless(args, repairs, validator) : repairs;
}

const none: readonly never[] = [];

type PlaceFinder = (current: ToolArguments, path: string) => Place | undefined;

function createPlaceFinder(original: ToolArguments, isNamedProperty: IsNamedProperty): PlaceFinder {
  return (current, path) => {
    const place = findPlace(current, path);
    if (place === undefined) return undefined;
    const { value, parent } = place;
    return {
      value,
      isItem: Array.isArray(parent),
      isNamed: () => isNamedProperty(path),
      // A container that was copied to repair something else in it has its spellings in the original.
      spelling: typeof value === "number" ? findSpelling([current, original], path, value) : undefined,
    };
  };
}

function findSpelling(versions: readonly ToolArguments[], path: string, value: number): string | undefined {
  const key = parsePointer(path).at(-1) ?? "";
  for (const version of versions) {
    const place = findPlace(version, path);
    const spelling = place?.value === value ? spellingOf(place.parent, key) : undefined;
    if (spelling !== undefined) return spelling;
  }
  return undefined;
}

function chooseReadings(
  args: ToolArguments,
  problems: readonly SchemaProblem[],
  givenUp: ReadonlySet<string>,
  validator: Validator,
  placeIn: PlaceFinder,
): readonly Repair[] {
  const found = [...Map.groupBy(problems, ({ path }) => path)]
    .filter(([path]) => !givenUp.has(path))
    .map(([path, atPath]) => possibleRepairs(placeIn(args, path), path, expectationOf(atPath)));
  // A repair inside a value changes less than one of the whole value, so it has its turn first.
  const around = placesAround(found.flatMap(([first]) => first?.path ?? []));
  const candidates = found.filter(([first]) => !around.has(first?.path ?? ""));
  const certain = candidates.filter(({ length }) => length === 1).flat();
  const several = candidates.filter(({ length }) => length > 1);
  return several.length === 0 ? certain : [...certain, ...onlyFitting(args, certain, several, validator)];
}

/** Where several readings are possible, all places try their first, then their second…: a validation for each. */
function onlyFitting(
  args: ToolArguments,
  certain: readonly Repair[],
  several: readonly (readonly Repair[])[],
  validator: Validator,
): readonly Repair[] {
  let fitting: readonly Repair[] = none;
  for (let index = 0; ; index++) {
    const tried = several.flatMap((repairs) => repairs[index] ?? none);
    if (tried.length === 0) break;
    const problems = validator.problems(applyRepairs(args, [...certain, ...tried]), "every-branch");
    const paths = new Set(problems.map(({ path }) => path));
    const around = placesAround(paths);
    fitting = [...fitting, ...tried.filter(({ path = "" }) => !paths.has(path) && !around.has(path))];
  }
  const byPath = Map.groupBy(fitting, ({ path }) => path);
  return fitting.filter(({ path }) => byPath.get(path)?.length === 1);
}

function possibleRepairs(place: Place | undefined, path: string, expected: Expectation): readonly Repair[] {
  if (place === undefined) return none;
  return losslessReadings(place, expected).map((reading) => ({
    rule: reading.rule,
    path,
    from: place.value,
    ...("value" in reading ? { to: reading.value } : {}),
  }));
}

function expectationOf(problems: readonly SchemaProblem[]): Expectation {
  const types = new Set<unknown>();
  const allowedValues: unknown[] = [];
  for (const { keyword, params } of problems) {
    if (keyword === "type") for (const type of [params["type"]].flat()) types.add(type);
    if (keyword === "enum")
      for (const value of params["allowedValues"] as readonly unknown[]) allowedValues.push(value);
    if (keyword === "const") allowedValues.push(params["allowedValue"]);
  }
  return { types, allowedValues };
}

/** Of a value that is replaced, the repairs inside went into what replaces it. */
function withRepairs(repairs: Repairs, found: readonly Repair[]): Repairs {
  const added = found.map((repair) => [repair.path ?? "", repair] as const);
  return new Map([...withoutInner(repairs, new Map(added)), ...added]);
}

function pathsBackTo(args: ToolArguments, found: readonly Repair[]): ReadonlySet<string> {
  const back = found.filter(
    (repair) => "to" in repair && Object.is(findPlace(args, repair.path ?? "")?.value, repair.to),
  );
  return new Set(back.map(({ path = "" }) => path));
}

function withoutPaths(repairs: Repairs, paths: ReadonlySet<string>): Repairs {
  return new Map([...withoutInner(repairs, paths)].filter(([path]) => !paths.has(path)));
}

function withoutInner(repairs: Repairs, paths: Places): Repairs {
  return new Map([...repairs].filter(([path]) => !isInside(path, paths)));
}

/** JSON that was read from a text stays read: the model learns more from what is wrong inside. */
function failedPaths(repairs: Repairs, problems: readonly SchemaProblem[]): ReadonlySet<string> {
  const paths = new Set(problems.map(({ path }) => path));
  const around = placesAround(paths);
  const failed = [...repairs].filter(
    ([path, { rule }]) => paths.has(path) || (around.has(path) && rule !== "json"),
  );
  return new Set(failed.map(([path]) => path));
}

/** Problems in the branch of a union that is not meant make for repairs that the other branch does not need. */
function withoutNeedless(args: ToolArguments, repairs: Repairs, validator: Validator): Repairs {
  if (repairs.size > maxTriedWithout) return repairs;
  let needed = repairs;
  for (const path of repairs.keys()) {
    const fewer = withoutPaths(needed, new Set([path]));
    if (validator.isValid(applyRepairs(args, fewer.values()))) needed = fewer;
  }
  return needed;
}

/** Every place that has one of these inside. */
function placesAround(paths: Iterable<string>): ReadonlySet<string> {
  const around = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const outer = path.slice(0, end);
      if (around.has(outer)) break;
      around.add(outer);
    }
  }
  return around;
}

/** Whether one of the places is around this one. */
export function isInside(path: string, paths: Places): boolean {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (paths.has(path.slice(0, end))) return true;
  }
  return false;
}
