import type { ToolAnnotations } from "./annotations.ts";

/**
 * A live tool. The shape is LangChain's, structurally: LangChain's classes, the `tool()` helper's results
 * and plain objects all fit, and nothing has to be imported to be one.
 */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, Zod 3 or 4, or a Standard Schema that can give JSON Schema. */
  readonly schema: unknown;
  /**
   * Called with `ToolArguments` that the schema accepts, and an `InvokeConfig`. Every tool has arguments of its own, and
   * LangChain's are generic in both: any narrower type would refuse some of them.
   */
  // oxlint-disable-next-line typescript/no-explicit-any
  invoke(args: any, config?: any): unknown;
  /** Takes the place of the executor's time limit for this tool. */
  readonly timeoutMs?: number;
  /** What it says about itself: whether it changes anything, and the like. */
  readonly annotations?: ToolAnnotations;
  /** Sentences that mean a call of it, for who needs no model to understand them: `turn (on|off) [the] {device}`. */
  readonly sentences?: readonly string[];
}

export type ToolArguments = Record<string, unknown>;

/** What a tool is given beside its arguments, under the names that LangChain uses. */
export interface InvokeConfig {
  readonly signal?: AbortSignal;
}

/** Where live tools are found; a ToolManager is one. */
export interface ToolSource {
  readonly tools: readonly Tool[];
  find(name: string): Tool | undefined;
}

/** The name a tool goes by. In LangChain `lc_name` is a static method; only a string is a name (TM-4). */
export function toolName(tool: Tool): string {
  const alias = (tool as { lc_name?: unknown }).lc_name;
  return typeof alias === "string" && alias !== "" ? alias : tool.name;
}
