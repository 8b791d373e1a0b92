import type { Tool } from "./tool.ts";

const mcpTools = new WeakSet<Tool>();

/** Remembers that a tool came from an MCP server, beside the tool: the object itself stays as it is (TM-1). */
export function markMcpTool(tool: Tool): void {
  mcpTools.add(tool);
}

/** Whether parameter names are normalized for it (NORM-2) and `[text, artifacts]` is its result's form (EX-11). */
export function isMcpTool(tool: Tool): boolean {
  return mcpTools.has(tool);
}

/** `@langchain/mcp-adapters` gives its tools no name of origin; this pair of properties is theirs alone. */
export function comesFromMcpAdapters(tool: Tool): boolean {
  try {
    const { responseFormat, metadata } = tool as { responseFormat?: unknown; metadata?: unknown };
    if (responseFormat !== "content_and_artifact") return false;
    return typeof metadata === "object" && metadata !== null && "annotations" in metadata;
  } catch {
    // A getter that throws is nobody's mark.
    return false;
  }
}
