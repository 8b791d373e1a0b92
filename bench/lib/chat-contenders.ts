import { ContenderProcess } from "./contender-process.ts";
import { medianCost, type Cost } from "./measure.ts";
import { peerLabel } from "./peers.ts";
import type { BenchmarkOptions } from "./report.ts";
import type { ChatAnswer, ChatExchange, ChatTask } from "./serve-chats.ts";

export interface ChatEntry {
  readonly label: string;
  readonly file: string;
  /** Costs so much more than the others that it gets fewer rounds: its figure need not be as fine. */
  readonly isSlow?: boolean;
}

export const bare: ChatEntry = { label: "bare limit", file: "chat/bare.ts" };
export const bareHttp: ChatEntry = { label: "the same on node:http", file: "chat/bare-http.ts" };
export const ours: ChatEntry = { label: "Switchboard", file: "chat/switchboard.ts" };
export const ourStream: ChatEntry = {
  label: "Switchboard, without its loop",
  file: "chat/switchboard-stream.ts",
};

export const ourClient: ChatEntry = {
  label: "Switchboard's OllamaClient, on LangChain",
  file: "chat/ollama-client.ts",
};

export const ollamaJs: ChatEntry = { label: peerLabel("ollama-js", "ollama"), file: "chat/ollama-js.ts" };
export const xsai: ChatEntry = { label: peerLabel("xsAI", "xsai"), file: "chat/xsai.ts" };
export const aiSdk: ChatEntry = { label: peerLabel("AI SDK", "ai"), file: "chat/ai-sdk.ts", isSlow: true };
export const langchain: ChatEntry = {
  label: peerLabel("LangChain by hand", "@langchain/ollama"),
  file: "chat/langchain.ts",
  isSlow: true,
};
export const langchainAgent: ChatEntry = {
  label: peerLabel("LangChain agent", "langchain"),
  file: "chat/langchain-agent.ts",
  isSlow: true,
};
export const mastra: ChatEntry = {
  label: peerLabel("Mastra", "@mastra/core"),
  file: "chat/mastra.ts",
  isSlow: true,
};
export const tanstack: ChatEntry = {
  label: peerLabel("TanStack AI", "@tanstack/ai"),
  file: "chat/tanstack.ts",
  isSlow: true,
};
export const openaiAgents: ChatEntry = {
  label: peerLabel("OpenAI Agents", "@openai/agents"),
  file: "chat/openai-agents.ts",
  isSlow: true,
};

export const peers: readonly ChatEntry[] = [
  ollamaJs,
  xsai,
  tanstack,
  langchain,
  langchainAgent,
  openaiAgents,
  aiSdk,
  mastra,
];

export interface Rounds {
  readonly warmUp: number;
  readonly measured: number;
  /** Of the slow ones, warm-up not included, for which one round has to do. */
  readonly measuredOfSlow: number;
}

/** What a contender has to have done, for its cost to count. */
export interface Proof {
  readonly characters: number;
  readonly calls: number;
}

/** A contender that is running, and what it cost so far: of each task, one cost a round. */
export interface RunningEntry {
  readonly entry: ChatEntry;
  readonly process: ContenderProcess<ChatExchange>;
}

export async function withContenders<Result>(
  entries: readonly ChatEntry[],
  use: (running: readonly RunningEntry[]) => Promise<Result>,
): Promise<Result> {
  const running = entries.map((entry) => ({
    entry,
    process: new ContenderProcess<ChatExchange>(entry.file),
  }));
  try {
    return await use(running);
  } finally {
    for (const { process } of running) process.stop();
  }
}

/** The median cost of a conversation, by the contender's label. Contenders take turns, round by round. */
export async function measureTask(
  running: readonly RunningEntry[],
  task: ChatTask,
  proofOf: (entry: ChatEntry) => Proof,
  rounds: Rounds,
  { progress }: Pick<BenchmarkOptions, "progress">,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost[]>(running.map(({ entry }) => [entry.label, []]));
  for (let round = 1 - rounds.warmUp; round <= rounds.measured; round += 1) {
    progress(`${task.model}: ${round < 1 ? "warming up" : `round ${round} of ${rounds.measured}`}`);
    for (const { entry, process } of running) {
      if (entry.isSlow && (round < 0 || round > rounds.measuredOfSlow)) continue;
      // Two at a time would take the processor from each other.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await process.run(task);
      checkProof(entry, answer, proofOf(entry));
      if (round > 0) costs.get(entry.label)?.push(answer.cost);
    }
  }
  return new Map([...costs].map(([label, list]) => [label, medianCost(list)]));
}

function checkProof({ label }: ChatEntry, { characters, calls, failure }: ChatAnswer, proof: Proof): void {
  if (failure !== undefined) throw new Error(`${label} failed: ${failure}`);
  if (characters !== proof.characters || calls.length !== proof.calls) {
    throw new Error(
      `${label} did not do the work: ${characters} of ${proof.characters} characters came, and ` +
        `${calls.length} of ${proof.calls} calls were made.`,
    );
  }
}

export function costOf(costs: ReadonlyMap<string, Cost>, { label }: ChatEntry): Cost {
  const cost = costs.get(label);
  if (cost === undefined) throw new Error(`${label} was not measured.`);
  return cost;
}

/** The peer that costs the least. */
export function cheapestPeer(costs: ReadonlyMap<string, Cost>): {
  readonly label: string;
  readonly cpuUs: number;
} {
  return peers
    .filter(({ label }) => costs.has(label))
    .map((peer) => ({ label: peer.label, cpuUs: costOf(costs, peer).cpuUs }))
    .reduce((best, peer) => (peer.cpuUs < best.cpuUs ? peer : best));
}
