/** TanStack AI: its `chat` with its Ollama adapter. It always streams; without pieces it joins them itself. */
import { chat, EventType, maxIterations, toolDefinition } from "@tanstack/ai";
import { createOllamaChat } from "@tanstack/ai-ollama";
import { serveChats } from "../../lib/serve-chats.ts";
import { toZod } from "../convert/zod-schema.ts";

serveChats(({ host, model, tools: specs, messages: question, isStream }) => {
  const tools = specs.map((spec) => {
    const { name, description } = spec;
    const definition = toolDefinition({ name, description, inputSchema: toZod(spec) });
    return definition.server((args) => spec.invoke(args));
  });
  const adapter = createOllamaChat(model, host);
  const options = { adapter, tools, agentLoopStrategy: maxIterations(5) };
  return async (onText) => {
    const messages = question.map(({ role, content }) => ({ role, content }));
    if (!isStream) {
      onText(await chat({ ...options, messages, stream: false }));
      return;
    }
    for await (const event of chat({ ...options, messages })) {
      if (event.type === EventType.TEXT_MESSAGE_CONTENT) onText(event.delta);
      if (event.type === EventType.RUN_ERROR) throw new Error(event.message);
    }
  };
});
