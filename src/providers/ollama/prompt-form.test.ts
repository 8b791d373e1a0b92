import assert from "node:assert/strict";
import { test } from "node:test";
import { bareJsonCalls, jsonEnvelope, markedCallList, toolCallTags } from "../../chat/prompted-tools.ts";
import { promptFormOf, type ModelFamily } from "./prompt-form.ts";

const models: readonly (readonly [ModelFamily, unknown])[] = [
  [{ name: "qwen2.5:0.5b" }, toolCallTags],
  [{ name: "my-model", details: { family: "qwen3" } }, toolCallTags],
  [{ name: "hf.co/NousResearch/Hermes-3-Llama-3.1-8B-GGUF", details: { family: "llama" } }, toolCallTags],
  [{ name: "llama3.2:1b", details: { family: "llama" } }, bareJsonCalls],
  [{ name: "Meta-Llama-3.1-8B-Instruct" }, bareJsonCalls],
  [{ name: "helper", details: { family: "llama", parent_model: "llama3:8b" } }, bareJsonCalls],
  [{ name: "mistral:7b", details: { family: "llama", families: ["llama"] } }, markedCallList],
  [{ name: "mixtral" }, markedCallList],
  [{ name: "x", details: { family: "", families: ["mistral3"] } }, markedCallList],
  [{ name: "tinyllama", details: { family: "llama", families: null } }, jsonEnvelope],
  [{ name: "gemma2:2b", details: { family: "gemma2" } }, jsonEnvelope],
  [{ name: "smollm2" }, jsonEnvelope],
];

for (const [model, form] of models) {
  test(`[OLL-9] the prompt of ${JSON.stringify(model)} has the form that its family was taught`, () => {
    assert.equal(promptFormOf(model), form);
  });
}
