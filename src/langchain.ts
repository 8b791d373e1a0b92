/** `tool-switchboard/langchain`: any chat model of LangChain with tools that work. */
export { fromLangChain, type FromLangChainOptions } from "./providers/langchain/chat-model.ts";
export { OllamaClient, type OllamaClientOptions } from "./providers/langchain/ollama-client.ts";
export { AnthropicClient, type AnthropicClientOptions } from "./providers/langchain/anthropic-client.ts";
export type { ChatReply, ClientEvent, ClientParts } from "./providers/langchain/client.ts";
export { ModelError } from "./providers/model-error.ts";
export type { ImportPackage, LangChainPackage, LangChainPackages } from "./providers/langchain/packages.ts";

export { withRetries, type RetryOptions } from "./chat/retries.ts";
