/** Mastra: a request of its agent through the AI SDK's provider, as its conversion is not to be had apart. */
import { Agent, type ToolsInput } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { createTool } from "@mastra/core/tools";
import { serveConversion } from "../../lib/serve-conversion.ts";
import { createRecordingModel } from "./recording-model.ts";
import { toZod } from "./zod-schema.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

serveConversion(async (specs, { provider, schemas }) => {
  const tools = Object.fromEntries(
    specs.map((spec) => {
      const inputSchema = schemas === "zod" ? toZod(spec) : spec.schema;
      const { name: id, description } = spec;
      return [id, createTool({ id, description, inputSchema, execute: async () => "" })];
    }),
  );
  const { model, sent } = createRecordingModel(provider);
  const createAgent = (offered: ToolsInput) =>
    new Agent({
      id: "bench",
      name: "bench",
      instructions: "Answer.",
      // It takes the AI SDK's models, but its types know those of its own copy only.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      model: model as unknown as MastraModelConfig,
      tools: offered,
    });
  // What only the first request of a process costs is not the tools' cost.
  await createAgent({}).generate("Ready?");
  const agent = createAgent(tools);
  return async () => {
    await agent.generate("Ready?");
    return sent();
  };
});
