import assert from "node:assert/strict";
import test from "node:test";
import { createSwitchboard, builtinTools } from "../src/index.ts";
import { createOllamaModel, OllamaBackend } from "../src/ollama.ts";
import { startFakeOllama } from "../src/testing.ts";

test("a stream that is cut is an error, and its call is not made", async (t) => {
  const ollama = await startFakeOllama({
    turns: [[{ calls: [{ name: "echo", arguments: { text: "hello" } }] }, { cut: "reset" }]],
  });
  t.after(() => ollama.close());
  const model = createOllamaModel(new OllamaBackend({ host: ollama.url }), "qwen3:0.6b");
  const calls: string[] = [];
  const board = createSwitchboard({
    tools: builtinTools,
    model,
    log: false,
    observe: (event) => {
      if (event.type === "call.started") calls.push(event.tool);
    },
  });

  await assert.rejects(board.ask("Say hello"), { code: "truncated" });

  assert.deepEqual(calls, []);
  assert.equal(ollama.chats[0]?.body.messages?.at(-1)?.content, "Say hello");
});
