/** Mastra: its agent on the AI SDK's provider for OpenAI-compatible servers: `generate`, or `stream` for pieces. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { createTool } from "@mastra/core/tools";
import { serveChats } from "../../lib/serve-chats.ts";
import { toZod } from "../convert/zod-schema.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

serveChats(({ host, model: name, tools: specs, messages: question, isStream }) => {
  const model = createOpenAICompatible({ name: "ollama", baseURL: `${host}/v1` })(name);
  const tools = Object.fromEntries(
    specs.map((spec) => {
      const { name: id, description } = spec;
      const inputSchema = toZod(spec);
      return [id, createTool({ id, description, inputSchema, execute: (args) => spec.invoke(args) })];
    }),
  );
  const agent = new Agent({
    id: "bench",
    name: "bench",
    instructions: "Answer.",
    // It takes the AI SDK's models, but its types know those of its own copy only.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    model: model as unknown as MastraModelConfig,
    tools,
    maxRetries: 0,
  });
  const messages = question.map(({ role, content }) =>
    role === "user" ? { role, content } : { role, content },
  );
  return async (onText) => {
    if (!isStream) {
      onText((await agent.generate(messages, { maxSteps: 5 })).text);
      return;
    }
    const { textStream } = await agent.stream(messages, { maxSteps: 5 });
    for await (const text of textStream) onText(text);
  };
});
