import { SwitchboardError } from "../errors.ts";
import { isObjectSchema } from "../schema/object-schema.ts";
import { toJsonSchema } from "../schema/to-json-schema.ts";
import { toolName, type Tool } from "./tool.ts";

export class ToolRefusedError extends SwitchboardError {
  constructor(message: string, options?: ErrorOptions) {
    super("invalid_tool", message, options);
  }
}

/** Why something cannot be a tool, or `undefined` where it can (TM-2). */
export function checkTool(candidate: unknown): ToolRefusedError | undefined {
  try {
    return findFault(candidate);
  } catch (error) {
    // A getter that throws is no reason to lose the other tools.
    return new ToolRefusedError(`Not a tool: it cannot be read (${String(error)})`, { cause: error });
  }
}

function findFault(candidate: unknown): ToolRefusedError | undefined {
  if ((typeof candidate !== "object" && typeof candidate !== "function") || candidate === null) {
    return new ToolRefusedError(
      `Not a tool: expected an object with name, description, schema and invoke(), got ${kindOf(candidate)}`,
    );
  }
  const tool = candidate as Tool;
  const name: unknown = toolName(tool);
  if (typeof name !== "string" || name === "") {
    return new ToolRefusedError(`Not a tool: "name" must be a non-empty string, got ${kindOf(name)}`);
  }
  if (typeof tool.invoke !== "function") {
    return new ToolRefusedError(
      `Tool "${name}" has no invoke(): a tool is an object with a method invoke(args)`,
    );
  }
  if (tool.description !== undefined && typeof tool.description !== "string") {
    return new ToolRefusedError(
      `Tool "${name}": "description" must be a string, got ${kindOf(tool.description)}`,
    );
  }
  const { timeoutMs } = tool;
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0)) {
    return new ToolRefusedError(
      `Tool "${name}": "timeoutMs" must be a number above 0, got ${String(timeoutMs)}`,
    );
  }
  return findSchemaFault(name, tool.schema);
}

function findSchemaFault(name: string, schema: unknown): ToolRefusedError | undefined {
  try {
    const jsonSchema = toJsonSchema(schema);
    if (isObjectSchema(jsonSchema)) return undefined;
    return new ToolRefusedError(
      `Tool "${name}": its schema must describe an object, as arguments are named; got ${describeType(jsonSchema)}`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return new ToolRefusedError(`Tool "${name}": its schema cannot be used: ${reason}`, { cause: error });
  }
}

function describeType(schema: unknown): string {
  const type = (schema as { type?: unknown } | null)?.type;
  return type === undefined ? kindOf(schema) : `type ${JSON.stringify(type)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (value === "") return "an empty string";
  return value === undefined ? "nothing" : `a value of type ${typeof value}`;
}
