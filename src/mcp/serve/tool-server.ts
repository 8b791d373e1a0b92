import type * as serverPackage from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";
import type { ToolExecutor } from "../../calls/executor.ts";
import { toJsonSchema } from "../../schema/to-json-schema.ts";
import type { ToolManager } from "../../tools/manager.ts";
import { isMcpTool } from "../../tools/origin.ts";
import { toolName } from "../../tools/tool.ts";
import { describeTool } from "./describe-tool.ts";
import { toCallResult } from "./to-call-result.ts";

/** The official package. It takes long to load, so it is loaded when something is served. */
export type ServerPackage = typeof serverPackage;

/** What is served, and as whom. */
export interface ServedTools {
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
  readonly allowedTools?: readonly string[] | undefined;
  readonly name: string;
  readonly version: string;
  readonly instructions?: string | undefined;
}

/**
 * Makes a protocol server for one connection, or one request in the newer era over HTTP. Tools are not registered with
 * it, which would rewrite their schemas and refuse arguments before the executor can repair them: it asks the manager.
 */
export function createToolServer(sdk: ServerPackage, served: ServedTools): McpServer {
  const { tools, executor, allowedTools, name, version, instructions } = served;
  const mcp = new sdk.McpServer({ name, version }, { ...(instructions !== undefined && { instructions }) });
  const { server } = mcp;
  server.registerCapabilities({ tools: { listChanged: true } });
  server.setRequestHandler("tools/list", () => ({
    tools: tools.tools.filter((tool) => allowedTools?.includes(toolName(tool)) ?? true).map(describeTool),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const result = await executor.execute(
      { id: String(mcpReq.id), name: params.name, args: params.arguments ?? {} },
      { signal: mcpReq.signal, ...(allowedTools !== undefined && { allowedTools }) },
    );
    const tool = tools.find(result.name);
    return toCallResult(result, tool !== undefined && isMcpTool(tool));
  });
  // Asked over HTTP, to compare `Mcp-Param-*` headers with the arguments that a schema says are sent as headers too.
  mcp.toolInputSchemaJson = (asked) => {
    const tool = tools.find(asked);
    return tool && { ...toJsonSchema(tool.schema) };
  };
  return mcp;
}
