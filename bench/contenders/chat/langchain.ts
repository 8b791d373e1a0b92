/** LangChain's ChatOllama with the loop by hand: `invoke`, or `stream` and `concat` for pieces. */
import { AIMessage, HumanMessage, type AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOllama } from "@langchain/ollama";
import { serveChats } from "../../lib/serve-chats.ts";
import { toZod } from "../convert/zod-schema.ts";

serveChats(({ host, model: name, tools: specs, messages: question, isStream }) => {
  const tools = specs.map((spec) => {
    const { name: toolName, description } = spec;
    return tool((args) => spec.invoke(args), { name: toolName, description, schema: toZod(spec) });
  });
  const byName = new Map(tools.map((each) => [each.name, each]));
  const model = new ChatOllama({ baseUrl: host, model: name, maxRetries: 0 }).bindTools(tools);

  async function ask(messages: BaseMessage[], onText: (text: string) => void): Promise<AIMessageChunk> {
    if (!isStream) {
      const message = await model.invoke(messages);
      onText(message.text);
      return message;
    }
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await model.stream(messages)) {
      if (chunk.text !== "") onText(chunk.text);
      whole = whole?.concat(chunk) ?? chunk;
    }
    if (whole === undefined) throw new Error("The stream was empty.");
    return whole;
  }

  return async (onText) => {
    const messages: BaseMessage[] = question.map(({ role, content }) =>
      role === "user" ? new HumanMessage(content) : new AIMessage(content),
    );
    for (let round = 0; round < 5; round += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const message = await ask(messages, onText);
      const { tool_calls: calls = [] } = message;
      if (calls.length === 0) return;
      messages.push(message);
      // oxlint-disable-next-line no-await-in-loop
      const results = await Promise.all(
        calls.map((call) => {
          const found = byName.get(call.name);
          if (found === undefined) throw new Error(`There is no tool ${call.name}.`);
          return found.invoke({ ...call, type: "tool_call" as const });
        }),
      );
      messages.push(...results);
    }
  };
});
