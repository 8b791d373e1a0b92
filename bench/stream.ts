/** What it costs to read a streamed answer with a call at its end: in bulk, and at the pace of a model. */
import {
  bare,
  bareHttp,
  cheapestPeer,
  costOf,
  measureTask,
  ours,
  ourStream,
  peers,
  withContenders,
  type ChatEntry,
  type Proof,
  type RunningEntry,
} from "./lib/chat-contenders.ts";
import { describePairs, measureFreshPairs, pairsBar } from "./lib/fresh-pairs.ts";
import type { Cost } from "./lib/measure.ts";
import {
  formatFigure,
  formatRatio,
  type Bar,
  type Benchmark,
  type BenchmarkOptions,
  type Section,
} from "./lib/report.ts";
import type { ChatTask } from "./lib/serve-chats.ts";
import { startServerProcess } from "./lib/server-process.ts";
import { countCharacters, lastText, toStreamModel, type StreamManner } from "./lib/stream-scenario.ts";

const bulk = [
  { manner: "lines", words: "whole lines" },
  { manner: "fragments", words: "cut at any byte" },
  { manner: "coalesced", words: "many lines at a time" },
] as const;

export const benchmark: Benchmark = {
  title: "stream: an answer of many small chunks with a call at its end",

  async run(options) {
    const server = await startServerProcess();
    const tokens = options.quick ? 10_000 : 50_000;
    const paced = options.quick ? 500 : 3_000;
    const memoryTokens = options.quick ? 20_000 : 100_000;
    try {
      return await withContenders([bare, bareHttp, ourStream, ours, ...peers], async (running) => {
        const bulkCosts: Map<string, Cost>[] = [];
        for (const { manner } of bulk) {
          // oxlint-disable-next-line no-await-in-loop
          bulkCosts.push(await measureManner(running, server.host, manner, tokens, options));
        }
        const pacedCosts = await measureManner(running, server.host, "paced", paced, options);
        const pacedRatios = await measurePacedPairs(server.host, paced, options);
        const memory = await measureMemory(running, server.host, memoryTokens);
        return {
          sections: [
            toBulkSection(bulkCosts, tokens),
            toPacedSection(pacedCosts, pacedRatios, paced),
            toMemorySection(memory, memoryTokens),
          ],
          bars: [
            ...bulk.flatMap(({ words }, index) => bulkBars(bulkCosts[index], words)),
            ...pacedBars(pacedCosts, pacedRatios),
            ...memoryBars(memory, memoryTokens),
          ],
          figures: {
            bulk: bulkCosts.map((costs) => Object.fromEntries(costs)),
            paced: Object.fromEntries(pacedCosts),
            pacedRatios,
            memory: Object.fromEntries(memory),
          },
        };
      });
    } finally {
      server.stop();
    }
  },
};

/** The cost of a chunk. */
async function measureManner(
  running: readonly RunningEntry[],
  host: string,
  manner: StreamManner,
  tokens: number,
  options: BenchmarkOptions,
): Promise<Map<string, Cost>> {
  const rounds =
    manner === "paced"
      ? // In bulk, what happens once a read was hardly ever run: here it is compiled anew.
        { warmUp: 1, measured: options.quick ? 3 : 5, measuredOfSlow: 1 }
      : { warmUp: 2, measured: options.quick ? 5 : 9, measuredOfSlow: options.quick ? 1 : 2 };
  const costs = await measureTask(
    running,
    toTask(host, manner, tokens),
    (entry) => toProof(entry, tokens),
    rounds,
    options,
  );
  return new Map(
    [...costs].map(([label, { cpuUs, wallUs }]) => [
      label,
      { cpuUs: cpuUs / tokens, wallUs: wallUs / tokens },
    ]),
  );
}

/** As in a service that has run for a while: what a new process compiles would count for more than what it does. */
const pacedPairs = { pairs: 5, rounds: { warmUp: 5, measured: 3, measuredOfSlow: 1 } };
const quickPairs = { pairs: 1, rounds: { warmUp: 1, measured: 3, measuredOfSlow: 1 } };

function measurePacedPairs(
  host: string,
  tokens: number,
  options: BenchmarkOptions,
): Promise<readonly number[]> {
  const { pairs, rounds } = options.quick ? quickPairs : pacedPairs;
  return measureFreshPairs(pairs, async (running) => {
    await measureManner(running, host, "lines", 10 * tokens, { ...options, quick: true });
    const task = toTask(host, "paced", tokens);
    return measureTask(running, task, (entry) => toProof(entry, tokens), rounds, options);
  });
}

function toTask(host: string, manner: StreamManner, tokens: number): ChatTask {
  const model = toStreamModel(manner, tokens);
  return { host, model, isStream: true, tools: 1, messages: 1, conversations: 1, atATime: 1 };
}

/** Without a loop nobody goes back with the result, and the last words are not said. */
function toProof(entry: ChatEntry, tokens: number): Proof {
  return {
    characters: countCharacters(tokens) + (entry === ourStream ? 0 : lastText.length),
    calls: 1,
  };
}

interface HeldBytes {
  /** After a tenth of the stream. */
  readonly early: number;
  /** The most at any later place. */
  readonly late: number;
}

async function measureMemory(
  running: readonly RunningEntry[],
  host: string,
  tokens: number,
): Promise<Map<string, HeldBytes>> {
  const places = 10;
  const characters = countCharacters(tokens);
  const held = new Map<string, HeldBytes>();
  for (const { entry, process } of running) {
    const task = { ...toTask(host, "lines", tokens), memory: { places, characters } };
    // oxlint-disable-next-line no-await-in-loop
    const answer = await process.run(task);
    const [early = 0, ...others] = answer.held;
    held.set(entry.label, { early, late: Math.max(...others) });
  }
  return held;
}

function toBulkSection(costs: readonly ReadonlyMap<string, Cost>[], tokens: number): Section {
  const labels = [...(costs[0]?.keys() ?? [])];
  return {
    heading: `${tokens.toLocaleString("en")} chunks as fast as they can be read, CPU of one in µs`,
    table: {
      columns: ["", ...bulk.flatMap(({ words }) => [words, "× bare"])],
      rows: labels.map((label) => [
        label,
        ...costs.flatMap((of) => {
          const { cpuUs } = of.get(label) ?? costOf(of, bare);
          return [formatFigure(cpuUs), formatRatio(cpuUs, costOf(of, bare).cpuUs)];
        }),
      ]),
    },
    notes: [
      "bare limit: Switchboard's own transport, `JSON.parse` of each line; the call is made and answered. The same on " +
        "`node:http`: what the transport itself saves.",
      "Switchboard: `converse` on `createOllamaModel`; without its loop: `completeStream` and `withTextCalls`. Both " +
        "look for calls and thinking in the text.",
      "Peers stream their own way. ollama-js, LangChain and TanStack AI read Ollama's NDJSON, the others the same " +
        "text from its API for OpenAI's clients, whose lines are longer.",
      "Cut at any byte: about three pieces to a line. `node:http` hands each over by itself; Switchboard's transport " +
        "moves those of a read together.",
    ],
  };
}

function toPacedSection(
  costs: ReadonlyMap<string, Cost>,
  ratios: readonly number[],
  tokens: number,
): Section {
  const reference = costOf(costs, bare).cpuUs;
  return {
    heading: `${tokens.toLocaleString("en")} chunks, one each millisecond, CPU of one in µs`,
    table: {
      columns: ["", "CPU", "× bare"],
      rows: [...costs].map(([label, { cpuUs }]) => [
        label,
        formatFigure(cpuUs),
        formatRatio(cpuUs, reference),
      ]),
    },
    notes: ["Most of it is waking up: what a chunk costs beyond that is small.", describePairs(ratios)],
  };
}

function toMemorySection(memory: ReadonlyMap<string, HeldBytes>, tokens: number): Section {
  return {
    heading: `Memory held while ${tokens.toLocaleString("en")} chunks go by, in MB`,
    table: {
      columns: ["", "after a tenth", "most later", "growth, bytes a chunk"],
      rows: [...memory].map(([label, { early, late }]) => [
        label,
        formatFigure(early / 1e6),
        formatFigure(late / 1e6),
        ((late - early) / tokens).toFixed(0),
      ]),
    },
    notes: [
      "Heap and buffers right after a full collection, code included.",
      `The text itself is ${(countCharacters(tokens) / tokens).toFixed(1)} characters a chunk, and whoever has a ` +
        "history keeps it.",
    ],
  };
}

function bulkBars(costs: ReadonlyMap<string, Cost> | undefined, words: string): Bar[] {
  if (costs === undefined) return [];
  const reference = costOf(costs, bare).cpuUs;
  const own = costOf(costs, ours).cpuUs;
  const peer = cheapestPeer(costs);
  return [
    {
      promise: `a chunk costs at most 1.5× the bare limit, ${words}`,
      measured: `${formatRatio(own, reference)}; without the loop ${formatRatio(costOf(costs, ourStream).cpuUs, reference)}`,
      kept: own <= 1.5 * reference,
    },
    {
      promise: `a chunk costs less than with every peer, ${words}`,
      measured: `${formatFigure(own)} µs; ${peer.label} ${formatFigure(peer.cpuUs)} µs`,
      kept: own < peer.cpuUs,
    },
  ];
}

function pacedBars(costs: ReadonlyMap<string, Cost>, ratios: readonly number[]): Bar[] {
  const own = costOf(costs, ours).cpuUs;
  const peer = cheapestPeer(costs);
  return [
    pairsBar("at a model's pace, a chunk costs at most 1.1× the bare limit", ratios, 1.1),
    {
      promise: "at a model's pace, a chunk costs less than with every peer",
      measured: `${formatFigure(own)} µs; ${peer.label} ${formatFigure(peer.cpuUs)} µs`,
      kept: own < peer.cpuUs,
    },
  ];
}

/** In bytes a chunk. The heap's own ups and downs come to some; a chunk on the wire has 120. */
const allowedGrowth = { stream: 10, loop: 64 };

function memoryBars(memory: ReadonlyMap<string, HeldBytes>, tokens: number): Bar[] {
  return [
    { entry: ourStream, allowed: allowedGrowth.stream, promise: "the memory of a stream does not grow" },
    { entry: ours, allowed: allowedGrowth.loop, promise: "a loop keeps its answer, and nothing of the wire" },
  ].map(({ entry, allowed, promise }) => {
    const { early = 0, late = 0 } = memory.get(entry.label) ?? {};
    const growth = (late - early) / tokens;
    return { promise, measured: `${growth.toFixed(0)} bytes a chunk`, kept: growth <= allowed };
  });
}
