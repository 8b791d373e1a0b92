/** `tool-switchboard/openai`: OpenAI and every server that speaks as it does, on the official SDK. */
export {
  createOpenAIModel,
  type OpenAIClient,
  type OpenAIModelOptions,
} from "./providers/openai/chat-model.ts";
export { ModelError } from "./providers/model-error.ts";
export { withRetries, type RetryOptions } from "./chat/retries.ts";
