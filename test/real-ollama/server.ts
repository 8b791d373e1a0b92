import type { OllamaCapabilities } from "../../src/providers/ollama/capabilities.ts";
import { connectOllama, type OllamaBackend } from "../../src/ollama.ts";

export interface FoundModel {
  readonly name: string;
  readonly capabilities: OllamaCapabilities;
}

/** The server that `OLLAMA_HOST` names, or the local one; `undefined` where none answers at once. */
export async function findServer(answerMs = 300): Promise<OllamaBackend | undefined> {
  const limits = { connectTimeoutMs: answerMs, firstByteTimeoutMs: answerMs };
  const health = await connectOllama({ limits }).health();
  return health.isUp ? connectOllama() : undefined;
}

/** The models that can chat, smallest first, so that the first figures come soon. */
export async function findModels(backend: OllamaBackend): Promise<readonly FoundModel[]> {
  const listed = (await backend.models()).toSorted((a, b) => a.sizeBytes - b.sizeBytes);
  const found = await Promise.all(
    listed.map(async ({ name }) => ({ name, capabilities: await backend.capabilities(name) })),
  );
  return found.filter(({ capabilities }) => capabilities.capabilities.includes("completion"));
}

/** Has the server forget a model: one of the same weights with another template may follow. */
export async function unload(backend: OllamaBackend, name: string): Promise<void> {
  await backend.complete({ model: name, messages: [], keepAlive: 0 });
}
