import type OpenAI from "openai";
import { onAbort } from "../../calls/on-abort.ts";
import type { ChatModel, CompletionChunk, Message, StreamOptions } from "../../chat/model.ts";
import { withRetries, type RetryOptions } from "../../chat/retries.ts";
import { toAbortError, toModelError } from "../model-error.ts";
import { isOpenAIAddress, toFunctionTools } from "../strict-tools.ts";
import { sameId, toOpenAIId, type ToWireId } from "../wire-ids.ts";
import { createWireNameOf, wireNames } from "../wire-names.ts";
import { ChunkReader } from "./chunk-reader.ts";
import { toChatMessages } from "./messages.ts";

export interface OpenAIModelOptions {
  /**
   * Whether `strict` is set on tools whose schema allows it, so that the model can only write what the schema says. By
   * default on OpenAI's own servers: a compatible one may not know it.
   */
  readonly strict?: boolean;
  /** How requests are repeated. The SDK's own retries are turned off. */
  readonly retry?: RetryOptions;
  /** More of the request's body, such as `temperature` or `reasoning_effort`. */
  readonly settings?: Partial<
    Omit<OpenAI.ChatCompletionCreateParamsStreaming, "messages" | "model" | "stream" | "tools">
  >;
}

/** The official SDK's client, of any version that streams chat completions; `AzureOpenAI` is one too. */
export interface OpenAIClient {
  readonly baseURL: string;
  readonly chat: {
    readonly completions: {
      create(
        body: OpenAI.ChatCompletionCreateParamsStreaming,
        options: { readonly signal: AbortSignal; readonly maxRetries: number },
      ): PromiseLike<AsyncIterable<OpenAI.ChatCompletionChunk>>;
    };
  };
}

/**
 * A model of OpenAI, or of any server that speaks as it does, through the official SDK: measured beside LangChain's
 * class, a conversation on it costs less and a program starts sooner.
 *
 * @example
 * const model = createOpenAIModel(new OpenAI({ baseURL: "http://127.0.0.1:1234/v1", apiKey: "none" }), "qwen3");
 */
export function createOpenAIModel(
  client: OpenAIClient,
  model: string,
  options: OpenAIModelOptions = {},
): ChatModel {
  return withRetries(new OpenAIModel(client, model, options), options.retry);
}

class OpenAIModel implements ChatModel {
  readonly provider = "openai";
  readonly model: string;
  readonly wireNameOf = createWireNameOf("openai");
  readonly #client: OpenAIClient;
  readonly #isStrict: boolean;
  readonly #toWireId: ToWireId;
  readonly #settings: OpenAIModelOptions["settings"];

  constructor(client: OpenAIClient, model: string, { strict, settings }: OpenAIModelOptions) {
    this.model = model;
    this.#client = client;
    const isOpenAI = isOpenAIAddress(client.baseURL);
    this.#isStrict = strict ?? isOpenAI;
    this.#toWireId = isOpenAI ? toOpenAIId : sameId;
    this.#settings = settings;
  }

  async *stream(
    messages: readonly Message[],
    { tools = [], format, signal }: StreamOptions = {},
  ): AsyncGenerator<CompletionChunk, void, undefined> {
    const names = wireNames(tools, "openai");
    const reader = new ChunkReader(this.model, names);
    // Of this request alone, so that leaving the loop ends it, and nothing stays behind on the caller's signal.
    const request = new AbortController();
    const stopListening = signal && onAbort(signal, () => request.abort(signal.reason));
    try {
      if (signal?.aborted) throw toAbortError(this.model, signal);
      const body: OpenAI.ChatCompletionCreateParamsStreaming = {
        stream_options: { include_usage: true },
        ...this.#settings,
        model: this.model,
        messages: toChatMessages(messages, names, this.#toWireId),
        stream: true,
        ...(tools.length > 0 && {
          tools: [...toFunctionTools(tools, this.#isStrict)] as OpenAI.ChatCompletionTool[],
        }),
        ...(format !== undefined && {
          response_format: { type: "json_schema", json_schema: { name: "answer", schema: { ...format } } },
        }),
      };
      const settings = { signal: request.signal, maxRetries: 0 };
      const events = await this.#client.chat.completions.create(body, settings);
      for await (const event of events) {
        const chunk = reader.read(event);
        if (chunk !== undefined) yield chunk;
      }
      // The SDK ends an aborted stream as if it were over.
      if (signal?.aborted) throw toAbortError(this.model, signal);
      yield reader.finish();
    } catch (error) {
      throw signal?.aborted ? toAbortError(this.model, signal) : toModelError(error, this.model);
    } finally {
      stopListening?.();
      request.abort();
    }
  }
}
