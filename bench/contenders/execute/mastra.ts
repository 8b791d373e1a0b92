/** Mastra: `execute` of a tool that `createTool` made, which validates; the turn is its agent. */
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { createTool, noopObserve } from "@mastra/core/tools";
import { forecast, forecastDescription, forecastName, type ForecastCall } from "../../lib/forecast.ts";
import { serveCalls } from "../../lib/serve-calls.ts";
import { AskingModel } from "./asking-model.ts";
import { forecastZod } from "./forecast-zod.ts";

const forecastTool = createTool({
  id: forecastName,
  description: forecastDescription,
  inputSchema: forecastZod,
  execute: forecast,
});

function prepareTurn(calls: readonly ForecastCall[]): () => Promise<unknown> {
  const model = new AskingModel(calls);
  const agent = new Agent({
    id: "bench",
    name: "bench",
    instructions: "Answer.",
    // It takes the AI SDK's models, but its types know those of its own copy only.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    model: model as unknown as MastraModelConfig,
    tools: { [forecastName]: forecastTool },
  });
  return async () => {
    await agent.generate("What is the weather?", { maxSteps: 2 });
    model.forgetRequests();
  };
}

serveCalls({
  execute: async (call) => forecastTool.execute?.(call.args, { observe: noopObserve }),
  prepareTurn,
});
