/** The AI SDK: a request of `generateText` through its provider, as its conversion is not to be had apart. */
import { generateText, jsonSchema, tool, type JSONSchema7, type ToolSet } from "ai";
import { serveConversion } from "../../lib/serve-conversion.ts";
import { createRecordingModel } from "./recording-model.ts";
import { toZod } from "./zod-schema.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

serveConversion(async (specs, { provider, schemas }) => {
  const tools: ToolSet = Object.fromEntries(
    specs.map((spec) => {
      const inputSchema = schemas === "zod" ? toZod(spec) : jsonSchema(spec.schema as JSONSchema7);
      return [spec.name, tool({ description: spec.description, inputSchema, execute: async () => "" })];
    }),
  );
  const { model, sent } = createRecordingModel(provider);
  const request = (offered: ToolSet) =>
    generateText({ model, tools: offered, prompt: "Ready?", maxOutputTokens: 10 });
  // What only the first request of a process costs is not the tools' cost.
  await request({});
  return async () => {
    await request(tools);
    return sent();
  };
});
