/**
 * LangChain: what its chat models do with bound tools before each request, and the JSON of it. For OpenAI and Ollama
 * that is `convertToOpenAITool`. With `--objects` the JSON is left out.
 */
import { ChatAnthropic } from "@langchain/anthropic";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { serveConversion, type Provider } from "../../lib/serve-conversion.ts";
import { toZod } from "./zod-schema.ts";

const objects = process.argv.includes("--objects");

serveConversion(async (specs, { provider, schemas }) => {
  const tools = specs.map((spec) => {
    const { name, description } = spec;
    return schemas === "zod"
      ? tool(async () => "", { name, description, schema: toZod(spec) })
      : tool(async () => "", { name, description, schema: spec.schema });
  });
  const convert = createConverter(provider);
  return objects ? () => convert(tools) : () => JSON.stringify(convert(tools));
});

function createConverter(provider: Provider): (tools: StructuredToolInterface[]) => unknown {
  if (provider === "anthropic") {
    const model = new ChatAnthropic({ apiKey: "none", model: "none" });
    return (tools) => model.formatStructuredToolToAnthropic(tools);
  }
  if (provider === "gemini") {
    const model = new ChatGoogleGenerativeAI({ apiKey: "none", model: "none" });
    return (tools) => model.invocationParams({ tools }).tools;
  }
  return (tools) => tools.map((each) => convertToOpenAITool(each));
}
