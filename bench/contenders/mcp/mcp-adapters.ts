/** LangChain's adapters for MCP: `invoke` of a tool that `getTools` made. */
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { serveMcpCalls } from "../../lib/serve-mcp.ts";

serveMcpCalls(async (server) => {
  const client = new MultiServerMCPClient({ forecast: { transport: "stdio", ...server } });
  const [tool] = await client.getTools();
  return {
    call: async ({ args }) => tool?.invoke({ ...args }),
    close: () => client.close(),
  };
});
