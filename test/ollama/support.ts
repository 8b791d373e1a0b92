import type { TestContext } from "node:test";

import type { CompletionChunk, Message } from "../../src/chat/model.ts";
import { OllamaBackend, type OllamaBackendOptions } from "../../src/ollama.ts";
import { startFakeOllama, type FakeOllama, type FakeOllamaOptions } from "../../src/testing.ts";

export const model = "qwen3:0.6b";

export const messages: readonly Message[] = [{ role: "user", content: "What is 2 + 3?" }];

/** A fake server for one test, and a backend that speaks to it. */
export async function start(
  t: TestContext,
  options: FakeOllamaOptions,
  backendOptions: OllamaBackendOptions = {},
): Promise<{ ollama: FakeOllama; backend: OllamaBackend }> {
  const ollama = await startFakeOllama(options);
  t.after(() => ollama.close());
  return { ollama, backend: new OllamaBackend({ host: ollama.url, ...backendOptions }) };
}

export async function collect(stream: AsyncIterable<CompletionChunk>): Promise<CompletionChunk[]> {
  const chunks: CompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}
