/** How the cost of a conversation grows with the tools that are offered and with the messages before it. */
import { mkdir, writeFile } from "node:fs/promises";
import {
  aiSdk,
  bare,
  costOf,
  langchain,
  measureTask,
  ollamaJs,
  ours,
  withContenders,
  xsai,
} from "./lib/chat-contenders.ts";
import { drawGrowth, type Panel } from "./lib/growth-plot.ts";
import { callsPerRound, lastAnswer, loopModel, rounds as callRounds } from "./lib/loop-scenario.ts";
import type { Cost } from "./lib/measure.ts";
import { formatFigure, formatRatio, type Bar, type Benchmark, type Section } from "./lib/report.ts";
import type { ChatTask } from "./lib/serve-chats.ts";
import { startServerProcess } from "./lib/server-process.ts";

const sizes = [10, 100, 1_000] as const;
const entries = [bare, ours, ollamaJs, xsai, langchain, aiSdk];
const plot = new URL("../docs/images/growth.svg", import.meta.url);

/** What grows, and the costs at each size. The other thing stays at 10. */
interface Series {
  readonly what: "tools" | "messages";
  readonly costs: readonly ReadonlyMap<string, Cost>[];
}

export const benchmark: Benchmark = {
  title: "growth: the same loop with more tools and longer histories",

  async run(options) {
    const server = await startServerProcess();
    try {
      const series = await withContenders(entries, async (running) => {
        const measured: Series[] = [];
        for (const what of ["tools", "messages"] as const) {
          const costs: Map<string, Cost>[] = [];
          for (const size of sizes) {
            const conversations = Math.max(2, Math.round((options.quick ? 100 : 400) / size));
            const task: ChatTask = {
              host: server.host,
              model: loopModel,
              isStream: false,
              tools: 10,
              messages: 10,
              conversations,
              atATime: 8,
              [what]: size,
            };
            const proof = {
              characters: conversations * lastAnswer.length,
              calls: conversations * callRounds * callsPerRound,
            };
            // The first task warms up for those after it: some thousand conversations, as for the loop itself.
            const warmUp = measured.length + costs.length === 0 ? 60 : 3;
            const rounds = {
              warmUp,
              measured: options.quick ? 5 : 11,
              measuredOfSlow: options.quick ? 1 : 3,
            };
            // oxlint-disable-next-line no-await-in-loop
            costs.push(await measureTask(running, task, () => proof, rounds, options));
          }
          measured.push({ what, costs });
        }
        return measured;
      });
      if (process.argv.includes("--write")) {
        await mkdir(new URL("./", plot), { recursive: true });
        await writeFile(plot, drawGrowth(series.map(toPanel)));
      }
      return {
        sections: series.map(toSection),
        bars: series.flatMap(toBars),
        figures: series.map(({ what, costs }) => ({
          what,
          costs: costs.map((of) => Object.fromEntries(of)),
        })),
      };
    } finally {
      server.stop();
    }
  },
};

function toPanel({ what, costs }: Series): Panel {
  return {
    title: what === "tools" ? "By tools offered" : "By messages before",
    sizes,
    lines: entries.map((entry) => ({
      label: entry.label,
      isOurs: entry === ours,
      isLimit: entry === bare,
      values: costs.map((of) => costOf(of, entry).cpuUs / 1000),
    })),
  };
}

function toSection({ what, costs }: Series): Section {
  const other = what === "tools" ? "messages" : "tools";
  return {
    heading: `With more ${what}, and 10 ${other}: CPU of one conversation in ms`,
    table: {
      columns: ["", ...sizes.map((size) => size.toLocaleString("en")), "× bare, at the most"],
      rows: entries.map((entry) => [
        entry.label,
        ...costs.map((of) => formatFigure(costOf(of, entry).cpuUs / 1000)),
        ...costs.slice(-1).map((of) => formatRatio(costOf(of, entry).cpuUs, costOf(of, bare).cpuUs)),
      ]),
    },
    notes:
      what === "tools"
        ? [
            "Switchboard keeps the text of the tools from request to request, and long text as bytes; the bare limit " +
              "writes it each time.",
          ]
        : [],
  };
}

/** Ten times the size, ten times the cost is linear; a fifth more is what a busy machine adds. */
const mostGrowth = 12;

function toBars({ what, costs }: Series): Bar[] {
  const [small = 0, medium = 0, large = 0] = costs.map((of) => costOf(of, ours).cpuUs);
  const [bareSmall = 0, bareMedium = 0, bareLarge = 0] = costs.map((of) => costOf(of, bare).cpuUs);
  return [
    {
      promise: `the cost is linear in the number of ${what}: ten times as many cost at most ${mostGrowth}× as much`,
      measured:
        `${formatRatio(medium, small)}, then ${formatRatio(large, medium)}; ` +
        `the bare limit ${formatRatio(bareMedium, bareSmall)}, then ${formatRatio(bareLarge, bareMedium)}`,
      kept: medium <= mostGrowth * small && large <= mostGrowth * medium,
    },
  ];
}
