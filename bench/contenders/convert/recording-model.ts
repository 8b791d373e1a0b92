import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModel } from "ai";
import type { Provider } from "../../lib/serve-conversion.ts";

export interface RecordingModel {
  readonly model: Exclude<LanguageModel, string>;
  /** The body of the last request. */
  readonly sent: () => unknown;
}

/** One of the AI SDK's own providers, over a `fetch` that keeps what is sent and answers at once. */
export function createRecordingModel(provider: Provider): RecordingModel {
  let sent: unknown;
  const record =
    (answer: object): typeof fetch =>
    async (_url, request) => {
      sent = request?.body;
      return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
    };
  const apiKey = "none";
  switch (provider) {
    case "openai":
      return { model: createOpenAI({ apiKey, fetch: record(openaiAnswer) }).chat("none"), sent: () => sent };
    case "anthropic":
      return { model: createAnthropic({ apiKey, fetch: record(anthropicAnswer) })("none"), sent: () => sent };
    case "gemini":
      return { model: createGoogle({ apiKey, fetch: record(geminiAnswer) })("none"), sent: () => sent };
    case "ollama":
    default:
      throw new Error(`The AI SDK has no provider of its own for ${provider}.`);
  }
}

const openaiAnswer = {
  id: "1",
  created: 0,
  model: "none",
  choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

const anthropicAnswer = {
  type: "message",
  id: "1",
  model: "none",
  role: "assistant",
  content: [{ type: "text", text: "Yes." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

const geminiAnswer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Yes." }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};
