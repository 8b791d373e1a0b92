/** What a call of a tool of an MCP server over stdio costs the caller, and how long it takes to connect. */
import { ContenderProcess } from "./lib/contender-process.ts";
import { medianCost, type Cost } from "./lib/measure.ts";
import { peerLabel } from "./lib/peers.ts";
import { formatFigure, formatRatio, type Bar, type Benchmark, type BenchmarkOptions } from "./lib/report.ts";
import type { McpExchange, McpTask } from "./lib/serve-mcp.ts";

interface Entry {
  readonly label: string;
  readonly file: string;
  readonly args?: readonly string[];
}

const limit: Entry = { label: "bare limit", file: "mcp/limit.ts" };
const official: Entry = {
  label: peerLabel("official client", "@modelcontextprotocol/client"),
  file: "mcp/official-client.ts",
};
const officialOnOurs: Entry = {
  ...official,
  label: `${official.label} on our transport`,
  args: ["--our-transport"],
};
const ours: Entry = { label: "Switchboard", file: "mcp/switchboard.ts" };
const oursInvoke: Entry = { ...ours, label: "Switchboard, tool.invoke", args: ["--invoke"] };
const adapters: Entry = {
  label: peerLabel("mcp-adapters", "@langchain/mcp-adapters"),
  file: "mcp/mcp-adapters.ts",
};
const mcpUse: Entry = { label: peerLabel("mcp-use", "mcp-use"), file: "mcp/mcp-use.ts" };
const entries = [limit, official, officialOnOurs, ours, oursInvoke, mcpUse, adapters];

const inFlight = 32;
/** A call costs at most this many times what it costs with the official client alone. */
const maxRatio = 1.15;
/** Connecting takes at most this much longer than with the official client alone. */
const maxConnectMs = 10;

/** The cost of one call in sequence, of one among many, and of connecting. */
interface Measured {
  readonly label: string;
  readonly sequential: Cost;
  readonly concurrent: Cost;
  readonly connect: Cost;
}

export const benchmark: Benchmark = {
  title: "mcp: a call of a trivial tool of an MCP server over stdio",

  async run(options) {
    const measured = await measureAll(options);
    const of = ({ label }: Entry) => findMeasured(measured, label);
    return {
      sections: [
        {
          heading: "CPU of one call in µs, and connecting until the tools are known in ms",
          table: {
            columns: [
              "",
              "CPU, in sequence",
              "× official",
              "wall",
              `CPU, ${inFlight} in flight`,
              "× official",
              "connect",
            ],
            rows: measured.map(({ label, sequential, concurrent, connect }) => [
              label,
              formatFigure(sequential.cpuUs),
              formatRatio(sequential.cpuUs, of(official).sequential.cpuUs),
              formatFigure(sequential.wallUs),
              formatFigure(concurrent.cpuUs),
              formatRatio(concurrent.cpuUs, of(official).concurrent.cpuUs),
              formatFigure(connect.wallUs / 1000),
            ]),
          },
          notes: [
            "CPU of the caller's process; the server is a process of its own. Its answers are those of the protocol of 2025.",
            "Switchboard: `ToolExecutor.execute` with repair, validation, deadline and events to a log whose level is off.",
            "bare limit: JSON-RPC by hand. The others: the smallest piece of each that makes one call.",
            "Connecting is nearly all the start of the server's process. The client is loaded before the clock starts.",
          ],
        },
      ],
      bars: [...callBars(of(official), of(ours)), connectBar(of(official), of(ours))],
      figures: measured,
    };
  },
};

async function measureAll(options: BenchmarkOptions): Promise<Measured[]> {
  const rounds = options.quick ? 3 : 11;
  const calls = options.quick ? 2_000 : 5_000;
  const tasks = {
    sequential: { kind: "calls", calls, inFlight: 1 },
    concurrent: { kind: "calls", calls, inFlight },
    connect: { kind: "connect" },
  } satisfies Record<string, McpTask>;
  const contenders = entries.map((entry) => ({
    label: entry.label,
    process: new ContenderProcess<McpExchange>(entry.file, entry.args),
    sequential: [] as Cost[],
    concurrent: [] as Cost[],
    connect: [] as Cost[],
  }));
  try {
    // The first round warms up, and its figures are dropped.
    for (let round = 0; round <= rounds; round += 1) {
      options.progress(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
      for (const kind of ["sequential", "concurrent", "connect"] as const) {
        for (const contender of contenders) {
          // Contenders take turns: two at a time would take the processor from each other.
          // oxlint-disable-next-line no-await-in-loop
          const cost = await contender.process.run(tasks[kind]);
          if (round > 0) contender[kind].push(cost);
        }
      }
    }
  } finally {
    for (const { process } of contenders) process.stop();
  }
  return contenders.map(({ label, sequential, concurrent, connect }) => ({
    label,
    sequential: medianCost(sequential),
    concurrent: medianCost(concurrent),
    connect: medianCost(connect),
  }));
}

function callBars(reference: Measured, own: Measured): Bar[] {
  return (["sequential", "concurrent"] as const).map((kind) => ({
    promise: `a call through the executor costs at most ${maxRatio}× the official client's, ${
      kind === "sequential" ? "in sequence" : `${inFlight} in flight`
    }`,
    measured: formatRatio(own[kind].cpuUs, reference[kind].cpuUs),
    kept: own[kind].cpuUs <= maxRatio * reference[kind].cpuUs,
  }));
}

function connectBar(reference: Measured, own: Measured): Bar {
  const extraMs = (own.connect.wallUs - reference.connect.wallUs) / 1000;
  return {
    promise: `connecting takes at most ${maxConnectMs} ms longer than with the official client`,
    measured: `${extraMs.toFixed(1)} ms`,
    kept: extraMs <= maxConnectMs,
  };
}

function findMeasured(measured: readonly Measured[], label: string): Measured {
  const found = measured.find((entry) => entry.label === label);
  if (found === undefined) throw new Error(`${label} was not measured.`);
  return found;
}
