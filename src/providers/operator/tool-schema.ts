import { SwitchboardError } from "../../errors.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { toJsonSchema } from "../../schema/to-json-schema.ts";
import type { Tool } from "../../tools/tool.ts";

const anything: JsonSchema = { type: "object" };

/** What a tool's schema says, without a validator made of it: of a hundred tools, one or two are called. */
export function schemaOf(tool: Tool): JsonSchema {
  try {
    return toJsonSchema(tool.schema);
  } catch (error) {
    if (error instanceof SwitchboardError) return anything;
    throw error;
  }
}
