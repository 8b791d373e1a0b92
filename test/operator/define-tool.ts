import type { Tool } from "../../src/tools/tool.ts";

/** A tool that does nothing, with the schema that its name and parameters are known by. All parameters are required, unless said otherwise. */
export const defineTool = (
  name: string,
  description: string,
  properties: Readonly<Record<string, unknown>> = {},
  required: readonly string[] = Object.keys(properties),
): Tool => ({ name, description, schema: { type: "object", properties, required }, invoke: () => "" });
