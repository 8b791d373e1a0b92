/** `tool-switchboard/mcp`: MCP servers, watched over, with their tools among your own. */
export { readChildEnvironment } from "./config/child-environment.ts";
export type { McpAuth } from "./mcp/auth.ts";
export type { Elicit, ElicitAnswer, ElicitedValue, ElicitRequest } from "./mcp/elicitation.ts";
export type { McpEvent, McpFailure, ToolPart } from "./mcp/events.ts";
export { FileTrustStore } from "./mcp/file-trust-store.ts";
export { McpIntegration, type McpIntegrationOptions } from "./mcp/integration.ts";
export type { McpServerStatus } from "./mcp/managed-server.ts";
export type {
  HttpServerConfig,
  McpServerConfig,
  McpServerOptions,
  StdioServerConfig,
} from "./mcp/server-config.ts";
export type { McpServerState } from "./mcp/server-presence.ts";
export type { McpArtifacts, McpToolValue } from "./mcp/tool-value.ts";
export type { McpTool } from "./mcp/tools.ts";
export { MemoryTrustStore } from "./mcp/trust.ts";
export type { KnownTools, ToolFingerprint, TrustStore } from "./mcp/trust.ts";
export type { ServeEvent } from "./mcp/serve/events.ts";
export type { HttpServingOptions } from "./mcp/serve/serve-http.ts";
export { serveMcp, type ServeMcpOptions } from "./mcp/serve/serve-mcp.ts";
export type { McpServing } from "./mcp/serve/serving.ts";
export { annotationsOf, type ToolAnnotations } from "./tools/annotations.ts";
