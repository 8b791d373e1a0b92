/** LangChain's own agent, `createAgent`, on ChatOllama: `invoke`, or `stream` of its messages for pieces. */
import { AIMessageChunk } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOllama } from "@langchain/ollama";
import { createAgent } from "langchain";
import { serveChats } from "../../lib/serve-chats.ts";
import { toZod } from "../convert/zod-schema.ts";

serveChats(({ host, model: name, tools: specs, messages: question, isStream }) => {
  const tools = specs.map((spec) => {
    const { name: toolName, description } = spec;
    return tool((args) => spec.invoke(args), { name: toolName, description, schema: toZod(spec) });
  });
  const model = new ChatOllama({ baseUrl: host, model: name, maxRetries: 0 });
  const agent = createAgent({ model, tools });
  return async (onText) => {
    const messages = question.map(({ role, content }) => ({ role, content }));
    if (!isStream) {
      const { messages: history } = await agent.invoke({ messages });
      onText(history.at(-1)?.text ?? "");
      return;
    }
    for await (const [message] of await agent.stream({ messages }, { streamMode: "messages" })) {
      if (message instanceof AIMessageChunk && message.text !== "") onText(message.text);
    }
  };
});
