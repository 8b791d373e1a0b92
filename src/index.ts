export { createSwitchboard, type Switchboard, type SwitchboardOptions } from "./switchboard.ts";

export type { InvokeConfig, Tool, ToolArguments, ToolSource } from "./tools/tool.ts";
export type { ToolAnnotations } from "./tools/annotations.ts";
export { ToolManager, type ToolManagerOptions } from "./tools/manager.ts";
export { ToolRefusedError } from "./tools/check-tool.ts";
export {
  DefinitionError,
  type Handler,
  type Implementation,
  type ToolDefinition,
} from "./tools/definition.ts";
export { builtinTools } from "./tools/builtins/index.ts";
export { createSearchWeb, createSearxngSearch, type Search } from "./tools/builtins/search-web.ts";
export { ToolRegistry, type ToProviderOptions } from "./providers/registry.ts";
export { lossesOf, serializeTools, toProviderTools } from "./providers/formats.ts";
export { describeLosses, type Loss } from "./schema/loss.ts";

export { ToolExecutor, type ExecuteOptions, type ToolExecutorOptions } from "./calls/executor.ts";
export type { FailureCode, Repair, ToolCall, ToolFailure, ToolResult, ToolSuccess } from "./calls/call.ts";
export { ToolError } from "./calls/failure.ts";
export type { CallEvent } from "./calls/events.ts";

export { ask, converse, type LoopOptions } from "./chat/loop.ts";
export type { Answer, ChatEvent, EndReason } from "./chat/events.ts";
export type {
  AssistantMessage,
  ChatModel,
  CompletionChunk,
  FinishReason,
  Message,
  Notice,
  StreamOptions,
  ToolCallDelta,
  ToolMessage,
  Usage,
} from "./chat/model.ts";
export { withRetries, type RetryOptions } from "./chat/retries.ts";
export { withTextCalls } from "./chat/text-calls.ts";
export { withPromptedTools, type PromptedToolsOptions } from "./chat/prompted-tools.ts";

export type { McpIntegration } from "./mcp/integration.ts";
export type { McpServerConfig } from "./mcp/server-config.ts";
export type { Elicit } from "./mcp/elicitation.ts";
export type { TrustStore } from "./mcp/trust.ts";
export {
  createApproval,
  type Approval,
  type ApprovalPolicy,
  type ApprovalRequest,
  type Approve,
  type AskPerson,
  type PersonsAnswer,
} from "./calls/approval.ts";

export { logEvents, type Log, type SwitchboardEvent } from "./observe/log.ts";
export { createLogger, type LoggerOptions } from "./observe/logger.ts";
export type { Event, Observer } from "./observer.ts";
export { SwitchboardError } from "./errors.ts";
export type { Clock } from "./clock.ts";
