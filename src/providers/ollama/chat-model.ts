import type { ChatModel } from "../../chat/model.ts";
import { withPromptedTools } from "../../chat/prompted-tools.ts";
import type { OllamaBackend } from "./backend.ts";
import type { OllamaCapabilities } from "./capabilities.ts";
import { OllamaError } from "./errors.ts";
import { promptFormOf } from "./prompt-form.ts";
import type { OllamaModelSettings } from "./request.ts";

/**
 * A model of an Ollama server as the loop wants it: one without tool support gets its tools through the prompt
 * (OLL-9). What the model can do is asked for once, when tools are first offered.
 */
export function createOllamaModel(
  backend: OllamaBackend,
  name: string,
  settings: OllamaModelSettings = {},
): ChatModel {
  const model = backend.model(name, settings);
  let asked: Promise<OllamaCapabilities | undefined> | undefined;
  /** A server that cannot say is no reason to fail: the request itself will show. */
  const capabilities = (): Promise<OllamaCapabilities | undefined> => {
    asked ??= model.capabilities().catch(() => (asked = undefined));
    return asked;
  };
  return withPromptedTools(model, {
    hasTools: async () => (await capabilities())?.hasTools,
    isNoToolSupport: (error) => error instanceof OllamaError && error.code === "no_tool_support",
    form: async () => promptFormOf({ name, details: { family: (await capabilities())?.family ?? "" } }),
    memoryKey: async () => (await capabilities())?.digest ?? name,
  });
}
