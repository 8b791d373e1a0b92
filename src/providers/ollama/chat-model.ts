import { LateStream } from "../../chat/late-stream.ts";
import type { ChatModel, CompletionChunk, Message, StreamOptions } from "../../chat/model.ts";
import { withPromptedTools } from "../../chat/prompted-tools.ts";
import { wireNames } from "../wire-names.ts";
import type { OllamaBackend } from "./backend.ts";
import type { OllamaCapabilities } from "./capabilities.ts";
import { countCharacters, defaultNumCtx, noticeOfCut, planContext } from "./context-guard.ts";
import { OllamaError } from "./errors.ts";
import { promptFormOf } from "./prompt-form.ts";
import type { OllamaModelSettings } from "./request.ts";

export interface OllamaChatSettings extends OllamaModelSettings {
  /** Lets `num_ctx` be raised up to this when a conversation needs more; else that is only told. */
  readonly maxNumCtx?: number;
}

/**
 * A model of an Ollama server as the loop wants it: one without tool support gets its tools through the prompt
 * (OLL-9), and a conversation that outgrows the context is no secret. What the model can do is asked for once.
 */
export function createOllamaModel(
  backend: OllamaBackend,
  name: string,
  settings: OllamaChatSettings = {},
): ChatModel {
  const capabilities = askOnce(() => backend.capabilities(name));
  return withPromptedTools(guardContext(backend, name, settings, capabilities), {
    hasTools: async () => (await capabilities())?.hasTools,
    isNoToolSupport: (error) => error instanceof OllamaError && error.code === "no_tool_support",
    form: async () => promptFormOf({ name, details: { family: (await capabilities())?.family ?? "" } }),
    memoryKey: async () => (await capabilities())?.digest ?? name,
  });
}

type Capabilities = () => Promise<OllamaCapabilities | undefined>;

/** A server that cannot say is no reason to fail: the request itself will show, and the next one asks again. */
function askOnce(ask: () => Promise<OllamaCapabilities>): Capabilities {
  let asked: Promise<OllamaCapabilities | undefined> | undefined;
  return () => {
    asked ??= ask().catch(() => {
      asked = undefined;
      return undefined;
    });
    return asked;
  };
}

function guardContext(
  backend: OllamaBackend,
  name: string,
  { maxNumCtx, ...settings }: OllamaChatSettings,
  capabilities: Capabilities,
): ChatModel {
  const asked = settings.options?.["num_ctx"];

  async function begin(messages: readonly Message[], options: StreamOptions) {
    const known = await capabilities();
    const numCtx = typeof asked === "number" ? asked : (known?.defaultNumCtx ?? defaultNumCtx);
    const characters = countCharacters(messages, options.tools ?? []);
    const plan = planContext(characters, { numCtx, contextLength: known?.contextLength, maxNumCtx });
    const used = plan.numCtx ?? numCtx;
    const chunks = backend.completeStream({
      ...settings,
      ...options,
      ...(plan.numCtx !== undefined && { options: { ...settings.options, num_ctx: plan.numCtx } }),
      model: name,
      messages,
      noticeAtEnd: (usage) => noticeOfCut(characters, used, usage),
    });
    const first = await chunks.next();
    // On the first chunk and not before it: a refusal must still be the first thing that comes.
    if (plan.notice === undefined || first.done) return { iterator: chunks, first };
    return {
      iterator: chunks,
      first: { done: false as const, value: { ...first.value, notice: plan.notice } },
    };
  }

  return {
    provider: "ollama",
    model: name,
    wireNameOf: (toolName, tools) => wireNames(tools, "ollama").toWire(toolName),
    stream: (messages, options = {}) => new LateStream<CompletionChunk>(() => begin(messages, options)),
  };
}
