/** The AI SDK on its provider for OpenAI-compatible servers: `generateText`, or `streamText` for pieces. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, streamText, tool, type ModelMessage } from "ai";
import { serveChats } from "../../lib/serve-chats.ts";
import { toZod } from "../convert/zod-schema.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

serveChats(({ host, model: name, tools: specs, messages: question, isStream }) => {
  const model = createOpenAICompatible({ name: "ollama", baseURL: `${host}/v1` })(name);
  const tools = Object.fromEntries(
    specs.map((spec) => [
      spec.name,
      tool({
        description: spec.description,
        inputSchema: toZod(spec),
        execute: (args) => spec.invoke(args),
      }),
    ]),
  );
  const messages: ModelMessage[] = question.map(({ role, content }) => ({ role, content }));
  const options = { model, tools, messages, stopWhen: isStepCount(5), maxRetries: 0 };
  return async (onText) => {
    if (!isStream) {
      onText((await generateText(options)).text);
      return;
    }
    const failures: unknown[] = [];
    const { textStream } = streamText({ ...options, onError: ({ error }) => void failures.push(error) });
    for await (const text of textStream) onText(text);
    if (failures.length > 0) throw failures[0];
  };
});
