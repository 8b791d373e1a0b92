/** The official SDK of OpenAI with the loop by hand, streamed: what a model built on it would stand on. */
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { serveChats } from "../../lib/serve-chats.ts";

interface Call {
  id: string;
  name: string;
  text: string;
}

serveChats(({ host, model, tools: specs, messages: question }) => {
  const client = new OpenAI({ baseURL: `${host}/v1`, apiKey: "none", maxRetries: 0 });
  const byName = new Map(specs.map((spec) => [spec.name, spec]));
  const tools = specs.map(({ name, description, schema }) => ({
    type: "function" as const,
    function: { name, description, parameters: { ...schema } },
  }));

  async function ask(messages: ChatCompletionMessageParam[], onText: (text: string) => void) {
    const calls: Call[] = [];
    const stream = await client.chat.completions.create({ model, messages, tools, stream: true });
    for await (const { choices } of stream) {
      const delta = choices[0]?.delta;
      if (delta?.content) onText(delta.content);
      for (const { index, id, function: called } of delta?.tool_calls ?? []) {
        const call = (calls[index] ??= { id: "", name: "", text: "" });
        call.id += id ?? "";
        call.name += called?.name ?? "";
        call.text += called?.arguments ?? "";
      }
    }
    return calls;
  }

  return async (onText) => {
    const messages: ChatCompletionMessageParam[] = question.map(({ role, content }) => ({ role, content }));
    for (let round = 0; round < 5; round += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const calls = await ask(messages, onText);
      if (calls.length === 0) return;
      messages.push({
        role: "assistant",
        tool_calls: calls.map(({ id, name, text }) => ({
          id,
          type: "function",
          function: { name, arguments: text },
        })),
      });
      // oxlint-disable-next-line no-await-in-loop
      const results = await Promise.all(
        calls.map(async ({ id, name, text }) => {
          const found = byName.get(name);
          if (found === undefined) throw new Error(`There is no tool ${name}.`);
          return { role: "tool" as const, tool_call_id: id, content: await found.invoke(JSON.parse(text)) };
        }),
      );
      messages.push(...results);
    }
  };
});
