import { LateStream } from "../../chat/late-stream.ts";
import type { ChatModel, CompletionChunk, Message, Notice, StreamOptions } from "../../chat/model.ts";
import { withPromptedTools } from "../../chat/prompted-tools.ts";
import { createWireNameOf } from "../wire-names.ts";
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
  const capabilities = new AskedOnce(() => backend.capabilities(name));
  return withPromptedTools(guardContext(backend, name, settings, capabilities), {
    hasTools: async () => (await capabilities.ask())?.hasTools,
    isNoToolSupport: (error) => error instanceof OllamaError && error.code === "no_tool_support",
    form: async () => promptFormOf({ name, details: { family: (await capabilities.ask())?.family ?? "" } }),
    memoryKey: () => capabilities.answer?.digest ?? capabilities.ask().then((asked) => asked?.digest ?? name),
  });
}

/** A server that cannot say is no reason to fail: the request itself will show, and the next one asks again. */
class AskedOnce {
  /** What was said, when it has been. */
  answer: OllamaCapabilities | undefined;
  readonly #ask: () => Promise<OllamaCapabilities>;
  #asked: Promise<OllamaCapabilities | undefined> | undefined;

  constructor(ask: () => Promise<OllamaCapabilities>) {
    this.#ask = ask;
  }

  ask(): Promise<OllamaCapabilities | undefined> {
    this.#asked ??= this.#ask().then(
      (answer) => (this.answer = answer),
      () => (this.#asked = undefined),
    );
    return this.#asked;
  }
}

function guardContext(
  backend: OllamaBackend,
  name: string,
  { maxNumCtx, ...settings }: OllamaChatSettings,
  capabilities: AskedOnce,
): ChatModel {
  const asked = settings.options?.["num_ctx"];

  function start(
    messages: readonly Message[],
    options: StreamOptions,
    known: OllamaCapabilities | undefined,
  ) {
    const numCtx = typeof asked === "number" ? asked : (known?.defaultNumCtx ?? defaultNumCtx);
    const { tools = [], signal, format = settings.format } = options;
    const characters = countCharacters(messages, tools);
    const plan = planContext(characters, { numCtx, contextLength: known?.contextLength, maxNumCtx });
    const used = plan.numCtx ?? numCtx;
    // Field by field: to spread two objects into a third takes longer than the rest of this.
    const chunks = backend.completeStream({
      model: name,
      messages,
      tools,
      signal,
      format,
      think: settings.think,
      options: plan.numCtx === undefined ? settings.options : { ...settings.options, num_ctx: plan.numCtx },
      keepAlive: settings.keepAlive,
      truncate: settings.truncate,
      noticeAtEnd: (usage) => noticeOfCut(characters, used, usage),
    });
    return plan.notice === undefined ? chunks : withNotice(chunks, plan.notice);
  }

  async function begin(messages: readonly Message[], options: StreamOptions) {
    const iterator = start(messages, options, await capabilities.ask());
    return { iterator, first: await iterator.next() };
  }

  return {
    provider: "ollama",
    model: name,
    wireNameOf: createWireNameOf("ollama"),
    stream: (messages, options = {}) =>
      capabilities.answer === undefined
        ? new LateStream<CompletionChunk>(() => begin(messages, options))
        : start(messages, options, capabilities.answer),
  };
}

/** On the first chunk and not before it: a refusal must still be the first thing that comes. */
function withNotice(
  chunks: AsyncIterableIterator<CompletionChunk, undefined>,
  notice: Notice,
): LateStream<CompletionChunk> {
  return new LateStream<CompletionChunk>(async () => {
    const first = await chunks.next();
    return {
      iterator: chunks,
      first: first.done ? first : { done: false, value: { ...first.value, notice } },
    };
  });
}
