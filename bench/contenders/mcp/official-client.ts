/**
 * The official client, bare: `callTool`, with no look at the arguments, no limit but its own, no log. With
 * `--our-transport` it stands on Switchboard's transport, otherwise on its own.
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readChildEnvironment } from "../../../src/config/child-environment.ts";
import { StdioTransport } from "../../../src/mcp/stdio-transport.ts";
import { serveMcpCalls } from "../../lib/serve-mcp.ts";

const isOurTransport = process.argv.includes("--our-transport");

serveMcpCalls(async (server) => {
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(
    isOurTransport
      ? new StdioTransport(server, { baseEnv: readChildEnvironment() })
      : new StdioClientTransport(server),
  );
  await client.listTools();
  return {
    async call({ name, args }) {
      const { content } = await client.callTool({ name, arguments: { ...args } });
      const [block] = content;
      return block?.type === "text" ? block.text : undefined;
    },
    close: () => client.close(),
  };
});
