/** @ts-ignore -- absent for who does not use it, and their type check must not fail for that */
import type { AnthropicInput } from "@langchain/anthropic";
import type { ChatModel } from "../../chat/model.ts";
import { fromLangChain } from "./chat-model.ts";
import { LangChainClient, type ClientParts } from "./client.ts";
import { loadPackage } from "./packages.ts";

/** The key and the model; the rest are the settings of `ChatAnthropic`. */
export interface AnthropicClientOptions
  extends ClientParts, Omit<AnthropicInput, "model" | "apiKey" | "anthropicApiKey" | "anthropicApiUrl"> {
  readonly model: string;
  readonly apiKey: string;
  /** `https://api.anthropic.com` where nothing is said. */
  readonly baseUrl?: string;
}

/**
 * Claude through LangChain's `ChatAnthropic`. Tools stay in LangChain's format (CHAT-7).
 *
 * @example
 * const client = new AnthropicClient({ model: "claude-haiku-4-5", apiKey, executor, tools });
 * const { message, messages } = await client.chat("What is 2 + 3?");
 */
export class AnthropicClient extends LangChainClient {
  constructor(options: AnthropicClientOptions) {
    super(options, () => createModel(options));
  }
}

async function createModel(options: AnthropicClientOptions): Promise<ChatModel> {
  const { baseUrl, executor: _, tools: __, retry, importPackage, ...settings } = options;
  const { ChatAnthropic } = await loadPackage("@langchain/anthropic", importPackage);
  // Said always: left out, LangChain would look for it in the environment.
  const model = new ChatAnthropic({ ...settings, anthropicApiUrl: baseUrl ?? "https://api.anthropic.com" });
  return fromLangChain(model, { ...(retry && { retry }), ...(importPackage && { importPackage }) });
}
