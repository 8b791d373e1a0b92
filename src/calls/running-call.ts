import type { Clock } from "../clock.ts";
import type { Observer } from "../observer.ts";
import { BoundedRun, type Outcome } from "./bounded-run.ts";
import type { ToolCall, ToolResult } from "./call.ts";
import type { CallEvent } from "./events.ts";
import type { PreparedCall } from "./prepare-call.ts";
import { toFailedResult, toResult } from "./result.ts";
import { checkWithOwnLibrary } from "./tool-contract.ts";

/** What all calls of an executor share. */
export interface CallSettings {
  readonly slowMs: number;
  readonly maxOutputBytes: number;
  readonly observe: Observer<CallEvent> | undefined;
  readonly clock: Clock;
}

/** A call whose tool is at work: its one result is handed to `resolve`. */
export class RunningCall extends BoundedRun {
  private readonly settings: CallSettings;
  private readonly call: ToolCall;
  private readonly prepared: PreparedCall;
  private readonly resolve: (result: ToolResult) => void;

  constructor(
    call: ToolCall,
    prepared: PreparedCall,
    settings: CallSettings,
    startedAt: number,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    resolve: (result: ToolResult) => void,
  ) {
    super(settings.clock, startedAt, timeoutMs, signal);
    this.settings = settings;
    this.call = call;
    this.prepared = prepared;
    this.resolve = resolve;
  }

  protected override work(signal: AbortSignal): unknown {
    const { tool, args, hasOwnChecks } = this.prepared;
    if (!hasOwnChecks) return tool.invoke(args, { signal });
    return checkWithOwnLibrary(tool, args).then(() => {
      // The check may outlast the call: what was reported as timed out must not happen after all.
      signal.throwIfAborted();
      return tool.invoke(args, { signal });
    });
  }

  protected override onOutcome(outcome: Outcome): void {
    const { call, prepared, settings, startedAt, timeoutMs } = this;
    const durationMs = outcome.endedAt - startedAt;
    this.resolve(
      tellEnd(call, readResult(call, prepared, outcome, durationMs, timeoutMs, settings), settings),
    );
  }

  protected override onLate(outcome: Outcome): void {
    this.settings.observe?.({ type: "call.late", call: this.call, tool: this.prepared.name, outcome });
  }
}

/** A value or an error may be anything, also something that throws when it is looked at (EX-1). */
function readResult(
  call: ToolCall,
  prepared: PreparedCall,
  outcome: Outcome,
  durationMs: number,
  timeoutMs: number,
  { maxOutputBytes }: CallSettings,
): ToolResult {
  try {
    return toResult(call, prepared, outcome, durationMs, timeoutMs, maxOutputBytes);
  } catch {
    const { name, repairs } = prepared;
    const message = "The tool gave something that cannot be read";
    return toFailedResult(call, { name, code: "failed", message, repairs }, durationMs, maxOutputBytes);
  }
}

export function tellEnd(call: ToolCall, result: ToolResult, { observe, slowMs }: CallSettings): ToolResult {
  observe?.({ type: "call.ended", call, result, isSlow: result.durationMs > slowMs });
  return result;
}
