import type { ToolArguments } from "../tools/tool.ts";

/** What a model wants done. `args` may arrive as text; the executor parses it (FIX-1). */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  /** The text that the call was recovered from, where the model wrote it into its answer (FIX-7). */
  readonly writtenAs?: string;
}

/** Why a call failed. The codes are stable: programs may branch on them (EX-13). */
export type FailureCode =
  | "unknown_tool"
  | "invalid_arguments"
  | "timeout"
  | "unavailable"
  | "cancelled"
  | "denied"
  | "failed";

/** One rewrite between what the model wrote and what the tool was given. */
export interface Repair {
  readonly rule: "text" | "name" | "json" | "type" | "null" | "enum" | "parameter";
  /** JSON Pointer into the arguments; `""` is the arguments as a whole. Absent for the call's text and the tool's name. */
  readonly path?: string;
  readonly from: unknown;
  /** Absent where the value was taken out (FIX-3). */
  readonly to?: unknown;
}

interface ResultBase {
  readonly id: string;
  /** The name of the tool that ran; the name as it was called where none was found. */
  readonly name: string;
  /** What the model reads. */
  readonly text: string;
  readonly durationMs: number;
  readonly repairs: readonly Repair[];
}

export interface ToolSuccess extends ResultBase {
  readonly ok: true;
  /** What the tool returned, as it returned it. */
  readonly value: unknown;
  /** The arguments that the tool was given. */
  readonly args: ToolArguments;
}

export interface ToolFailure extends ResultBase {
  readonly ok: false;
  readonly code: FailureCode;
  /** What was thrown, where something was. */
  readonly error?: unknown;
}

/** What a call ended in. There is exactly one per call, always. */
export type ToolResult = ToolSuccess | ToolFailure;
