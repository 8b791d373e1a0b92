import { createSwitchboard, builtinTools } from "../src/index.ts";
import { connectOllama, createOllamaModel } from "../src/ollama.ts";

// OLLAMA_HOST says where the server is; without it, the one on this machine is meant.
const model = createOllamaModel(connectOllama(), process.argv[2] ?? "qwen3:0.6b");
const board = createSwitchboard({ model, tools: builtinTools, log: false });

for await (const event of board.converse("What is 17 * 23? Use the calculator.")) {
  if (event.type === "text.delta") process.stdout.write(event.delta);
  if (event.type === "tool.ended") console.log(`[${event.call.name} → ${event.result.text}]`);
}
console.log();
