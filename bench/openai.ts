/** What OpenAI's API is best spoken through: the official SDK or LangChain's class. Both pass the same contract. */
import { costOf, measureTask, withContenders, type ChatEntry } from "./lib/chat-contenders.ts";
import { callsPerRound, lastAnswer, loopModel, rounds } from "./lib/loop-scenario.ts";
import { peerLabel } from "./lib/peers.ts";
import { formatFigure, formatRatio, type Benchmark } from "./lib/report.ts";
import { startServerProcess } from "./lib/server-process.ts";

const sdkByHand: ChatEntry = { label: peerLabel("SDK by hand", "openai"), file: "chat/openai-sdk.ts" };
const onSdk: ChatEntry = { label: "Switchboard on the SDK", file: "chat/switchboard-openai.ts" };
const onLangChain: ChatEntry = {
  label: peerLabel("Switchboard on ChatOpenAI", "@langchain/openai"),
  file: "chat/switchboard-chat-openai.ts",
};

export const benchmark: Benchmark = {
  title: "openai: the conversations of loop, on the official SDK and on LangChain's class",

  async run(options) {
    const server = await startServerProcess();
    const conversations = options.quick ? 50 : 200;
    try {
      return await withContenders([sdkByHand, onSdk, onLangChain], async (running) => {
        const costs = await measureTask(
          running,
          {
            host: server.host,
            model: loopModel,
            isStream: true,
            tools: 2,
            messages: 1,
            conversations,
            atATime: 8,
          },
          () => ({
            characters: conversations * lastAnswer.length,
            calls: conversations * rounds * callsPerRound,
          }),
          { warmUp: options.quick ? 5 : 12, measured: options.quick ? 3 : 7, measuredOfSlow: 3 },
          options,
        );
        const reference = costOf(costs, sdkByHand).cpuUs;
        const own = costOf(costs, onSdk).cpuUs;
        const other = costOf(costs, onLangChain).cpuUs;
        return {
          sections: [
            {
              heading: `${conversations} conversations, 8 at a time, cost of one in ms`,
              table: {
                columns: ["", "CPU", "× SDK by hand"],
                rows: [...costs].map(([label, { cpuUs }]) => [
                  label,
                  formatFigure(cpuUs / 1000),
                  formatRatio(cpuUs, reference),
                ]),
              },
              notes: ["All three stream. By hand nothing is validated, repaired or bounded in time."],
            },
          ],
          bars: [
            {
              promise:
                "the way that `createOpenAIModel` takes costs less than the one through LangChain's class",
              measured: `${formatFigure(own / 1000)} ms; ${formatFigure(other / 1000)} ms`,
              kept: own < other,
            },
          ],
          figures: { costs: Object.fromEntries(costs) },
        };
      });
    } finally {
      server.stop();
    }
  },
};
