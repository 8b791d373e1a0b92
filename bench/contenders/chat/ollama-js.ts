/** ollama-js: its client, with the loop by hand as its documentation shows it. It has none of its own. */
import { Ollama, type Message, type Tool, type ToolCall } from "ollama";
import { serveChats } from "../../lib/serve-chats.ts";

serveChats(({ host, model, tools: specs, messages: question, isStream }) => {
  const ollama = new Ollama({ host });
  const byName = new Map(specs.map((tool) => [tool.name, tool]));
  const tools: Tool[] = specs.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));

  async function ask(messages: Message[], onText: (text: string) => void): Promise<Message> {
    if (!isStream) {
      const { message } = await ollama.chat({ model, messages, tools });
      onText(message.content);
      return message;
    }
    let content = "";
    const calls: ToolCall[] = [];
    for await (const { message } of await ollama.chat({ model, messages, tools, stream: true })) {
      content += message.content;
      if (message.content !== "") onText(message.content);
      if (message.tool_calls !== undefined) calls.push(...message.tool_calls);
    }
    return { role: "assistant", content, tool_calls: calls };
  }

  return async (onText) => {
    const messages: Message[] = [...question];
    for (let round = 0; round < 5; round += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const message = await ask(messages, onText);
      const { tool_calls: calls = [] } = message;
      if (calls.length === 0) return;
      messages.push(message);
      // oxlint-disable-next-line no-await-in-loop
      const results = await Promise.all(calls.map((call) => execute(call)));
      messages.push(...results);
    }
  };

  async function execute({ function: { name, arguments: args } }: ToolCall): Promise<Message> {
    const content = (await byName.get(name)?.invoke(args)) ?? `There is no tool ${name}.`;
    return { role: "tool", content, tool_name: name };
  }
});
