import { systemClock, type Clock } from "../clock.ts";
import { guardObserver, type Observer } from "../observer.ts";
import { checkPositive, isPositive, notPositive } from "../options.ts";
import type { ToolSource } from "../tools/tool.ts";
import { waitForApproval, type Approve } from "./approval.ts";
import type { ToolCall, ToolResult } from "./call.ts";
import type { CallEvent } from "./events.ts";
import { mergeParameterMappings, type ParameterMappings } from "./parameter-names.ts";
import { toOutputText } from "./output.ts";
import { prepareCall, type Preparation, type PreparedCall, type RefusedCall } from "./prepare-call.ts";
import { sayCancelled, toFailedResult } from "./result.ts";
import { RunningCall, tellEnd, type CallSettings } from "./running-call.ts";

export interface ToolExecutorOptions {
  readonly tools: ToolSource;
  /** Only these may be called; `undefined` means all (REG-11). */
  readonly allowedTools?: readonly string[];
  /** The time a call may take: 30 s. A tool's own `timeoutMs` and a call's take its place. */
  readonly timeoutMs?: number;
  /** From here on a call counts as slow: 1 s. */
  readonly slowMs?: number;
  /** How many calls of one `executeAll` run at a time: 16. */
  readonly maxParallel?: number;
  /** How much text of a result a model gets to read: 64 KiB. */
  readonly maxOutputBytes?: number;
  /** Parameter names that MCP tools are called with by mistake, per tool; they come beside the shipped ones. */
  readonly parameterMappings?: ParameterMappings;
  /** Decides whether a call may run, when its tool and its arguments are known; without one, all may. */
  readonly approve?: Approve;
  readonly observe?: Observer<CallEvent>;
  readonly clock?: Clock;
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Narrows the executor's own list: a tool that was not offered cannot be called. */
  readonly allowedTools?: readonly string[];
}

/** Every call of every model goes through here: find, repair, validate, invoke under a deadline, result. */
export class ToolExecutor {
  readonly #preparation: Preparation;
  readonly #timeoutMs: number;
  readonly #maxParallel: number;
  readonly #approve: Approve | undefined;
  readonly #settings: CallSettings;

  constructor(options: ToolExecutorOptions) {
    this.#timeoutMs = checkPositive("timeoutMs", options.timeoutMs ?? 30_000);
    this.#maxParallel = checkPositive("maxParallel", options.maxParallel ?? 16);
    this.#approve = options.approve;
    const observe = options.observe && guardObserver(options.observe);
    this.#settings = {
      slowMs: checkPositive("slowMs", options.slowMs ?? 1_000),
      maxOutputBytes: checkPositive("maxOutputBytes", options.maxOutputBytes ?? 65_536),
      observe,
      clock: options.clock ?? systemClock,
    };
    this.#preparation = {
      tools: options.tools,
      allowedTools: options.allowedTools,
      parameterMappings: mergeParameterMappings(options.parameterMappings),
      observe,
    };
  }

  /** Resolves with the call's one result; a tool cannot make it reject (EX-1). */
  execute(asked: ToolCall, options: ExecuteOptions = {}): Promise<ToolResult> {
    const startedAt = this.#settings.clock.now();
    const call = isCall(asked) ? asked : notACall(asked);
    const prepared = options.signal?.aborted
      ? cancelled(call, options.signal)
      : prepareCall(call, this.#preparation, options.allowedTools);
    if ("code" in prepared) return Promise.resolve(this.#refuse(call, prepared, startedAt));

    const timeoutMs = options.timeoutMs ?? prepared.tool.timeoutMs ?? this.#timeoutMs;
    if (!isPositive(timeoutMs)) return Promise.reject(notPositive("timeoutMs", timeoutMs));
    if (this.#approve === undefined) return this.#run(call, prepared, startedAt, timeoutMs, options.signal);
    return this.#runIfApproved(call, prepared, this.#approve, timeoutMs, options.signal);
  }

  /** Runs calls side by side; gives one result per call, in the order of the calls (EX-10). */
  executeAll(calls: readonly ToolCall[], options: ExecuteOptions = {}): Promise<ToolResult[]> {
    return Promise.all(this.startAll(calls, options));
  }

  /** The same, with a promise per call, for those who want each result as soon as it is there. */
  startAll(calls: readonly ToolCall[], options: ExecuteOptions = {}): Promise<ToolResult>[] {
    if (calls.length <= this.#maxParallel) return calls.map((call) => this.execute(call, options));
    let next = 0;
    const starts: (() => Promise<ToolResult>)[] = [];
    const results = calls.map(
      (call) =>
        new Promise<ToolResult>((resolve) => {
          starts.push(() => {
            const result = this.execute(call, options);
            resolve(result);
            return result;
          });
        }),
    );
    const startNext = (): void => {
      void starts[next++]?.().then(startNext, startNext);
    };
    for (let running = 0; running < this.#maxParallel; running += 1) startNext();
    return results;
  }

  #run(
    call: ToolCall,
    prepared: PreparedCall,
    startedAt: number,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ToolResult> {
    this.#settings.observe?.({ type: "call.started", call, tool: prepared.name, args: prepared.args });
    return new Promise((resolve) => {
      new RunningCall(call, prepared, this.#settings, startedAt, timeoutMs, signal, resolve).start();
    });
  }

  /** The time that a decision takes is nobody's fault: the call begins after it. */
  async #runIfApproved(
    call: ToolCall,
    prepared: PreparedCall,
    approve: Approve,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ToolResult> {
    const approval = await waitForApproval({ id: call.id, ...prepared }, approve, signal);
    const startedAt = this.#settings.clock.now();
    if (approval === "allow") return this.#run(call, prepared, startedAt, timeoutMs, signal);
    const { name, repairs } = prepared;
    const refused: RefusedCall =
      approval === "cancelled"
        ? cancelled(call, signal)
        : { name, code: "denied", message: approval.deny, repairs };
    return this.#refuse(call, refused, startedAt);
  }

  #refuse(call: ToolCall, refused: RefusedCall, startedAt: number): ToolResult {
    const durationMs = this.#settings.clock.now() - startedAt;
    return tellEnd(
      call,
      toFailedResult(call, refused, durationMs, this.#settings.maxOutputBytes),
      this.#settings,
    );
  }
}

/** What a model's parser hands over may be anything; it still gets its one result. */
function isCall(asked: unknown): asked is ToolCall {
  return typeof asked === "object" && asked !== null && typeof (asked as Partial<ToolCall>).name === "string";
}

function notACall(asked: unknown): ToolCall {
  const { id, name, args } = (asked ?? {}) as Partial<Record<keyof ToolCall, unknown>>;
  return { id: typeof id === "string" ? id : "", name: toOutputText(name), args };
}

function cancelled(call: ToolCall, signal: AbortSignal | undefined): RefusedCall {
  return { name: call.name, code: "cancelled", message: sayCancelled(signal?.reason), repairs: [] };
}
