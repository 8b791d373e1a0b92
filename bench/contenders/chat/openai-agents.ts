/** OpenAI's Agents SDK on chat completions, tracing off: `run`, or `run` with `stream` for pieces. */
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { serveChats } from "../../lib/serve-chats.ts";

setTracingDisabled(true);

serveChats(({ host, model: name, tools: specs, messages: question, isStream }) => {
  const client = new OpenAI({ baseURL: `${host}/v1`, apiKey: "none", maxRetries: 0 });
  const tools = specs.map((spec) =>
    tool({
      name: spec.name,
      description: spec.description,
      parameters: { ...spec.schema, additionalProperties: true },
      strict: false,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      execute: (args) => spec.invoke(args as Record<string, unknown>),
    }),
  );
  const model = new OpenAIChatCompletionsModel(client, name);
  const agent = new Agent({ name: "bench", instructions: "Answer.", model, tools });
  return async (onText) => {
    const messages = question.map(({ role, content }) =>
      role === "user"
        ? { role, content }
        : { role, status: "completed" as const, content: [{ type: "output_text" as const, text: content }] },
    );
    if (!isStream) {
      onText((await run(agent, messages)).finalOutput ?? "");
      return;
    }
    const result = await run(agent, messages, { stream: true });
    for await (const text of result.toTextStream()) onText(text);
    await result.completed;
  };
});
