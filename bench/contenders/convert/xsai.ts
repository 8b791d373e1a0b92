/** xsAI: a request of its `chat`. Its tools are made in OpenAI's form; each request serialises them. */
import { chat, rawTool, tool, type Tool } from "xsai";
import { serveConversion } from "../../lib/serve-conversion.ts";
import { toZod } from "./zod-schema.ts";

const execute = async () => "";

serveConversion(async (specs, { schemas }) => {
  const tools = await Promise.all(
    specs.map(async (spec) => {
      const { name, description, schema } = spec;
      return schemas === "zod"
        ? tool({ name, description, parameters: toZod(spec), execute })
        : rawTool({ name, description, parameters: schema, execute });
    }),
  );
  // What only the first request of a process costs is not the tools' cost.
  await request([]);
  return () => request(tools);
});

async function request(tools: Tool[]): Promise<unknown> {
  let sent: unknown;
  await chat({
    baseURL: "http://localhost/v1/",
    model: "none",
    messages: [],
    tools,
    fetch: async (_url: unknown, options?: RequestInit) => {
      sent = options?.body;
      return new Response("{}");
    },
  });
  return sent;
}
