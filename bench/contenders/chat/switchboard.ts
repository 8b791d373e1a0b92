/** Switchboard's loop on its own Ollama backend, with all that it does for a program: `createOllamaModel`, `converse`. */
import { ToolExecutor } from "../../../src/calls/executor.ts";
import { converse } from "../../../src/chat/loop.ts";
import { createOllamaModel, OllamaBackend } from "../../../src/ollama.ts";
import { ToolManager } from "../../../src/tools/manager.ts";
import { serveChats } from "../../lib/serve-chats.ts";

serveChats(({ host, model: name, tools: specs, messages }) => {
  const tools = new ToolManager();
  tools.add(specs);
  const executor = new ToolExecutor({ tools });
  const model = createOllamaModel(new OllamaBackend({ host }), name);
  return async (onText) => {
    for await (const event of converse(model, executor, messages, { tools: tools.tools })) {
      if (event.type === "text.delta") onText(event.delta);
    }
  };
});
