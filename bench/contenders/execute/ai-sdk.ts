/**
 * The AI SDK. It exports no function that executes one call, but it exports what its loop does that with: validate
 * the input against the tool's schema, then drain `executeTool`. Parsing the JSON, callbacks and telemetry, which its
 * loop adds, are left out; the turn is its own loop, whole.
 */
import { executeTool, safeValidateTypes } from "@ai-sdk/provider-utils";
import { generateText, isStepCount, tool } from "ai";
import { forecast, forecastDescription, forecastName, type ForecastCall } from "../../lib/forecast.ts";
import { serveCalls } from "../../lib/serve-calls.ts";
import { AskingModel } from "./asking-model.ts";
import { forecastZod } from "./forecast-zod.ts";

const forecastTool = tool({
  description: forecastDescription,
  inputSchema: forecastZod,
  execute: forecast,
});
const tools = new Map([[forecastName, forecastTool]]);

async function execute(call: ForecastCall): Promise<unknown> {
  const found = tools.get(call.name);
  if (found === undefined) throw new Error(`Unknown tool "${call.name}"`);
  const input = await safeValidateTypes({ value: call.args, schema: found.inputSchema });
  if (!input.success) throw input.error;
  // The types ask for a context that no value can be, where a tool has none.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const options = { toolCallId: call.id, messages: [], context: undefined as never };
  let output: unknown;
  for await (const part of executeTool({ tool: found, input: input.value, options })) output = part.output;
  return output;
}

function prepareTurn(calls: readonly ForecastCall[]): () => Promise<unknown> {
  const model = new AskingModel(calls);
  return async () => {
    await generateText({
      model,
      tools: Object.fromEntries(tools),
      prompt: "What is the weather?",
      stopWhen: isStepCount(2),
    });
    model.forgetRequests();
  };
}

serveCalls({ execute, prepareTurn });
