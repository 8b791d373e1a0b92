import { playScript, type FakeStep } from "./fake-answer.ts";
import { OpenAIAnswer } from "./fake-openai-answer.ts";
import { problemsOf, type OpenAIRequestBody } from "./fake-openai-checks.ts";
import { createId, toErrorBody, toModel, toModelsBody, type OpenAIError } from "./fake-openai-wire.ts";
import { FakeHttpServer, type FakeRequest, type FakeServer, type FakeServerOptions } from "./fake-server.ts";
import type { FakeWriter } from "./fake-writer.ts";
import { stepsOf, type Turns } from "./script.ts";

type OpenAIRequest = FakeRequest<OpenAIRequestBody>;

export interface FakeOpenAIOptions extends FakeServerOptions {
  /** The models that the server has. Left out, it has whichever is asked for. */
  readonly models?: readonly string[];
  /** The only key that is let in. Left out, any is, and none. */
  readonly apiKey?: string;
  /** 128 at OpenAI; compatible servers have no limit. */
  readonly maxTools?: number;
  /** Of the ids of calls: 40 at OpenAI; compatible servers have no limit. */
  readonly maxIdLength?: number;
  /** What the model does, one turn for each valid `POST /v1/chat/completions`. */
  readonly turns?: Turns<FakeStep, OpenAIRequest>;
}

/** A server that speaks the wire of OpenAI's Chat Completions. Clients take its `url` with `/v1` after it. */
export type FakeOpenAI = FakeServer<OpenAIRequestBody>;

/**
 * Starts a fake of OpenAI's Chat Completions on the loopback interface. It refuses what the real one refuses, in its
 * words, and can do on purpose what the real one and those that are compatible with it do by accident.
 *
 * @example
 * const openai = await startFakeOpenAI({
 *   turns: [[{ calls: [{ name: "add", arguments: { a: 2, b: 3 } }] }], "It is 5."],
 * });
 * const client = new OpenAI({ baseURL: `${openai.url}/v1`, apiKey: "any" });
 */
export async function startFakeOpenAI(options: FakeOpenAIOptions = {}): Promise<FakeOpenAI> {
  const fake = new FakeOpenAIServer(options);
  await fake.listen(options.port);
  return fake;
}

class FakeOpenAIServer extends FakeHttpServer<OpenAIRequestBody> {
  readonly #options: FakeOpenAIOptions;
  #turnCount = 0;

  constructor(options: FakeOpenAIOptions) {
    super(
      {
        streamType: "text/event-stream; charset=utf-8",
        jsonType: "application/json",
        toJson: JSON.stringify,
        createHeaders: () => ({ "x-request-id": createId("req_") }),
      },
      options.writes,
    );
    this.#options = options;
  }

  protected override isChat({ path }: OpenAIRequest): boolean {
    return path === "/v1/chat/completions";
  }

  protected override async answer(request: OpenAIRequest, writer: FakeWriter): Promise<void> {
    const { method, path, headers } = request;
    const { apiKey, models = [] } = this.#options;
    if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(writer, 401, { message: "Incorrect API key provided." });
    }
    if (method === "POST" && this.isChat(request)) return this.#chat(request, writer);
    if (method === "GET" && path === "/v1/models") return writer.sendJson(200, toModelsBody(models));
    const name = decodeURIComponent(path.replace("/v1/models/", ""));
    if (method === "GET" && models.includes(name)) return writer.sendJson(200, toModel(name));
    refuse(writer, 404, { message: `Invalid URL (${method} ${path})`, code: null });
  }

  async #chat(request: OpenAIRequest, writer: FakeWriter): Promise<void> {
    const { body } = request;
    const { models, maxTools = 128, maxIdLength = 40, turns = [] } = this.#options;
    const [problem] = problemsOf(body, { maxTools, maxIdLength });
    if (problem !== undefined) return refuse(writer, 400, problem);
    const { model = "", stream: isStream = false, stream_options: streamOptions } = body;
    if (models?.includes(model) === false) {
      const message = `The model \`${model}\` does not exist or you do not have access to it.`;
      return refuse(writer, 404, { message });
    }
    const withUsage = streamOptions?.include_usage === true;
    const promptTokens = Math.ceil(JSON.stringify([body.messages, body.tools]).length / 4);
    const answer = new OpenAIAnswer(writer, { model, isStream, withUsage, promptTokens });
    await playScript(writer, answer, stepsOf(turns, request, this.#turnCount++));
  }
}

function refuse(writer: FakeWriter, status: number, error: OpenAIError): void {
  writer.sendJson(status, toErrorBody(status, error));
}
