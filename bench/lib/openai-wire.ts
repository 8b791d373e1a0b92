import { toGoJson } from "../../src/testing/fake-ollama-wire.ts";
import type { ModelCall, ModelTurn } from "./model-turn.ts";

const usage = { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140 };

/** The events of a streamed turn, as Ollama sends them on `/v1/chat/completions`. */
export function toOpenAiEvents(model: string, { text = [], calls = [] }: ModelTurn): string[] {
  const chunks = text.map((content) => toChunk(model, { content }, null));
  if (calls.length > 0) chunks.push(toChunk(model, { content: "", tool_calls: calls.map(toCall) }, null));
  chunks.push(toChunk(model, { content: "" }, finishReasonOf(calls)));
  chunks.push({ ...toHead(model, "chat.completion.chunk"), choices: [], usage });
  return [...chunks.map((chunk) => `data: ${toGoJson(chunk)}\n\n`), "data: [DONE]\n\n"];
}

/** The same turn in one piece. */
export function toOpenAiBody(model: string, { text = [], calls = [] }: ModelTurn): string {
  const message = {
    role: "assistant",
    content: text.join(""),
    ...(calls.length > 0 && { tool_calls: calls.map(toCall) }),
  };
  const choices = [{ index: 0, message, finish_reason: finishReasonOf(calls) }];
  return toGoJson({ ...toHead(model, "chat.completion"), choices, usage });
}

function toChunk(model: string, delta: object, finishReason: string | null): object {
  const choice = { index: 0, delta: { role: "assistant", ...delta }, finish_reason: finishReason };
  return { ...toHead(model, "chat.completion.chunk"), choices: [choice] };
}

function toHead(model: string, object: string): object {
  return { id: "chatcmpl-734", object, created: 1_794_700_800, model, system_fingerprint: "fp_ollama" };
}

function toCall({ id, name, arguments: args, index }: ModelCall, position: number): object {
  return {
    id,
    index: index ?? position,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  };
}

function finishReasonOf(calls: readonly ModelCall[]): string {
  return calls.length > 0 ? "tool_calls" : "stop";
}
