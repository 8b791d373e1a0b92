/** What it costs to execute a call of a trivial tool: against the bare limit, and against the peers. */
import { ContenderProcess } from "./lib/contender-process.ts";
import { medianCost, type Cost } from "./lib/measure.ts";
import { peerLabel } from "./lib/peers.ts";
import {
  formatFigure,
  formatRatio,
  type Bar,
  type Benchmark,
  type BenchmarkOptions,
  type Section,
  type Table,
} from "./lib/report.ts";
import type { CallExchange, CallTask } from "./lib/serve-calls.ts";

interface Entry {
  readonly label: string;
  readonly file: string;
  readonly args?: readonly string[];
  /** How many calls a round of turns has, where the usual number would take minutes. */
  readonly callsInTurns?: number;
}

const limit: Entry = { label: "bare limit", file: "execute/limit.ts" };
const ours: Entry = { label: "Switchboard", file: "execute/switchboard.ts" };
const loggingLimit: Entry = { ...limit, args: ["--logging"] };
const loggingOurs: Entry = { ...ours, args: ["--logging"] };
const aiSdk: Entry = { label: peerLabel("AI SDK", "ai"), file: "execute/ai-sdk.ts" };
const langchain: Entry = { label: peerLabel("LangChain", "@langchain/core"), file: "execute/langchain.ts" };
const mastra: Entry = {
  label: peerLabel("Mastra", "@mastra/core"),
  file: "execute/mastra.ts",
  callsInTurns: 1_000,
};
const xsai: Entry = { label: peerLabel("xsAI", "xsai"), file: "execute/xsai.ts" };

/** Many short rounds, in which contenders take turns: a machine that is slow for a while is slow for all of them. */
const rounds = 10;
const warmUpCalls = 20_000;
const turnSizes = [10, 100, 1_000];

export const benchmark: Benchmark = {
  title: "execute: a call of a trivial async tool with a five-field schema",

  async run(options) {
    const calls = options.quick ? 20_000 : 100_000;
    const sequential = { manner: "sequential", batch: 1, calls: calls / rounds } as const;
    const concurrent = { manner: "concurrent", batch: 100, calls: calls / rounds } as const;

    const peers = [mastra, xsai, aiSdk, langchain];
    const plain = await measureTasks([limit, ours, ...peers], [sequential, concurrent], options);
    const logging = await measureTasks([loggingLimit, loggingOurs], [sequential, concurrent], options);
    const turns = await measureTasks(
      [limit, ours, xsai, aiSdk, mastra],
      turnSizes.map((size) => ({ manner: "turn", batch: size, calls: options.quick ? 2_000 : 10_000 })),
      options,
    );

    return {
      sections: [
        {
          heading: `${calls.toLocaleString("en")} calls, CPU and wall time of one in µs`,
          table: toCallTable(plain),
          notes: [
            "bare limit: Map look-up, Ajv, a timer, the awaited tool, a log call whose level is off.",
            "Switchboard: `ToolExecutor.execute` with repair, deadline, and events to a log whose level is off.",
            "Peers: the smallest piece of each that executes one call. Mastra, LangChain and the AI SDK validate " +
              "(Zod), xsAI parses JSON instead; none of them has a deadline, a repair or a log in it.",
          ],
        },
        {
          heading: "The same with a log line for each call (pino at info, into a sink that drops it)",
          table: toCallTable(logging),
          notes: [],
        },
        toTurnSection(turns),
      ],
      bars: [...callBars(plain), ...turnBars(turns)],
      figures: { plain, logging, turns },
    };
  },
};

/** One contender's cost of a call, for each task in order. */
interface Measured {
  readonly label: string;
  readonly costs: readonly Cost[];
}

async function measureTasks(
  entries: readonly Entry[],
  tasks: readonly CallTask[],
  options: BenchmarkOptions,
): Promise<Measured[]> {
  const contenders = entries.map((entry) => ({
    entry,
    process: new ContenderProcess<CallExchange>(entry.file, entry.args),
    costs: tasks.map((): Cost[] => []),
  }));
  try {
    // The first round warms up, and its figures are dropped.
    for (let round = 0; round <= rounds; round += 1) {
      options.progress(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
      for (const [index, task] of tasks.entries()) {
        for (const { entry, process, costs } of contenders) {
          // Contenders take turns: two at a time would take the processor from each other.
          // oxlint-disable-next-line no-await-in-loop
          const cost = await process.run(fitTask(task, entry, round === 0));
          if (round > 0) costs[index]?.push(cost);
        }
      }
    }
  } finally {
    for (const { process } of contenders) process.stop();
  }
  return contenders.map(({ entry, costs }) => ({ label: entry.label, costs: costs.map(medianCost) }));
}

function fitTask(task: CallTask, entry: Entry, isWarmUp: boolean): CallTask {
  if (task.manner === "turn") {
    return { ...task, calls: Math.min(task.calls, entry.callsInTurns ?? task.calls) };
  }
  return isWarmUp ? { ...task, calls: warmUpCalls } : task;
}

function toCallTable(measured: readonly Measured[]): Table {
  const reference = costOf(measured, limit.label, 0);
  const concurrentReference = costOf(measured, limit.label, 1);
  return {
    columns: ["", "CPU, in sequence", "× limit", "wall", "CPU, 100 at a time", "× limit", "wall"],
    rows: measured.map(({ label }) => {
      const sequential = costOf(measured, label, 0);
      const concurrent = costOf(measured, label, 1);
      return [
        label,
        formatFigure(sequential.cpuUs),
        formatRatio(sequential.cpuUs, reference.cpuUs),
        formatFigure(sequential.wallUs),
        formatFigure(concurrent.cpuUs),
        formatRatio(concurrent.cpuUs, concurrentReference.cpuUs),
        formatFigure(concurrent.wallUs),
      ];
    }),
  };
}

function toTurnSection(measured: readonly Measured[]): Section {
  return {
    heading: "All calls in one turn, CPU of one call in µs",
    table: {
      columns: ["", ...turnSizes.map((size) => `${size.toLocaleString("en")} calls`)],
      rows: measured.map(({ label, costs }) => [label, ...costs.map((cost) => formatFigure(cost.cpuUs))]),
    },
    notes: [
      "Switchboard: `executeAll` (16 at a time). bare limit: `Promise.all`.",
      "Peers: their own loop, whole, with a model that asks for all calls at once and then answers: `generateText` " +
        "of xsAI and the AI SDK, Mastra's agent. LangChain's core has no loop.",
    ],
  };
}

function callBars(measured: readonly Measured[]): Bar[] {
  return ["in sequence", "100 at a time"].flatMap((manner, task) => {
    const own = costOf(measured, ours.label, task).cpuUs;
    const reference = costOf(measured, limit.label, task).cpuUs;
    const peers = measured.filter(({ label }) => label !== ours.label && label !== limit.label);
    const fastest = cheapest(peers, task);
    return [
      {
        promise: `a call costs at most 2× the bare limit, ${manner}`,
        measured: formatRatio(own, reference),
        kept: own <= 2 * reference,
      },
      {
        promise: `a call costs less than with every peer, ${manner}`,
        measured: `${formatFigure(own)} µs; ${fastest.label} ${formatFigure(fastest.cpuUs)} µs`,
        kept: own < fastest.cpuUs,
      },
    ];
  });
}

function turnBars(measured: readonly Measured[]): Bar[] {
  const inHundred = costOf(measured, ours.label, 1).cpuUs;
  const inThousand = costOf(measured, ours.label, 2).cpuUs;
  return [
    {
      promise: "the cost of a turn is linear: a call among 1,000 costs at most 1.5× one among 100",
      measured: formatRatio(inThousand, inHundred),
      kept: inThousand <= 1.5 * inHundred,
    },
  ];
}

function costOf(measured: readonly Measured[], label: string, task: number): Cost {
  const cost = measured.find((entry) => entry.label === label)?.costs[task];
  if (cost === undefined) throw new Error(`${label} was not measured.`);
  return cost;
}

function cheapest(measured: readonly Measured[], task: number): { label: string; cpuUs: number } {
  const costs = measured.map(({ label }) => ({ label, cpuUs: costOf(measured, label, task).cpuUs }));
  return costs.reduce((best, cost) => (cost.cpuUs < best.cpuUs ? cost : best));
}
