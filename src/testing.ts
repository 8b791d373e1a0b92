/** `tool-switchboard/testing`: fake servers of each API and a scripted model, for tests that need no model. */
export { startFakeAnthropic } from "./testing/fake-anthropic.ts";
export type { FakeAnthropic, FakeAnthropicOptions } from "./testing/fake-anthropic.ts";
export type {
  AnthropicBlock,
  AnthropicMessage,
  AnthropicRequestBody,
  AnthropicTool,
} from "./testing/fake-anthropic-checks.ts";
export type { FakeStep } from "./testing/fake-answer.ts";
export { startFakeGemini } from "./testing/fake-gemini.ts";
export type { FakeGemini, FakeGeminiOptions } from "./testing/fake-gemini.ts";
export type {
  GeminiContent,
  GeminiFunctionDeclaration,
  GeminiPart,
  GeminiRequestBody,
} from "./testing/fake-gemini-checks.ts";
export { startFakeOpenAI } from "./testing/fake-openai.ts";
export type { FakeOpenAI, FakeOpenAIOptions } from "./testing/fake-openai.ts";
export type {
  OpenAIMessage,
  OpenAIRequestBody,
  OpenAITool,
  OpenAIToolCall,
} from "./testing/fake-openai-checks.ts";
export { startFakeOllama } from "./testing/fake-ollama.ts";
export type { FakeOllama, FakeOllamaOptions, FakeRequestBody } from "./testing/fake-ollama.ts";
export type { FakeModel } from "./testing/fake-ollama-wire.ts";
export type { FakeRequest, FakeServer, FakeServerOptions } from "./testing/fake-server.ts";
export type { WriteMode } from "./testing/fake-writer.ts";
export { FakeClock } from "./testing/fake-clock.ts";
export { createScriptedModel } from "./testing/scripted-model.ts";
export type { ScriptedModel, ScriptedRequest } from "./testing/scripted-model.ts";
export type { Script, ScriptedCall, ScriptedEnd, ScriptedStep, Turns } from "./testing/script.ts";
