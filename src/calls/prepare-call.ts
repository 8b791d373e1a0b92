import type { Observer } from "../observer.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import { toolName, type Tool, type ToolArguments, type ToolSource } from "../tools/tool.ts";
import type { FailureCode, Repair, ToolCall } from "./call.ts";
import { describeProblems } from "./describe-problems.ts";
import type { CallEvent } from "./events.ts";
import { messageOf } from "./failure.ts";
import { normalizeParameterNames, parameterMappingFor, type ParameterMappings } from "./parameter-names.ts";
import { parseArguments, repairArguments } from "./repair-arguments.ts";
import { contractOf } from "./tool-contract.ts";
import { matchToolName, nearestNames } from "./tool-names.ts";

/** A call that may run: its tool, and arguments that the tool's schema accepts. */
export interface PreparedCall {
  readonly tool: Tool;
  readonly name: string;
  readonly args: ToolArguments;
  readonly repairs: readonly Repair[];
  readonly isMcp: boolean;
  /** The tool's schema may demand more than JSON Schema can say; it is asked when the call runs. */
  readonly hasOwnChecks: boolean;
}

/** A call that ends before its tool is reached, and why. */
export interface RefusedCall {
  readonly name: string;
  readonly code: FailureCode;
  readonly message: string;
  readonly repairs: readonly Repair[];
  readonly error?: unknown;
}

export interface Preparation {
  readonly tools: ToolSource;
  readonly allowedTools: readonly string[] | undefined;
  readonly parameterMappings: ParameterMappings;
  readonly observe: Observer<CallEvent> | undefined;
}

const noRepairs: readonly Repair[] = [];

/** Finds the tool, then brings the arguments into the form that its schema asks for (FIX, NORM, EX-9). */
export function prepareCall(
  call: ToolCall,
  preparation: Preparation,
  offeredTools: readonly string[] | undefined,
): PreparedCall | RefusedCall {
  const prepared = prepareAsGiven(call, preparation, offeredTools);
  const { name, args, writtenAs } = call;
  if (writtenAs === undefined) return prepared;
  // That text was taken for a call is the first of its rewrites (FIX-7).
  const recovery: Repair = { rule: "text", from: writtenAs, to: { name, args } };
  return { ...prepared, repairs: [recovery, ...prepared.repairs] };
}

function prepareAsGiven(
  call: ToolCall,
  preparation: Preparation,
  offeredTools: readonly string[] | undefined,
): PreparedCall | RefusedCall {
  try {
    const exact = preparation.tools.find(call.name);
    if (exact === undefined) return prepareByMatch(call, preparation, offeredTools);
    const name = toolName(exact);
    const isAllowed = isIn(preparation.allowedTools, name) && isIn(offeredTools, name);
    return isAllowed ? prepareArguments(call, exact, name, noRepairs, preparation) : denied(name);
  } catch (error) {
    return { name: call.name, code: "failed", message: messageOf(error), repairs: noRepairs, error };
  }
}

/** The one tool that the name fits when its spelling is taken lightly (FIX-5). */
function prepareByMatch(
  call: ToolCall,
  preparation: Preparation,
  offeredTools: readonly string[] | undefined,
): PreparedCall | RefusedCall {
  const { tools, allowedTools } = preparation;
  const names = tools.tools
    .map(toolName)
    .filter((name) => isIn(allowedTools, name) && isIn(offeredTools, name));
  const name = matchToolName(call.name, names);
  const tool = name === undefined ? undefined : tools.find(name);
  if (name === undefined || tool === undefined) return unknownTool(call.name, names);
  return prepareArguments(call, tool, name, [{ rule: "name", from: call.name, to: name }], preparation);
}

/** No list lets everything in; an empty one lets nothing in (REG-11). */
function isIn(list: readonly string[] | undefined, name: string): boolean {
  return list === undefined || list.includes(name);
}

function prepareArguments(
  call: ToolCall,
  tool: Tool,
  name: string,
  nameRepairs: readonly Repair[],
  { parameterMappings, observe }: Preparation,
): PreparedCall | RefusedCall {
  const { jsonSchema, validator, isMcp, hasOwnChecks, fault } = contractOf(tool);
  if (fault !== undefined) observe?.({ type: "call.unchecked", call, tool: name, fault });
  const prepared = (args: ToolArguments, repairs: readonly Repair[]): PreparedCall => ({
    tool,
    name,
    args,
    repairs,
    isMcp,
    hasOwnChecks,
  });
  // What is valid is not touched, and most calls are.
  if (!isMcp && isPlainObject(call.args) && validator.isValid(call.args))
    return prepared(call.args, nameRepairs);

  const parsed = parseArguments(call.args);
  if (parsed === undefined) {
    const problem = {
      path: "",
      keyword: "type",
      params: { type: "object" },
      value: call.args,
      expected: "an object",
    };
    return invalidArguments(name, describeProblems(name, [problem], jsonSchema), nameRepairs);
  }
  const named = isMcp
    ? normalizeParameterNames(parsed.args, jsonSchema, parameterMappingFor(name, parameterMappings))
    : undefined;
  named?.lost.forEach((lost) => observe?.({ type: "parameter.lost", call, tool: name, lost }));

  const { args, repairs, problems } = repairArguments(named?.args ?? parsed.args, validator, jsonSchema);
  const allRepairs = join(join(nameRepairs, parsed.repairs), join(named?.repairs ?? noRepairs, repairs));
  if (problems.length > 0)
    return invalidArguments(name, describeProblems(name, problems, jsonSchema), allRepairs);
  return prepared(args, allRepairs);
}

/** Most calls need no repair, and cost no list. */
function join(some: readonly Repair[], more: readonly Repair[]): readonly Repair[] {
  if (some.length === 0) return more;
  return more.length === 0 ? some : [...some, ...more];
}

function invalidArguments(name: string, message: string, repairs: readonly Repair[]): RefusedCall {
  return { name, code: "invalid_arguments", message, repairs };
}

function denied(name: string): RefusedCall {
  return { name, code: "denied", message: `Tool "${name}" is not allowed here`, repairs: noRepairs };
}

function unknownTool(name: string, names: readonly string[]): RefusedCall {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  const nearest = nearestNames(name, names);
  const hint = nearest.length === 0 ? "" : `\nDid you mean ${nearest.join(", ")}?`;
  return { name, code: "unknown_tool", message: `Unknown tool "${shown}"${hint}`, repairs: noRepairs };
}
