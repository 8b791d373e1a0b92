import { countRuns, createCalls, type ForecastCall } from "./forecast.ts";
import { costPer, measure, type Cost } from "./measure.ts";
import { serve } from "./serve.ts";

export interface CallContender {
  /** One call, from what the model asked for to what came of it. */
  readonly execute?: (call: ForecastCall) => Promise<unknown>;
  /** Prepares a turn in which a model asks for all calls at once; each run of it executes all of them. */
  readonly prepareTurn?: (calls: readonly ForecastCall[]) => () => Promise<unknown>;
}

export interface CallTask {
  readonly calls: number;
  readonly manner: "sequential" | "concurrent" | "turn";
  /** How many calls are under way at a time, or stand in one turn. */
  readonly batch: number;
}

export interface CallExchange {
  readonly task: CallTask;
  /** The cost of one call. */
  readonly answer: Cost;
}

export function serveCalls(contender: CallContender): void {
  const samples = createCalls(1_000);
  serve<CallExchange>(async (task) => {
    const runsBefore = countRuns();
    const cost = await measure(prepareRound(contender, task, samples));
    const runs = countRuns() - runsBefore;
    if (runs !== task.calls) throw new Error(`${runs} of ${task.calls} calls reached the tool.`);
    return costPer(cost, task.calls);
  });
}

function prepareRound(
  contender: CallContender,
  task: CallTask,
  samples: ForecastCall[],
): () => Promise<void> {
  const { execute, prepareTurn } = contender;
  if (task.manner === "turn") {
    if (prepareTurn === undefined) throw new Error("This contender has no turns.");
    return repeat(prepareTurn(samples.slice(0, task.batch)), task.calls / task.batch);
  }
  if (execute === undefined) throw new Error("This contender has no single calls.");
  if (task.manner === "sequential") return () => executeInSequence(execute, samples, task.calls);
  const batch = samples.slice(0, task.batch);
  return repeat(() => Promise.all(batch.map(execute)), task.calls / task.batch);
}

async function executeInSequence(
  execute: (call: ForecastCall) => Promise<unknown>,
  samples: readonly ForecastCall[],
  calls: number,
): Promise<void> {
  for (let done = 0; done < calls; done += samples.length) {
    for (const call of samples.slice(0, calls - done)) {
      // One after the other is what is measured.
      // oxlint-disable-next-line no-await-in-loop
      await execute(call);
    }
  }
}

function repeat(work: () => Promise<unknown>, times: number): () => Promise<void> {
  return async () => {
    for (let done = 0; done < times; done += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await work();
    }
  };
}
