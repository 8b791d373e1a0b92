import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { isOpenAIAddress } from "../strict-tools.ts";

/** Whether a ChatOpenAI speaks to OpenAI itself, and not to one of the many servers that speak as it does. */
export function isOpenAIServer(model: BaseChatModel): boolean {
  const { clientConfig } = model as { clientConfig?: { baseURL?: unknown } };
  if (clientConfig === undefined) return false;
  const { baseURL } = clientConfig;
  if (baseURL === undefined || baseURL === null || baseURL === "") return true;
  return isOpenAIAddress(String(baseURL));
}
