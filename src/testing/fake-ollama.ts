import { playScript, type FakeStep } from "./fake-answer.ts";
import { OllamaAnswer } from "./fake-ollama-chat.ts";
import {
  defaultCapabilities,
  toGoJson,
  toPullLines,
  toShowBody,
  toTagsBody,
  type FakeModel,
} from "./fake-ollama-wire.ts";
import { FakeHttpServer, type FakeRequest, type FakeServer, type FakeServerOptions } from "./fake-server.ts";
import type { FakeWriter } from "./fake-writer.ts";
import { stepsOf, type Script, type Turns } from "./script.ts";

export interface FakeOllamaOptions extends FakeServerOptions {
  /** The models that the server has: `qwen3:0.6b`, with tools, where nothing else is said. */
  readonly models?: readonly (string | FakeModel)[];
  /** The models that can be pulled. */
  readonly library?: readonly (string | FakeModel)[];
  /** What the model does, one turn for each `POST /api/chat`. */
  readonly turns?: Turns<FakeStep, FakeRequest<FakeRequestBody>>;
  /** Answers for other paths that take the place of the real ones, e.g. `{ "/api/version": [{ cut: "close" }] }`. */
  readonly answers?: Readonly<Record<string, Script<FakeStep>>>;
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

/** A server that speaks Ollama's wire. Its `url` is for `OllamaBackend({ host })` or `OLLAMA_HOST`. */
export type FakeOllama = FakeServer<FakeRequestBody>;

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
  await fake.listen(options.port);
  return fake;
}

type OllamaRequest = FakeRequest<FakeRequestBody>;

const defaultModel = "qwen3:0.6b";

class FakeOllamaServer extends FakeHttpServer<FakeRequestBody> {
  readonly #options: FakeOllamaOptions;
  readonly #models: Map<string, FakeModel>;
  readonly #library: Map<string, FakeModel>;
  #chatCount = 0;

  constructor(options: FakeOllamaOptions) {
    super(
      {
        streamType: "application/x-ndjson",
        jsonType: "application/json; charset=utf-8",
        toJson: toGoJson,
      },
      options.writes,
    );
    this.#options = options;
    this.#models = byName(options.models ?? [defaultModel]);
    this.#library = byName(options.library ?? []);
  }

  protected override isChat({ path }: OllamaRequest): boolean {
    return path === "/api/chat";
  }

  protected override async answer(request: OllamaRequest, writer: FakeWriter): Promise<void> {
    const { method, path, body } = request;
    const script = this.#options.answers?.[path];
    if (script !== undefined) {
      const answer = new OllamaAnswer(writer, { model: "", isStream: true, promptTokens: 0 });
      return playScript(writer, answer, stepsOf([script], request, 0));
    }
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

  async #chat(model: FakeModel, request: OllamaRequest, writer: FakeWriter): Promise<void> {
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
    const { model: name = "", stream: isStream = true } = body;
    await playScript(writer, new OllamaAnswer(writer, { model: name, isStream, promptTokens }), steps);
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
