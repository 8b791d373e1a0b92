import { isPlainObject } from "../schema/json-schema.ts";
import { parseAnnotations, type ToolAnnotations } from "../tools/annotations.ts";

/** A tool as its server describes it. What of it is no tool is found out when it is added to the others (MCP-15). */
export interface McpToolDefinition {
  readonly name: string;
  readonly description: string;
  /** The server's own, untouched. */
  readonly schema: unknown;
  readonly annotations: ToolAnnotations;
  /** Sentences that a person may say for it. */
  readonly sentences?: readonly string[];
}

/** Reads one entry of `tools/list`; a server may send anything. */
export function toToolDefinition(listed: unknown): McpToolDefinition {
  const tool = isPlainObject(listed) ? listed : {};
  const { name, title, description, inputSchema, annotations, _meta: meta } = tool;
  const own = parseAnnotations(annotations);
  const shownTitle = own.title ?? (typeof title === "string" ? title : undefined);
  const sentences = isPlainObject(meta) ? meta["switchboard/sentences"] : undefined;
  return {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : (shownTitle ?? ""),
    schema: inputSchema,
    annotations: shownTitle === undefined ? own : { ...own, title: shownTitle },
    ...(isStrings(sentences) && { sentences }),
  };
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
