import type { CallToolResult } from "@modelcontextprotocol/client";
import { ToolError } from "../calls/failure.ts";
import { toOutputText } from "../calls/output.ts";

/** What a server gave beside text, as it gave it. */
export interface McpArtifacts {
  /** Images, sounds, resources and links to them. */
  readonly blocks: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
}

/** What a call of a server's tool gives: the text that a model reads, and the rest beside it. */
export type McpToolValue = readonly [text: string, artifacts: McpArtifacts];

/** What values were made of, for who passes them on: the order of the blocks is lost in them. */
const results = new WeakMap<object, CallToolResult>();

/** The result that a server's tool gave this value for, where one did. */
export function resultBehind(value: unknown): CallToolResult | undefined {
  return typeof value === "object" && value !== null ? results.get(value) : undefined;
}

/** Throws, in the server's own words, where the result says of itself that it is an error (NORM-7). */
export function toToolValue(result: CallToolResult): McpToolValue {
  const { content, structuredContent, isError } = result;
  const text = toOutputText(content.length > 0 ? content : structuredContent);
  if (isError === true) throw new ToolError("failed", text, { cause: result });
  const blocks = content.filter(({ type }) => type !== "text");
  const value: McpToolValue = [
    text,
    structuredContent === undefined ? { blocks } : { blocks, structuredContent },
  ];
  results.set(value, result);
  return value;
}
