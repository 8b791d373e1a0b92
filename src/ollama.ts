/** `tool-switchboard/ollama`: Ollama's own API, without a framework. */
export { connectOllama } from "./connect-ollama.ts";
export { OllamaBackend } from "./providers/ollama/backend.ts";
export type {
  AbortOptions,
  OllamaBackendOptions,
  OllamaHealth,
  OllamaModel,
  PullOptions,
} from "./providers/ollama/backend.ts";
export type { OllamaCapabilities, OllamaModelDetails } from "./providers/ollama/capabilities.ts";
export {
  parseToolCall,
  toOllamaTool,
  toOllamaToolMessage,
  toOllamaToolMessages,
  toOllamaTools,
} from "./providers/ollama/convert.ts";
export { OllamaError } from "./providers/ollama/errors.ts";
export type { OllamaErrorCode, OllamaErrorDetails } from "./providers/ollama/errors.ts";
export { parseOllamaHost } from "./providers/ollama/host.ts";
export type { OllamaModelInfo } from "./providers/ollama/models.ts";
export type { PullProgress } from "./providers/ollama/pull.ts";
export type { CompletionRequest, OllamaModelSettings } from "./providers/ollama/request.ts";
export type { OllamaLimits, OllamaServerOptions } from "./providers/ollama/server.ts";
export { createStream } from "./providers/ollama/stream.ts";
export type { ByteSource, OllamaStreamOptions } from "./providers/ollama/stream.ts";
export { createOllamaModel, type OllamaChatSettings } from "./providers/ollama/chat-model.ts";
export { OllamaToolHandler, type HandledTool } from "./providers/ollama/handler.ts";
