/** The bare limit: JSON-RPC over the pipes of a child process, written out by hand, with nothing else. */
import { spawn } from "node:child_process";
import { serveMcpCalls } from "../../lib/serve-mcp.ts";

interface Answer {
  readonly id: number;
  readonly result: { readonly content?: readonly { readonly text: string }[] };
}

serveMcpCalls(async ({ command, args }) => {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  let unread = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (unread + text).split("\n");
    unread = lines.pop() ?? "";
    for (const line of lines) {
      const answer: Answer = JSON.parse(line);
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  const request = (method: string, params: object) =>
    new Promise<Answer>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params })}\n`);
    });

  const clientInfo = { name: "bare", version: "1.0.0" };
  await request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  await request("tools/list", {});
  return {
    async call({ name, args: given }) {
      const { result } = await request("tools/call", { name, arguments: given });
      return result.content?.[0]?.text;
    },
    close: async () => void child.kill(),
  };
});
