import { EventEmitter, once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";

import { playScript, type FakeStep } from "./fake-ollama-chat.ts";
import {
  defaultCapabilities,
  toGoJson,
  toPullLines,
  toShowBody,
  toTagsBody,
  type FakeModel,
} from "./fake-ollama-wire.ts";
import { FakeWriter, type WriteMode } from "./fake-ollama-writer.ts";
import { stepsOf, type Script, type Turns } from "./script.ts";

export interface FakeOllamaOptions {
  /** The models that the server has: `qwen3:0.6b`, with tools, where nothing else is said. */
  readonly models?: readonly (string | FakeModel)[];
  /** The models that can be pulled. */
  readonly library?: readonly (string | FakeModel)[];
  /** What the model does, one turn for each `POST /api/chat`. */
  readonly turns?: Turns<FakeStep, FakeRequest>;
  /** Answers for other paths that take the place of the real ones, e.g. `{ "/api/version": [{ cut: "close" }] }`. */
  readonly answers?: Readonly<Record<string, Script<FakeStep>>>;
  /** How bytes go out: a write for each line, as Ollama does, all in one, or so many bytes at a time. */
  readonly writes?: WriteMode;
  /** By default one that is free. */
  readonly port?: number;
}

/** What a client sends, as far as the fake looks at it; the rest is there as well. */
export interface FakeRequestBody {
  readonly [field: string]: unknown;
  readonly model?: string;
  readonly messages?: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: unknown } }[];
  readonly stream?: boolean;
  readonly think?: boolean | string;
}

/** A request that the fake server received. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON that was sent, parsed; `{}` where there was none. */
  readonly body: FakeRequestBody;
  /** Settles when the exchange is over: with `"client"` where the client closed the connection before the end. */
  readonly closed: Promise<"complete" | "client" | "server">;
}

/** A server that speaks Ollama's wire and does what its script says. */
export interface FakeOllama {
  /** For `OllamaBackend({ host })` or `OLLAMA_HOST`. */
  readonly url: string;
  /** Every request, in order of arrival. */
  readonly requests: readonly FakeRequest[];
  /** The requests for `/api/chat`. */
  readonly chats: readonly FakeRequest[];
  readonly openSockets: number;
  /** How many connections there have been. */
  readonly acceptedSockets: number;
  /** How many answers the client broke off. */
  readonly closedByClient: number;
  /** Resolves when so many requests have arrived, with the last of them. */
  waitForRequests(count: number): Promise<FakeRequest>;
  /** Resolves when so many connections are open. */
  waitForOpenSockets(count: number): Promise<void>;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a fake Ollama server on the loopback interface, for tests of programs that speak to Ollama. It writes what
 * the real one writes, byte for byte, and can do on purpose what the real one does by accident.
 *
 * @example
 * const ollama = await startFakeOllama({
 *   turns: [[{ calls: [{ name: "add", arguments: { a: 2, b: 3 } }] }], "It is 5."],
 * });
 * const backend = new OllamaBackend({ host: ollama.url });
 */
export async function startFakeOllama(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
  const fake = new FakeOllamaServer(options);
  await fake.listen(options.port ?? 0);
  return fake;
}

const defaultModel = "qwen3:0.6b";

class FakeOllamaServer implements FakeOllama {
  readonly requests: FakeRequest[] = [];
  acceptedSockets = 0;
  closedByClient = 0;
  readonly #options: FakeOllamaOptions;
  readonly #models: Map<string, FakeModel>;
  readonly #library: Map<string, FakeModel>;
  readonly #changes = new EventEmitter<{ change: [] }>();
  #port = 0;
  #openSockets = 0;
  #chatCount = 0;
  // Not imported: that would load undici as well, for the WebSocket that the module exports.
  readonly #server = process.getBuiltinModule("node:http").createServer((incoming, response) => {
    this.#receive(incoming, response).catch(() => response.destroy());
  });

  constructor(options: FakeOllamaOptions) {
    this.#options = options;
    this.#models = byName(options.models ?? [defaultModel]);
    this.#library = byName(options.library ?? []);
    this.#changes.setMaxListeners(0);
    this.#server.on("connection", (socket) => {
      this.#openSockets += 1;
      this.acceptedSockets += 1;
      this.#changes.emit("change");
      socket.once("close", () => {
        this.#openSockets -= 1;
        this.#changes.emit("change");
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get chats(): readonly FakeRequest[] {
    return this.requests.filter(({ path }) => path === "/api/chat");
  }

  get openSockets(): number {
    return this.#openSockets;
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address === "object" && address !== null) this.#port = address.port;
  }

  async waitForRequests(count: number): Promise<FakeRequest> {
    await this.#waitUntil(() => this.requests.length >= count);
    const request = this.requests[count - 1];
    if (request === undefined) throw new RangeError(`waitForRequests counts from 1, not ${count}`);
    return request;
  }

  async waitForOpenSockets(count: number): Promise<void> {
    await this.#waitUntil(() => this.#openSockets === count);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #waitUntil(isSo: () => boolean): Promise<void> {
    while (!isSo()) await once(this.#changes, "change");
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/", headers } = incoming;
    const writer = new FakeWriter(response, this.#options.writes ?? "lines");
    const closed = this.#watch(response, writer);
    const text = await readText(incoming);
    const request: FakeRequest = { method, path, headers, body: parseBody(text), closed };
    this.requests.push(request);
    this.#changes.emit("change");
    await this.#answer(request, writer);
  }

  async #watch(response: ServerResponse, writer: FakeWriter): Promise<"complete" | "client" | "server"> {
    await once(response, "close");
    if (response.writableFinished) return "complete";
    if (writer.isCut || !this.#server.listening) return "server";
    this.closedByClient += 1;
    this.#changes.emit("change");
    return "client";
  }

  async #answer(request: FakeRequest, writer: FakeWriter): Promise<void> {
    const { method, path } = request;
    const script = this.#options.answers?.[path];
    if (script !== undefined) {
      const steps = stepsOf([script], request, 0);
      return playScript(writer, { model: "", isStream: true, promptTokens: 0 }, steps);
    }
    const { body } = request;
    switch (`${method} ${path}`) {
      case "GET /":
        return writer.sendText(200, "Ollama is running");
      case "GET /api/version":
        return writer.sendJson(200, { version: "0.33.3" });
      case "GET /api/tags":
        return writer.sendJson(200, toTagsBody([...this.#models.values()]));
      case "POST /api/show":
        return this.#withModel(body.model, writer, (model) => writer.sendJson(200, toShowBody(model)));
      case "POST /api/pull":
        return this.#pull(body.model ?? "", writer);
      case "POST /api/chat":
        return this.#withModel(body.model, writer, (model) => this.#chat(model, request, writer));
      default:
        return writer.sendText(404, "404 page not found");
    }
  }

  #withModel(
    name: string | undefined,
    writer: FakeWriter,
    answer: (model: FakeModel) => void | Promise<void>,
  ): void | Promise<void> {
    const model = this.#models.get(withTag(name ?? ""));
    return model === undefined ? writer.sendJson(404, { error: `model '${name}' not found` }) : answer(model);
  }

  async #chat(model: FakeModel, request: FakeRequest, writer: FakeWriter): Promise<void> {
    const { body } = request;
    const capabilities = model.capabilities ?? defaultCapabilities;
    if ((body.tools?.length ?? 0) > 0 && !capabilities.includes("tools")) {
      return writer.sendJson(400, {
        error: `registry.ollama.ai/library/${model.name} does not support tools`,
      });
    }
    if (body.think !== undefined && body.think !== false && !capabilities.includes("thinking")) {
      return writer.sendJson(400, { error: `${JSON.stringify(body.model)} does not support thinking` });
    }
    const promptTokens = Math.ceil(JSON.stringify([body.messages, body.tools]).length / 4);
    const index = this.#chatCount++;
    const steps = stepsOf(this.#options.turns ?? [], request, index);
    await playScript(writer, { model: body.model ?? "", isStream: body.stream ?? true, promptTokens }, steps);
  }

  async #pull(name: string, writer: FakeWriter): Promise<void> {
    const model = this.#library.get(withTag(name));
    const lines = model && toPullLines(model);
    const failure = { error: "pull model manifest: file does not exist" };
    for (const line of lines ?? [{ status: "pulling manifest" }, failure]) {
      await writer.write(`${toGoJson(line)}\n`);
    }
    await writer.end();
    if (model !== undefined) this.#models.set(model.name, model);
  }
}

function byName(models: readonly (string | FakeModel)[]): Map<string, FakeModel> {
  const list = models.map((model) => (typeof model === "string" ? { name: model } : model));
  return new Map(list.map((model) => [withTag(model.name), { ...model, name: withTag(model.name) }]));
}

function withTag(name: string): string {
  return name.includes(":") ? name : `${name}:latest`;
}

function parseBody(text: string): FakeRequestBody {
  return text === "" ? {} : JSON.parse(text);
}
