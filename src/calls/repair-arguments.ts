import { isPlainObject, type JsonSchema } from "../schema/json-schema.ts";
import type { SchemaProblem, Validator } from "../schema/validator.ts";
import type { ToolArguments } from "../tools/tool.ts";
import { applyRepairs, findPlace } from "./apply-repairs.ts";
import type { Repair } from "./call.ts";
import { findRepairs, isInside, type Repairs } from "./find-repairs.ts";
import { parseLenientJson } from "./lenient-json.ts";
import { createNamedPropertyFinder } from "./named-properties.ts";

export interface ParsedArguments {
  readonly args: ToolArguments;
  readonly repairs: readonly Repair[];
}

export interface RepairedArguments {
  /** The very arguments that were given where nothing was repaired. */
  readonly args: ToolArguments;
  readonly repairs: readonly Repair[];
  /** What is still wrong; empty where the arguments are valid. */
  readonly problems: readonly SchemaProblem[];
}

const none: readonly never[] = [];

/** A model that wraps its arguments in text does so once, or twice where a layer in between did it again. */
const maxEncodings = 2;

/**
 * The arguments as an object (FIX-1): text is parsed, and a model that writes nothing at all means no arguments.
 * `undefined` where they are something else.
 */
export function parseArguments(args: unknown): ParsedArguments | undefined {
  if (isPlainObject(args)) return { args, repairs: none };
  let value = args;
  for (
    let encoding = 0;
    encoding < maxEncodings && typeof value === "string" && !isBlank(value);
    encoding++
  ) {
    const parsed = parseLenientJson(value);
    if (parsed === undefined) return undefined;
    value = parsed.value;
  }
  const object = isBlank(value) ? {} : value;
  return isPlainObject(object)
    ? { args: object, repairs: [{ rule: "json", path: "", from: args, to: object }] }
    : undefined;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/**
 * Reads values as what the schema asks for, where that loses nothing and only one reading fits (FIX-2 to FIX-4).
 * A valid call is never changed, a value never invented, the input never touched. What does not help is undone,
 * so that the problems are about what the model wrote. The schema tells the parameters from the entries of a map;
 * without it every key counts as a parameter.
 */
export function repairArguments(
  args: ToolArguments,
  validator: Validator,
  schema?: JsonSchema,
): RepairedArguments {
  if (validator.isValid(args)) return { args, repairs: none, problems: none };
  const isNamedProperty = schema === undefined ? () => true : createNamedPropertyFinder(schema);
  const repairs = findRepairs(args, validator, isNamedProperty);
  if (repairs.size === 0) return { args, repairs: none, problems: validator.problems(args) };
  const repaired = applyRepairs(args, repairs.values());
  return {
    args: repaired,
    repairs: toReport(repairs, args, repaired),
    problems: validator.problems(repaired),
  };
}

/** A repair inside a value that was itself repaired is part of that one's story: `"5"` → `[5]`. */
function toReport(repairs: Repairs, args: ToolArguments, repaired: ToolArguments): Repair[] {
  const outermost = [...repairs].filter(([path]) => !isInside(path, repairs));
  return outermost.map(([path, repair]) => ({
    ...repair,
    from: findPlace(args, path)?.value,
    ...("to" in repair ? { to: findPlace(repaired, path)?.value } : {}),
  }));
}
