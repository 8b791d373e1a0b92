/** xsAI: its own loop, `generateText`, or `streamText` where the answer is wanted piece by piece. */
import { generateText, streamText, tool, type Message } from "xsai";
import { serveChats } from "../../lib/serve-chats.ts";
import { toZod } from "../convert/zod-schema.ts";

serveChats(async ({ host, model, tools: specs, messages: question, isStream }) => {
  const tools = await Promise.all(
    specs.map((spec) => {
      const { name, description } = spec;
      return tool({ name, description, parameters: toZod(spec), execute: (args) => spec.invoke(args) });
    }),
  );
  const messages: Message[] = question.map(({ role, content }) => ({ role, content }));
  const options = { baseURL: `${host}/v1/`, model, tools, maxSteps: 5 };
  return async (onText) => {
    if (!isStream) {
      const { text } = await generateText({ ...options, messages: [...messages] });
      onText(text ?? "");
      return;
    }
    const { textStream, steps } = streamText({ ...options, messages: [...messages] });
    for await (const text of textStream) onText(text);
    await steps;
  };
});
