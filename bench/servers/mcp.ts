/**
 * An MCP server over stdio with the trivial tool, in raw JSON-RPC: it answers as fast as a Node process can, so that the
 * client's side is what is measured. It speaks the protocol of 2025, which all contenders speak.
 */
import { forecastDescription, forecastName, forecastSchema } from "../lib/forecast.ts";

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly city: string } };
}

let unread = "";
process.stdin.setEncoding("utf8").on("data", (text: string) => {
  const lines = (unread + text).split("\n");
  unread = lines.pop() ?? "";
  // What came together is answered together.
  process.stdout.write(lines.map((line) => answer(JSON.parse(line))).join(""));
});

function answer({ id, method, params }: Message): string {
  if (id === undefined) return "";
  const result = toResult(method, params);
  const error = { code: -32601, message: `Unknown method ${method}` };
  const outcome = result === undefined ? { error } : { result };
  return `${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`;
}

function toResult(method: string, params: Message["params"]): object | undefined {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "forecast", version: "1.0.0" },
      };
    case "tools/list":
      return {
        tools: [{ name: forecastName, description: forecastDescription, inputSchema: forecastSchema }],
      };
    case "tools/call":
      return { content: [{ type: "text", text: params?.arguments?.city ?? "" }] };
    default:
      return undefined;
  }
}
