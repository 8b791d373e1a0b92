/** Switchboard's `OllamaClient`: LangChain's ChatOllama and messages, with the one loop, repair, deadlines and events. */
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ToolExecutor } from "../../../src/calls/executor.ts";
import { OllamaClient } from "../../../src/langchain.ts";
import { ToolManager } from "../../../src/tools/manager.ts";
import { serveChats } from "../../lib/serve-chats.ts";

serveChats(({ host, model, tools: specs, messages: question }) => {
  const tools = new ToolManager();
  tools.add(specs);
  const client = new OllamaClient({ model, host, executor: new ToolExecutor({ tools }), tools });
  return async (onText) => {
    const messages = question.map(({ role, content }) =>
      role === "user" ? new HumanMessage(content) : new AIMessage(content),
    );
    onText((await client.chat(messages)).message.text);
  };
});
