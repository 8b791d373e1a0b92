import { withRetries } from "../../src/chat/retries.ts";
import { createOllamaModel, OllamaBackend } from "../../src/ollama.ts";
import { startFakeOllama } from "../../src/testing.ts";
import { contract } from "./contract.ts";
import { readFunctionBody, retry, subjectOfModel } from "./subjects.ts";

contract("Ollama, native", async (t, turns) => {
  const ollama = await startFakeOllama({ turns });
  t.after(() => ollama.close().catch(() => {}));
  const model = createOllamaModel(new OllamaBackend({ host: ollama.url }), "qwen3:0.6b");
  return subjectOfModel(ollama, withRetries(model, retry), readFunctionBody);
});
