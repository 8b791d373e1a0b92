/** mcp-use: `callTool` of a session of its client, without its agent, and with its telemetry off. */
import { serveMcpCalls } from "../../lib/serve-mcp.ts";

process.env["MCP_USE_ANONYMIZED_TELEMETRY"] = "false";
const { MCPClient } = await import("mcp-use/client");

serveMcpCalls(async (server) => {
  const client = new MCPClient({ mcpServers: { forecast: server } });
  const session = await client.createSession("forecast");
  await session.listTools();
  return {
    async call({ name, args }) {
      const { content } = await session.callTool(name, { ...args });
      const [block] = content;
      return block?.type === "text" ? block.text : undefined;
    },
    close: () => client.closeAllSessions(),
  };
});
