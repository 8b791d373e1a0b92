import { callIdsOf } from "../../chat/history.ts";
import type { ChatModel, CompletionChunk } from "../../chat/model.ts";
import { TurnBuilder, type Turn } from "../../chat/turn.ts";
import { guardObserver, type Observer } from "../../observer.ts";
import type { Tool } from "../../tools/tool.ts";
import type { FormatEvent } from "../events.ts";
import { wireNames } from "../wire-names.ts";
import {
  toCapabilities,
  toModelDetails,
  type OllamaCapabilities,
  type OllamaModelDetails,
} from "./capabilities.ts";
import { toOllamaTools } from "./convert.ts";
import { OllamaError } from "./errors.ts";
import { toModelList, type OllamaModelInfo } from "./models.ts";
import { readPull, type PullProgress } from "./pull.ts";
import { toChatBody, type CompletionRequest, type OllamaModelSettings } from "./request.ts";
import { OllamaServer, type OllamaServerOptions } from "./server.ts";
import { OllamaStream } from "./stream.ts";

export interface OllamaBackendOptions extends OllamaServerOptions {
  readonly observe?: Observer<FormatEvent>;
}

export interface AbortOptions {
  readonly signal?: AbortSignal;
}

export interface PullOptions extends AbortOptions {
  /** Called for every line of progress. What it throws ends the pull. */
  readonly onProgress?: (progress: PullProgress) => void;
}

export type OllamaHealth =
  | { readonly isUp: true; readonly version: string }
  | { readonly isUp: false; readonly error: OllamaError };

/** A model on an Ollama server, as the loop drives it. */
export interface OllamaModel extends ChatModel {
  readonly provider: "ollama";
  /** What the model can do; asked once for each digest. */
  capabilities(options?: AbortOptions): Promise<OllamaCapabilities>;
}

/**
 * An Ollama server, spoken to in its own language. All that goes wrong is an `OllamaError` with a stable `code`.
 *
 * @example
 * const backend = new OllamaBackend({ host: "127.0.0.1:11434" });
 * for await (const chunk of backend.completeStream({ model: "qwen3:0.6b", messages })) process.stdout.write(chunk.delta);
 */
export class OllamaBackend {
  readonly #server: OllamaServer;
  readonly #observe: Observer<FormatEvent> | undefined;
  readonly #announced = new WeakSet<readonly Tool[]>();
  readonly #capabilities = new Map<string, OllamaCapabilities>();

  constructor(options: OllamaBackendOptions = {}) {
    this.#server = new OllamaServer(options);
    this.#observe = options.observe && guardObserver(options.observe);
  }

  /** Where the server is. */
  get url(): URL {
    return new URL(this.#server.url);
  }

  /** One of the server's models as a `ChatModel`. Nothing is asked yet: whether it is there shows when it is used. */
  model(name: string, settings: OllamaModelSettings = {}): OllamaModel {
    return {
      provider: "ollama",
      model: name,
      stream: (messages, options) => this.completeStream({ ...settings, ...options, model: name, messages }),
      capabilities: (options) => this.capabilities(name, options),
    };
  }

  /** The answer all in one: the stream, drained. */
  async complete(request: CompletionRequest): Promise<Turn> {
    const builder = new TurnBuilder();
    for await (const chunk of this.completeStream(request)) builder.add(chunk);
    return builder.finish(new Set());
  }

  /** The answer as it comes. The request is sent when the first chunk is asked for; leaving the loop ends it (OLL-8). */
  completeStream(request: CompletionRequest): AsyncIterableIterator<CompletionChunk, undefined> {
    const { model, messages, tools = [], signal, noticeAtEnd } = request;
    this.#announce(tools);
    const names = wireNames(tools, "ollama");
    const answer = this.#server.send("POST", "/api/chat", {
      body: toChatBody(request, names),
      model,
      signal,
    });
    const { origin } = this.#server.url;
    const { maxLineBytes } = this.#server.limits;
    return new OllamaStream(answer, {
      server: origin,
      model,
      signal,
      maxLineBytes,
      names,
      usedIds: callIdsOf(messages),
      noticeAtEnd,
    });
  }

  /** Whether the server is up, and its version. Never throws because it is not. */
  async health(options: AbortOptions = {}): Promise<OllamaHealth> {
    try {
      const { version } = (await this.#server.request("GET", "/api/version", options)) as {
        version?: unknown;
      };
      return { isUp: true, version: String(version) };
    } catch (error) {
      if (!(error instanceof OllamaError) || error.code === "aborted") throw error;
      return { isUp: false, error };
    }
  }

  /** The models that the server has. */
  async models(options: AbortOptions = {}): Promise<readonly OllamaModelInfo[]> {
    return toModelList(await this.#server.request("GET", "/api/tags", options));
  }

  /** What a model is made of and what it can do. */
  async show(model: string, { signal }: AbortOptions = {}): Promise<OllamaModelDetails> {
    const body = JSON.stringify({ model });
    return toModelDetails(await this.#server.request("POST", "/api/show", { body, model, signal }));
  }

  /** As `show`, with the digest; a digest that is known is not asked about again. */
  async capabilities(model: string, options: AbortOptions = {}): Promise<OllamaCapabilities> {
    const listed = (await this.models(options)).find(({ name }) => name === withTag(model));
    const key = listed?.digest ?? model;
    const known = this.#capabilities.get(key);
    if (known !== undefined) return known;
    const capabilities = toCapabilities(await this.show(model, options), listed?.digest);
    this.#capabilities.set(key, capabilities);
    return capabilities;
  }

  /** Has the server pull a model, and resolves when it is there. It may take hours: only silence is limited. */
  async pull(model: string, { onProgress = () => {}, signal }: PullOptions = {}): Promise<void> {
    const body = JSON.stringify({ model });
    const limits = { totalTimeoutMs: Infinity };
    const stream = this.#server.send("POST", "/api/pull", { body, model, signal, limits });
    await readPull(stream, { server: this.#server.url.origin, model }, onProgress);
  }

  /** Once for each list of tools, as they are converted once (FMT-4). */
  #announce(tools: readonly Tool[]): void {
    if (this.#observe === undefined || tools.length === 0 || this.#announced.has(tools)) return;
    this.#announced.add(tools);
    toOllamaTools(tools, { observe: this.#observe });
  }
}

function withTag(name: string): string {
  return name.includes(":") ? name : `${name}:latest`;
}
