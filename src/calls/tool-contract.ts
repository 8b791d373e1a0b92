import { SwitchboardError } from "../errors.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { isStandardSchema, standardValidate } from "../schema/standard-schema.ts";
import { toJsonSchema } from "../schema/to-json-schema.ts";
import { compileValidator, type Validator } from "../schema/validator.ts";
import { isMcpTool } from "../tools/origin.ts";
import type { Tool, ToolArguments } from "../tools/tool.ts";
import { ToolError } from "./failure.ts";

/** What a call of a tool is held against, worked out once per tool. */
export interface ToolContract {
  readonly schema: unknown;
  readonly jsonSchema: JsonSchema;
  readonly validator: Validator;
  readonly isMcp: boolean;
  /** The schema may demand more than JSON Schema can say. */
  readonly hasOwnChecks: boolean;
  /** Why arguments cannot be checked, where the tool's schema is of no use. */
  readonly fault?: SwitchboardError;
}

const contracts = new WeakMap<Tool, ToolContract>();

/** A tool that is given another schema gets another contract. */
export function contractOf(tool: Tool): ToolContract {
  const known = contracts.get(tool);
  if (known !== undefined && known.schema === tool.schema) return known;
  const contract = createContract(tool);
  contracts.set(tool, contract);
  return contract;
}

const acceptAll: Validator = { isValid: () => true, problems: () => [] };

function createContract(tool: Tool): ToolContract {
  const { schema } = tool;
  const common = { schema, isMcp: isMcpTool(tool), hasOwnChecks: isStandardSchema(schema) };
  try {
    const jsonSchema = toJsonSchema(schema);
    return { ...common, jsonSchema, validator: compileValidator(jsonSchema) };
  } catch (error) {
    if (!(error instanceof SwitchboardError)) throw error;
    // People's servers have schemas with faults; a call that the server itself would take goes through.
    return { ...common, jsonSchema: { type: "object" }, validator: acceptAll, fault: error };
  }
}

/** Rejects where the schema's own library finds fault with arguments that JSON Schema lets through (EX-9). */
export async function checkWithOwnLibrary(tool: Tool, args: ToolArguments): Promise<void> {
  const issues = await standardValidate(tool.schema, args);
  if (issues === undefined || issues.length === 0) return;
  throw new ToolError(
    "invalid_arguments",
    `Invalid arguments.\n${issues.map((issue) => `- ${issue}`).join("\n")}`,
  );
}
