import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { onAbort } from "../../calls/on-abort.ts";
import type { ChatModel, CompletionChunk, Message, StreamOptions } from "../../chat/model.ts";
import { withRetries, type RetryOptions } from "../../chat/retries.ts";
import type { ProviderName } from "../provider-name.ts";
import { sameId, toAnthropicId, toOpenAIId, type ToWireId } from "../wire-ids.ts";
import { createWireNameOf, wireNames, type WireNames } from "../wire-names.ts";
import { ChunkReader } from "./chunk-reader.ts";
import { ModelError, toAbortError, toModelError } from "../model-error.ts";
import { keepTurn, noSignatureFor } from "./keepsakes.ts";
import { toBaseMessages } from "./messages.ts";
import { createOllamaFetch, runAsCall, type Fetch } from "./ollama-fetch.ts";
import { loadPackage, type ImportPackage } from "./packages.ts";
import { spokenBy, type Spoken } from "./provider.ts";
import { isOpenAIServer } from "./openai-server.ts";
import { toBoundTools, toCalledTools } from "./tools.ts";

export interface FromLangChainOptions {
  /** Which provider the model speaks to, where its class does not say. */
  readonly provider?: ProviderName;
  /**
   * Whether OpenAI's `strict` is set on tools whose schema allows it, so that the model can only write what the schema
   * says. By default on OpenAI's own servers: a compatible one may not know it.
   */
  readonly strict?: boolean;
  /** How requests are repeated. LangChain's own retries are turned off. */
  readonly retry?: RetryOptions;
  readonly importPackage?: ImportPackage;
}

/**
 * Any chat model of LangChain as a `ChatModel`, for the loop and everything that drains it.
 *
 * @example
 * const model = fromLangChain(new ChatOpenAI({ model: "gpt-5-mini" }));
 * const answer = await ask(model, executor, [{ role: "user", content: "What is 2 + 3?" }], { tools });
 */
export function fromLangChain(model: BaseChatModel, options: FromLangChainOptions = {}): ChatModel {
  return withRetries(new LangChainModel(model, options), options.retry);
}

class LangChainModel implements ChatModel {
  readonly provider: string;
  readonly model: string;
  readonly wireNameOf: NonNullable<ChatModel["wireNameOf"]>;
  readonly #langChainModel: BaseChatModel;
  readonly #spoken: Spoken;
  readonly #isStrict: boolean;
  readonly #toWireId: ToWireId;
  readonly #importPackage: ImportPackage | undefined;

  constructor(model: BaseChatModel, options: FromLangChainOptions) {
    this.#spoken = spokenBy(model, options.provider);
    this.#langChainModel = this.#spoken.provider === "ollama" ? withOwnFetch(model) : model;
    const isOpenAI = isOpenAIServer(model);
    this.#isStrict = options.strict ?? isOpenAI;
    this.#toWireId = this.#spoken.history === "anthropic" ? toAnthropicId : isOpenAI ? toOpenAIId : sameId;
    this.#importPackage = options.importPackage;
    this.provider = this.#spoken.provider;
    this.wireNameOf = createWireNameOf(this.#spoken.format);
    this.model = modelNameOf(model);
  }

  /** Always `.stream()`: `invoke()` loses calls whose arguments are malformed, and `streamEvents()` parallel ones. */
  async *stream(
    messages: readonly Message[],
    { tools = [], format, signal }: StreamOptions = {},
  ): AsyncGenerator<CompletionChunk, void, undefined> {
    const names = wireNames(tools, this.#spoken.format);
    const serverCallIds: (string | undefined)[] = [];
    const reader = new ChunkReader({ model: this.model, spoken: this.#spoken, names, serverCallIds });
    // Of this request alone, so that leaving the loop can end it: some classes leave the socket open otherwise.
    const request = new AbortController();
    const stopListening = signal && onAbort(signal, () => request.abort(signal.reason));
    let isOver = false;
    try {
      if (signal?.aborted) throw toAbortError(this.model, signal);
      const history = await this.#toHistory(messages, names);
      const runnable = this.#bind(messages, tools, names);
      const call = { model: this.model, messages, names, signal: request.signal, serverCallIds };
      const settings = { maxRetries: 0, ...this.#signalFor(request.signal), ...this.#formatFor(format) };
      const stream = await runAsCall(call, () => runnable.stream(history, settings));
      // Not `for await`: leaving it would wait for a stream that reads ahead and may never get what it waits for.
      const iterator = stream[Symbol.asyncIterator]();
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) {
        const chunk = reader.read(step.value);
        if (chunk !== undefined) yield chunk;
      }
      if (signal?.aborted) throw toAbortError(this.model, signal);
      const last = reader.finish();
      isOver = true;
      const { keepsake } = reader;
      if (keepsake !== undefined) keepTurn(keepsake);
      yield last;
    } catch (error) {
      throw signal?.aborted ? toAbortError(this.model, signal) : toModelError(error, this.model);
    } finally {
      stopListening?.();
      if (!isOver) request.abort();
    }
  }

  async #toHistory(messages: readonly Message[], names: WireNames): Promise<BaseMessage[]> {
    const classes = await loadPackage("@langchain/core/messages", this.#importPackage);
    const words = {
      toWire: (name: string) => names.toWire(name),
      toWireId: this.#toWireId,
      noSignature: noSignatureFor(this.model),
    };
    return toBaseMessages(messages, this.#spoken.history, words, classes);
  }

  #bind(messages: readonly Message[], tools: StreamOptions["tools"] & object, names: WireNames) {
    const model = this.#langChainModel;
    const bound = toBoundTools(tools, this.#spoken.format, this.#isStrict);
    if (bound.length > 0) return bindTools(model, bound);
    if (this.#spoken.history !== "anthropic") return model;
    const called = toCalledTools(messages, names);
    return called.length === 0 ? model : bindTools(model, called, { tool_choice: "none" });
  }

  /** ChatOllama is given none: its own abort ends the neighbours too (CHAT-10). Its fetch knows the request's. */
  #signalFor(signal: AbortSignal): { signal?: AbortSignal } {
    return this.#spoken.provider === "ollama" ? {} : { signal };
  }

  #formatFor(format: StreamOptions["format"]): object {
    return format !== undefined && this.#spoken.provider === "ollama" ? { format } : {};
  }
}

function bindTools(
  model: BaseChatModel,
  tools: ReturnType<typeof toBoundTools>,
  settings?: { readonly tool_choice: "none" },
): Pick<BaseChatModel, "stream"> {
  if (model.bindTools === undefined) {
    const message = "The class of this LangChain model takes no tools: it has no bindTools().";
    throw new ModelError("no_tool_support", message);
  }
  return model.bindTools(tools, settings);
}

/**
 * The model with a fetch of ours under it. It stands in front of the caller's model, which is not changed: fields
 * that are not replaced are the model's own.
 */
function withOwnFetch(model: BaseChatModel): BaseChatModel {
  const { client } = model as { client?: { fetch?: unknown } };
  if (client === undefined || typeof client.fetch !== "function") return model;
  const ownClient: unknown = Object.create(client, {
    fetch: { value: createOllamaFetch(client.fetch as Fetch) },
    // A list that keeps nothing: a stream that fails would stay in it for ever.
    ongoingStreamedRequests: { get: () => [] },
  });
  return Object.create(model, { client: { value: ownClient } }) as BaseChatModel;
}

function modelNameOf(model: BaseChatModel): string {
  const { model: name, modelName } = model as { model?: unknown; modelName?: unknown };
  return [name, modelName].find((each) => typeof each === "string") ?? "unnamed";
}
