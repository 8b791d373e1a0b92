import type { SwitchboardError } from "../errors.ts";
import type { Outcome } from "./bounded-run.ts";
import type { ToolCall, ToolResult } from "./call.ts";
import type { LostParameter } from "./parameter-names.ts";

/** What happens to a call. `call` is what was asked for, as it was asked for. */
export type CallEvent =
  | { readonly type: "call.started"; readonly call: ToolCall; readonly tool: string; readonly args: unknown }
  | {
      readonly type: "call.ended";
      readonly call: ToolCall;
      readonly result: ToolResult;
      readonly isSlow: boolean;
    }
  /** The tool's schema is of no use, so the call's arguments go to it unchecked. */
  | {
      readonly type: "call.unchecked";
      readonly call: ToolCall;
      readonly tool: string;
      readonly fault: SwitchboardError;
    }
  /** What a tool gave after its call had ended; it is dropped. */
  | { readonly type: "call.late"; readonly call: ToolCall; readonly tool: string; readonly outcome: Outcome }
  /** Two spellings of one parameter came together; this value was not used (NORM-8). */
  | {
      readonly type: "parameter.lost";
      readonly call: ToolCall;
      readonly tool: string;
      readonly lost: LostParameter;
    };
