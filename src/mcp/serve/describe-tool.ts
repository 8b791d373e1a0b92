import type { Tool as McpTool } from "@modelcontextprotocol/server";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { toJsonSchema } from "../../schema/to-json-schema.ts";
import { annotationsOf } from "../../tools/annotations.ts";
import { toolName, type Tool } from "../../tools/tool.ts";

/** A tool as `tools/list` shows it: its own schema, word for word. */
export function describeTool(tool: Tool): McpTool {
  const annotations = annotationsOf(tool);
  const { sentences } = tool as { readonly sentences?: unknown };
  return {
    name: toolName(tool),
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema: withObjectType(toJsonSchema(tool.schema)),
    ...(Object.keys(annotations).length > 0 && { annotations: { ...annotations } }),
    ...(Array.isArray(sentences) && { _meta: { "switchboard/sentences": sentences } }),
  };
}

/** MCP wants `type: "object"` to be said, where a schema may leave it open. */
function withObjectType(schema: JsonSchema): McpTool["inputSchema"] {
  return { ...schema, type: "object" };
}
