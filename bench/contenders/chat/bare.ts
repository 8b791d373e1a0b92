/**
 * The bare limit: the same conversation written out by hand on `node:http`, the transport that Switchboard uses, and
 * nothing else. A kept connection, the bytes as they come, `JSON.parse` for each line, a Map of tools, `Promise.all`.
 */
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import type { OllamaToolCall } from "../../../src/providers/ollama/wire.ts";
import { serveChats } from "../../lib/serve-chats.ts";

const agent = new Agent({ keepAlive: true });

interface Line {
  readonly message: { readonly content: string; readonly tool_calls?: readonly OllamaToolCall[] };
  readonly done: boolean;
}

serveChats(({ host, model, tools: specs, messages: question }) => {
  const { hostname, port } = new URL(host);
  const address = { agent, hostname, port, path: "/api/chat", method: "POST" };
  const byName = new Map(specs.map((tool) => [tool.name, tool]));
  const tools = specs.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));

  async function send(messages: readonly object[]): Promise<IncomingMessage> {
    const outgoing = request({ ...address, headers: { "content-type": "application/json" } });
    outgoing.end(JSON.stringify({ model, messages, tools, stream: true }));
    const [response]: IncomingMessage[] = await once(outgoing, "response");
    if (response?.statusCode !== 200) throw new Error("The server refused the request.");
    return response;
  }

  return async (onText) => {
    const messages: object[] = [...question];
    for (;;) {
      const calls: OllamaToolCall[] = [];
      let content = "";
      // oxlint-disable-next-line no-await-in-loop
      await readLines(await send(messages), (line) => {
        const { message }: Line = JSON.parse(line);
        content += message.content;
        if (message.content !== "") onText(message.content);
        if (message.tool_calls !== undefined) calls.push(...message.tool_calls);
      });
      if (calls.length === 0) return;
      messages.push({ role: "assistant", content, tool_calls: calls });
      // oxlint-disable-next-line no-await-in-loop
      const results = await Promise.all(calls.map((call) => execute(call)));
      messages.push(...results);
    }
  };

  async function execute({ id, function: { name, arguments: args } }: OllamaToolCall): Promise<object> {
    const tool = byName.get(name);
    if (tool === undefined) throw new Error(`Unknown tool "${name}"`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const content = await tool.invoke(args as Record<string, unknown>);
    return { role: "tool", content, tool_name: name, tool_call_id: id };
  }
});

/** `data` events, as iterating a response costs a promise a piece. */
function readLines(response: IncomingMessage, onLine: (line: string) => void): Promise<unknown> {
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (piece: string) => {
    rest += piece;
    if (!piece.includes("\n")) return;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  return once(response, "end");
}
