/**
 * xsAI: its own `executeTool`, which looks the tool up and parses the JSON, but does not validate; the turn is its
 * `generateText` against a `fetch` that answers at once.
 */
import { executeTool, generateText, tool, type Message } from "xsai";
import { forecast, forecastDescription, forecastName, type ForecastCall } from "../../lib/forecast.ts";
import { serveCalls } from "../../lib/serve-calls.ts";
import { forecastZod } from "./forecast-zod.ts";

const tools = [
  await tool({
    name: forecastName,
    description: forecastDescription,
    parameters: forecastZod,
    execute: forecast,
  }),
];
const messages: Message[] = [{ role: "user", content: "What is the weather?" }];

function toWire({ id, name, argsText }: ForecastCall) {
  return { id, type: "function" as const, function: { name, arguments: argsText } };
}

function prepareTurn(calls: readonly ForecastCall[]): () => Promise<unknown> {
  const asking = toBody({ role: "assistant", tool_calls: calls.map(toWire) }, "tool_calls");
  const answering = toBody({ role: "assistant", content: "Sunny." }, "stop");
  return async () => {
    const answers = [asking, answering].values();
    await generateText({
      baseURL: "http://localhost/v1/",
      model: "mock",
      messages,
      tools,
      maxSteps: 2,
      fetch: async () => new Response(answers.next().value ?? null),
    });
  };
}

function toBody(message: object, finishReason: string): string {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason: finishReason }], usage });
}

serveCalls({
  execute: (call) => executeTool({ messages, toolCall: toWire(call), tools }),
  prepareTurn,
});
