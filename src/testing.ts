/** `tool-switchboard/testing`: a fake Ollama server and a scripted model, for tests that need no model. */
export type { FakeStep } from "./testing/fake-answer.ts";
export { startFakeOllama } from "./testing/fake-ollama.ts";
export type { FakeOllama, FakeOllamaOptions, FakeRequestBody } from "./testing/fake-ollama.ts";
export type { FakeModel } from "./testing/fake-ollama-wire.ts";
export type { FakeRequest, FakeServer, FakeServerOptions } from "./testing/fake-server.ts";
export type { WriteMode } from "./testing/fake-writer.ts";
export { createScriptedModel } from "./testing/scripted-model.ts";
export type { ScriptedModel, ScriptedRequest } from "./testing/scripted-model.ts";
export type { Script, ScriptedCall, ScriptedEnd, ScriptedStep, Turns } from "./testing/script.ts";
