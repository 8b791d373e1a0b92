/** LangChain: `invoke` of a tool that `tool()` made, with plain arguments, its shortest way. Its core has no loop. */
import { tool } from "@langchain/core/tools";
import { forecast, forecastDescription, forecastName } from "../../lib/forecast.ts";
import { serveCalls } from "../../lib/serve-calls.ts";
import { forecastZod } from "./forecast-zod.ts";

const forecastTool = tool(forecast, {
  name: forecastName,
  description: forecastDescription,
  schema: forecastZod,
});

serveCalls({ execute: (call) => forecastTool.invoke(call.args) });
