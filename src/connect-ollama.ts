import { readEnvironment } from "./config/environment.ts";
import { OllamaBackend, type OllamaBackendOptions } from "./providers/ollama/backend.ts";

/** The Ollama server that `OLLAMA_HOST` names, or the one on this machine (OLL-1). `host` takes its place. */
export function connectOllama(options: OllamaBackendOptions = {}): OllamaBackend {
  const { ollamaHost } = readEnvironment();
  return new OllamaBackend({ ...(ollamaHost !== undefined && { host: ollamaHost }), ...options });
}
