import type { ToolAnnotations } from "../tools/annotations.ts";
import type { Tool } from "../tools/tool.ts";

/** A tool of the house: with what it may do, and how people ask for it. */
export interface HouseTool extends Tool {
  readonly annotations: ToolAnnotations;
  readonly sentences: readonly string[];
}

export const deviceNameSchema = {
  type: "string",
  minLength: 1,
  description: "The device's name as list_zwave_devices gives it; its room may stand in front.",
} as const;

/** A result in MCP's form: a sentence to be read or spoken, and the same as data. */
export interface StructuredText {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: object;
}

export function withStructure(text: string, structuredContent: object): StructuredText {
  return { content: [{ type: "text", text }], structuredContent };
}
