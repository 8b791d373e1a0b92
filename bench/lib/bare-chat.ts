import type { OllamaToolCall } from "../../src/providers/ollama/wire.ts";
import type { Chat, ChatSetup } from "./serve-chats.ts";

/** Sends a request and hands over the lines of its answer; resolves at its end. */
export type SendLines = (body: string, onLine: (line: string) => void) => Promise<unknown>;

interface Line {
  readonly message: { readonly content: string; readonly tool_calls?: readonly OllamaToolCall[] };
}

/** A conversation by hand and nothing else: `JSON.parse` for each line, a Map of tools, `Promise.all`. */
export function createBareChat(
  { model, tools: specs, messages: question }: ChatSetup,
  send: SendLines,
): Chat {
  const byName = new Map(specs.map((tool) => [tool.name, tool]));
  const tools = specs.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));

  async function execute({ id, function: { name, arguments: args } }: OllamaToolCall): Promise<object> {
    const tool = byName.get(name);
    if (tool === undefined) throw new Error(`Unknown tool "${name}"`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const content = await tool.invoke(args as Record<string, unknown>);
    return { role: "tool", content, tool_name: name, tool_call_id: id };
  }

  return async (onText) => {
    const messages: object[] = [...question];
    for (;;) {
      const calls: OllamaToolCall[] = [];
      let content = "";
      // oxlint-disable-next-line no-await-in-loop
      await send(JSON.stringify({ model, messages, tools, stream: true }), (line) => {
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
}

/** Cuts text into lines and hands over those that are whole. */
export function createLineCutter(onLine: (line: string) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    rest += piece;
    if (!piece.includes("\n")) return;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
}
