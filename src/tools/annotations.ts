import { isPlainObject } from "../schema/json-schema.ts";
import type { Tool } from "./tool.ts";

/** What a tool says about itself, in MCP's words. They are hints: whoever wrote the tool may be wrong, or lie. */
export interface ToolAnnotations {
  readonly title?: string;
  /** It changes nothing. */
  readonly readOnlyHint?: boolean;
  /** What it changes may be lost. */
  readonly destructiveHint?: boolean;
  /** Calling it twice with the same arguments does no more than calling it once. */
  readonly idempotentHint?: boolean;
  /** It deals with the world outside, not only with what it holds itself. */
  readonly openWorldHint?: boolean;
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** A tool's own `annotations`, or those that `@langchain/mcp-adapters` keep under `metadata`. */
export function annotationsOf(tool: Tool): ToolAnnotations {
  try {
    const { annotations, metadata } = tool as { annotations?: unknown; metadata?: { annotations?: unknown } };
    return parseAnnotations(annotations ?? metadata?.annotations);
  } catch {
    // A getter that throws declares nothing.
    return {};
  }
}

/** Whether a call may be made again without harm (MCP-10). */
export function isRepeatable({ readOnlyHint, idempotentHint }: ToolAnnotations): boolean {
  return readOnlyHint === true || idempotentHint === true;
}

/** Keeps what is a hint: a server may send anything, and `"false"` is not `false`. */
export function parseAnnotations(value: unknown): ToolAnnotations {
  if (!isPlainObject(value)) return {};
  const known = Object.fromEntries(
    hints.filter((hint) => typeof value[hint] === "boolean").map((hint) => [hint, value[hint]]),
  );
  return typeof value["title"] === "string" ? { title: value["title"], ...known } : known;
}
