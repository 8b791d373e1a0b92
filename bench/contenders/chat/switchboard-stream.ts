/** Switchboard's parts without its loop: one streamed answer of the backend, text-calls on. */
import { withTextCalls } from "../../../src/chat/text-calls.ts";
import { OllamaBackend } from "../../../src/ollama.ts";
import { serveChats } from "../../lib/serve-chats.ts";

serveChats(({ host, model, tools, messages }) => {
  const backend = new OllamaBackend({ host });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return async (onText) => {
    const chunks = withTextCalls(backend.completeStream({ model, messages, tools }), tools);
    for await (const { delta, toolCalls } of chunks) {
      if (delta !== "") onText(delta);
      for (const { name = "", argumentsDelta } of toolCalls) {
        // oxlint-disable-next-line no-await-in-loop
        await byName.get(name)?.invoke(JSON.parse(argumentsDelta));
      }
    }
  };
});
