import type { JsonSchema } from "../schema/json-schema.ts";
import type { ToolArguments } from "../tools/tool.ts";
import type { Repair } from "./call.ts";
import { keepSpelling, spellingOf } from "./exact-number.ts";
import { setOwn } from "./own-property.ts";
import { toPointer } from "./json-pointer.ts";
import { parametersOf } from "./schema-parameters.ts";

/** Names that a tool is called with by mistake, and the right ones. */
export type ParameterMapping = Readonly<Record<string, string>>;

/** By the name of the tool. */
export type ParameterMappings = Readonly<Record<string, ParameterMapping>>;

/** Shipped, because models were seen to call this tool so (NORM-3). */
export const defaultParameterMappings: ParameterMappings = {
  control_zwave_device: { device_name: "deviceName", command: "action", brightness: "level" },
};

/** A parameter that was dropped because another one already stands under its right name (NORM-8). */
export interface LostParameter {
  readonly name: string;
  readonly value: unknown;
  /** The name that both would have had. */
  readonly rightName: string;
}

export interface NormalizedParameters {
  readonly args: ToolArguments;
  /** `from` and `to` are the parameter with its name: `{device_name: "…"}` → `{deviceName: "…"}` (NORM-6). */
  readonly repairs: readonly Repair[];
  readonly lost: readonly LostParameter[];
}

const nothing: readonly never[] = [];

/** The configured mappings beside the shipped ones; for one tool, a configured name goes before a shipped one. */
export function mergeParameterMappings(configured: ParameterMappings = {}): ParameterMappings {
  const merged = new Map(Object.entries(defaultParameterMappings));
  for (const [tool, mapping] of Object.entries(configured))
    merged.set(tool, { ...merged.get(tool), ...mapping });
  return Object.fromEntries(merged);
}

/** A tool that two servers have goes by `server__tool` (MCP-17); it is still the same tool. */
export function parameterMappingFor(
  toolName: string,
  mappings: ParameterMappings,
): ParameterMapping | undefined {
  const plainName = toolName.slice(toolName.indexOf("__") + 2);
  const name = toolName.includes("__") && !Object.hasOwn(mappings, toolName) ? plainName : toolName;
  return Object.hasOwn(mappings, name) ? mappings[name] : undefined;
}

/**
 * Gives the parameters of an MCP tool the names that its schema knows (NORM).
 *
 * Kept after an evaluation of `@langchain/mcp-adapters` 1.1.4: the adapters convert no names, and a call with a
 * wrong one is rejected before the server sees it, in words that name no field, so that a model cannot learn from
 * it. The tool's own schema decides: what it knows is never touched. Only the outermost names are looked at; what
 * is inside an argument is data.
 */
export function normalizeParameterNames(
  args: ToolArguments,
  schema: JsonSchema,
  mapping?: ParameterMapping,
): NormalizedParameters {
  const parameters = parametersOf(schema);
  const rightNames = new Map<string, string>();
  for (const name of Object.keys(args)) {
    if (parameters.knows(name)) continue;
    const mappedName = mapped(name, mapping);
    const rightName = mappedName ?? toCamelCase(name);
    // Where any name is welcome, an unknown one is no mistake, unless its other spelling is a parameter.
    const isMistake = mappedName !== undefined || !parameters.takesAnyName || parameters.knows(rightName);
    if (rightName !== name && isMistake) rightNames.set(name, rightName);
  }
  return rightNames.size === 0
    ? { args, repairs: nothing, lost: nothing }
    : rename(args, rightNames, mapping);
}

function rename(
  args: ToolArguments,
  rightNames: ReadonlyMap<string, string>,
  mapping: ParameterMapping | undefined,
): NormalizedParameters {
  const winners = new Map<string, string>();
  // Who is already spelled right wins, then who is mapped, then who comes first (NORM-8).
  const rank = (name: string): number =>
    rightNames.has(name) ? (mapped(name, mapping) === undefined ? 2 : 1) : 0;
  for (const name of Object.keys(args).toSorted((a, b) => rank(a) - rank(b))) {
    const rightName = rightNames.get(name) ?? name;
    if (!winners.has(rightName)) winners.set(rightName, name);
  }

  const renamed: ToolArguments = {};
  const repairs: Repair[] = [];
  const lost: LostParameter[] = [];
  for (const [name, value] of Object.entries(args)) {
    const rightName = rightNames.get(name) ?? name;
    const isKept = winners.get(rightName) === name;
    if (isKept) {
      setOwn(renamed, rightName, value);
      const spelling = spellingOf(args, name);
      if (spelling !== undefined) keepSpelling(renamed, rightName, spelling);
    } else lost.push({ name, value, rightName });
    if (rightName === name) continue;
    const repair: Repair = { rule: "parameter", path: toPointer([name]), from: named(name, value) };
    repairs.push(isKept ? { ...repair, to: named(rightName, value) } : repair);
  }
  return { args: renamed, repairs, lost };
}

function named(name: string, value: unknown): ToolArguments {
  return Object.fromEntries([[name, value]]);
}

function mapped(name: string, mapping: ParameterMapping | undefined): string | undefined {
  return mapping !== undefined && Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}

/**
 * `new_parameter_name` → `newParameterName`, `line_2` → `line2`, `DEVICE_NAME` → `deviceName`. Underscores at
 * either end belong to the name (`_meta`), and a name with none between its words is returned as it is (NORM-5).
 */
export function toCamelCase(name: string): string {
  if (!/[^_]_+[^_]/.test(name)) return name;
  const words = name === name.toUpperCase() ? name.toLowerCase() : name;
  return words.replaceAll(/(?<=[^_])_+([^_])/gu, (_, next: string) => next.toUpperCase());
}
