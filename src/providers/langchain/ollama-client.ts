/** @ts-ignore -- absent for who does not use it, and their type check must not fail for that */
import type { ChatOllamaInput } from "@langchain/ollama";
import type { ChatModel } from "../../chat/model.ts";
import { withPromptedTools } from "../../chat/prompted-tools.ts";
import { OllamaError } from "../ollama/errors.ts";
import { parseOllamaHost } from "../ollama/host.ts";
import { promptFormOf } from "../ollama/prompt-form.ts";
import { fromLangChain } from "./chat-model.ts";
import { LangChainClient, type ClientParts } from "./client.ts";
import { loadPackage } from "./packages.ts";

/** Where the server is and what to ask of it; the rest are the settings of `ChatOllama`. */
export interface OllamaClientOptions extends ClientParts, Omit<ChatOllamaInput, "model" | "baseUrl"> {
  readonly model: string;
  /** In any form that Ollama's own client takes: `127.0.0.1:11434` where nothing is said. */
  readonly host?: string;
}

/**
 * Ollama through LangChain's `ChatOllama`, with what that loses put back (CHAT-10).
 *
 * @example
 * const client = new OllamaClient({ model: "qwen3:0.6b", executor, tools });
 * const { message, messages } = await client.chat("What is 2 + 3?");
 */
export class OllamaClient extends LangChainClient {
  constructor(options: OllamaClientOptions) {
    super(options, () => createModel(options));
  }
}

async function createModel(options: OllamaClientOptions): Promise<ChatModel> {
  const { host, executor: _, tools: __, retry, importPackage, ...settings } = options;
  const { ChatOllama } = await loadPackage("@langchain/ollama", importPackage);
  const baseUrl = parseOllamaHost(host).href.replace(/\/$/, "");
  const model = fromLangChain(new ChatOllama({ ...settings, baseUrl }), {
    ...(retry && { retry }),
    ...(importPackage && { importPackage }),
  });
  // A model without tool support gets its tools through the prompt (OLL-9).
  return withPromptedTools(model, {
    hasTools: async () => undefined,
    isNoToolSupport: (error) => error instanceof OllamaError && error.code === "no_tool_support",
    form: promptFormOf({ name: options.model }),
  });
}
