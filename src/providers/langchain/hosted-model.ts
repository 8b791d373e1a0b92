import type { ChatModel } from "../../chat/model.ts";
import type { ProviderName } from "../provider-name.ts";
import { fromLangChain } from "./chat-model.ts";
import { loadPackage } from "./packages.ts";

export interface HostedModelOptions {
  /** A server of one's own may ask for none. */
  readonly apiKey?: string;
  /** Another server that speaks the same language. */
  readonly baseUrl?: string;
}

/** A hosted model through LangChain's class, whose package is installed by those who need it. */
export async function createHostedModel(
  provider: Exclude<ProviderName, "ollama">,
  model: string,
  { apiKey = "none", baseUrl }: HostedModelOptions,
): Promise<ChatModel> {
  switch (provider) {
    case "anthropic": {
      const { ChatAnthropic } = await loadPackage("@langchain/anthropic");
      const anthropicApiUrl = baseUrl ?? "https://api.anthropic.com";
      return fromLangChain(new ChatAnthropic({ model, apiKey, anthropicApiUrl }));
    }
    case "openai": {
      const { ChatOpenAI } = await loadPackage("@langchain/openai");
      const configuration = baseUrl === undefined ? {} : { baseURL: baseUrl };
      return fromLangChain(new ChatOpenAI({ model, apiKey, configuration }));
    }
    case "gemini": {
      const { ChatGoogle } = await loadPackage("@langchain/google");
      const endpoint = baseUrl === undefined ? {} : { endpoint: baseUrl };
      return fromLangChain(new ChatGoogle({ model, apiKey, ...endpoint }));
    }
  }
}
