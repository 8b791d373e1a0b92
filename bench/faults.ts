/** What small models do wrong: one bad first turn, and whether the right call was executed all the same. */
import { isDeepStrictEqual } from "node:util";
import { ours, peers, withContenders, type RunningEntry } from "./lib/chat-contenders.ts";
import { faults, toFaultModel, type Fault } from "./lib/fault-scenarios.ts";
import type { Bar, Benchmark, Section } from "./lib/report.ts";
import type { ChatAnswer } from "./lib/serve-chats.ts";
import { startServerProcess } from "./lib/server-process.ts";

interface Outcome {
  readonly isRight: boolean;
  /** For the figures: what was executed, or why nothing was. */
  readonly calls: ChatAnswer["calls"];
  readonly failure?: string;
}

/** By fault, streamed and in one piece. */
interface Outcomes {
  readonly label: string;
  readonly streamed: readonly Outcome[];
  readonly whole: readonly Outcome[];
}

export const benchmark: Benchmark = {
  title: "faults: one bad first turn, was the right call executed?",

  async run(options) {
    const server = await startServerProcess();
    try {
      const outcomes = await withContenders([ours, ...peers], (running) =>
        Promise.all(
          running.map(async (contender) => {
            options.progress(contender.entry.label);
            const streamed = await tryFaults(contender, server.host, true);
            return {
              label: contender.entry.label,
              streamed,
              whole: await tryFaults(contender, server.host, false),
            };
          }),
        ),
      );
      return { sections: [toSection(outcomes)], bars: [toBar(outcomes)], figures: outcomes };
    } finally {
      server.stop();
    }
  },
};

async function tryFaults(
  { process }: RunningEntry,
  host: string,
  isStream: boolean,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    const task = { host, isStream, tools: 1, messages: 1, conversations: 1, atATime: 1 };
    // A contender counts the calls of one conversation at a time.
    // oxlint-disable-next-line no-await-in-loop
    const { calls, failure } = await process.run({ ...task, model: toFaultModel(fault) });
    outcomes.push({ isRight: isRight(fault, calls), calls, ...(failure !== undefined && { failure }) });
  }
  return outcomes;
}

/** The calls that were meant, each once, with the arguments that the tool's schema asks for. */
function isRight({ expected }: Fault, calls: ChatAnswer["calls"]): boolean {
  const isMet = (args: object) => calls.some((call) => isDeepStrictEqual({ ...call }, args));
  return calls.length === expected.length && expected.every(isMet);
}

function toSection(outcomes: readonly Outcomes[]): Section {
  return {
    heading: "What was executed",
    table: {
      columns: ["", ...faults.map(({ heading }) => heading), "streamed", "in one piece"],
      rows: outcomes.map(({ label, streamed, whole }) => [
        label,
        ...streamed.map(({ isRight: right }) => (right ? "right" : "–")),
        `${countRight(streamed)} of ${faults.length}`,
        `${countRight(whole)} of ${faults.length}`,
      ]),
    },
    notes: [
      "The first turn has the fault, every later one is a plain answer. Right: the calls that were meant, each once, with " +
        "arguments that fit the schema. The columns by fault are of streamed answers.",
      "No tool support: the server refuses requests with tools, as Ollama does; the model writes what it is told to.",
      "ollama-js and LangChain by hand: theirs is the client, the loop is ours, as their documentation has it.",
      "Switchboard always streams.",
    ],
  };
}

function toBar(outcomes: readonly Outcomes[]): Bar {
  const [own, ...others] = outcomes.map(({ label, streamed, whole }) => ({
    label,
    right: Math.max(countRight(streamed), countRight(whole)),
  }));
  const best = others.reduce((first, other) => (other.right > first.right ? other : first));
  return {
    promise: `all ${faults.length} end in the right call`,
    measured: `${own?.right ?? 0} of ${faults.length}; ${best.label} ${best.right} of ${faults.length}`,
    kept: own?.right === faults.length,
  };
}

function countRight(outcomes: readonly Outcome[]): number {
  return outcomes.filter((outcome) => outcome.isRight).length;
}
