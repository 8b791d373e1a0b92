/** What a conversation with tools costs beyond the model: three rounds of two parallel calls each, then an answer. */
import {
  bare,
  bareHttp,
  cheapestPeer,
  costOf,
  measureTask,
  langchain,
  langchainAgent,
  ourClient,
  ours,
  peers,
  withContenders,
  type ChatEntry,
  type Proof,
  type RunningEntry,
} from "./lib/chat-contenders.ts";
import { callsPerRound, lastAnswer, loopModel, rounds as callRounds } from "./lib/loop-scenario.ts";
import { describePairs, measureFreshPairs, pairsBar } from "./lib/fresh-pairs.ts";
import type { Cost } from "./lib/measure.ts";
import { formatFigure, formatRatio, type Bar, type Benchmark, type Section } from "./lib/report.ts";
import type { ChatTask } from "./lib/serve-chats.ts";
import { startServerProcess } from "./lib/server-process.ts";

const atATime = 8;
const toolMs = 50;

export const benchmark: Benchmark = {
  title: "loop: conversations of three rounds with two parallel calls each",

  async run(options) {
    const server = await startServerProcess();
    const conversations = options.quick ? 50 : 200;
    try {
      return await withContenders([bare, bareHttp, ours, ourClient, ...peers], async (running) => {
        const task: ChatTask = {
          host: server.host,
          model: loopModel,
          isStream: false,
          tools: 2,
          messages: 1,
          conversations,
          atATime,
        };
        // Some thousand conversations pass before V8 has compiled all that takes part in one.
        const rounds = {
          warmUp: options.quick ? 10 : 25,
          measured: options.quick ? 5 : 11,
          measuredOfSlow: options.quick ? 1 : 3,
        };
        const measureAll = (all: readonly RunningEntry[]) =>
          measureTask(all, task, () => toProof(conversations), rounds, options);
        const costs = await measureAll(running);
        const ratios = await measureFreshPairs(options.quick ? 1 : 7, measureAll);
        const waits = await measureTask(
          running,
          { ...task, conversations: 1, toolMs },
          () => toProof(1),
          { warmUp: 0, measured: 5, measuredOfSlow: 5 },
          options,
        );
        return {
          sections: [toCostSection(costs, ratios, conversations), toWaitSection(waits)],
          bars: [...costBars(costs, ratios), waitBar(waits)],
          figures: { costs: Object.fromEntries(costs), ratios, waits: Object.fromEntries(waits) },
        };
      });
    } finally {
      server.stop();
    }
  },
};

function toProof(conversations: number): Proof {
  return {
    characters: conversations * lastAnswer.length,
    calls: conversations * callRounds * callsPerRound,
  };
}

function toCostSection(
  costs: ReadonlyMap<string, Cost>,
  ratios: readonly number[],
  conversations: number,
): Section {
  const reference = costOf(costs, bare).cpuUs;
  return {
    heading: `${conversations} conversations, ${atATime} at a time, cost of one in ms`,
    table: {
      columns: ["", "CPU", "× bare", "wall"],
      rows: [...costs].map(([label, { cpuUs, wallUs }]) => [
        label,
        formatFigure(cpuUs / 1000),
        formatRatio(cpuUs, reference),
        formatFigure(wallUs / 1000),
      ]),
    },
    notes: [
      "Four requests and six calls of a trivial tool with a five-field schema; two tools are offered.",
      "bare limit: the same by hand on Switchboard's own transport with kept connections, streamed; arguments are " +
        "not even validated. The same on `node:http`: what the transport itself saves.",
      "Switchboard: `converse` on `createOllamaModel`. It always streams, looks for calls in the text, repairs, " +
        "validates, and has deadlines and a limit for the whole run.",
      "Peers: their own loop, without streaming where they can. ollama-js and LangChain by hand: theirs is the " +
        "client, the loop is ours.",
      describePairs(ratios),
    ],
  };
}

function toWaitSection(waits: ReadonlyMap<string, Cost>): Section {
  return {
    heading: `One conversation whose calls take ${toolMs} ms each, wall time in ms`,
    table: {
      columns: ["", "wall"],
      rows: [...waits].map(([label, { wallUs }]) => [label, formatFigure(wallUs / 1000)]),
    },
    notes: [`Calls of one round side by side: ${callRounds * toolMs} ms. One after the other: twice that.`],
  };
}

function costBars(costs: ReadonlyMap<string, Cost>, ratios: readonly number[]): Bar[] {
  const own = costOf(costs, ours).cpuUs;
  const peer = cheapestPeer(costs);
  return [
    pairsBar("a conversation costs at most 1.3× the bare limit", ratios, 1.3),
    {
      promise: "a conversation costs at most half of what it costs with the cheapest peer",
      measured: `${formatFigure(own / 1000)} ms; ${peer.label} ${formatFigure(peer.cpuUs / 1000)} ms`,
      kept: own <= 0.5 * peer.cpuUs,
    },
    clientBar(costs, langchain, 1.2),
    clientBar(costs, langchainAgent, 0.5),
  ];
}

function clientBar(costs: ReadonlyMap<string, Cost>, peer: ChatEntry, most: number): Bar {
  const client = costOf(costs, ourClient).cpuUs;
  const reference = costOf(costs, peer).cpuUs;
  return {
    promise: `with OllamaClient a conversation costs at most ${most}× ${peer.label}`,
    measured: formatRatio(client, reference),
    kept: client <= most * reference,
  };
}

function waitBar(waits: ReadonlyMap<string, Cost>): Bar {
  const wallMs = costOf(waits, ours).wallUs / 1000;
  const least = callRounds * toolMs;
  return {
    promise: `two parallel calls of ${toolMs} ms in three rounds take ${least} ms and little more`,
    measured: `${formatFigure(wallMs)} ms`,
    kept: wallMs <= 1.15 * least,
  };
}
