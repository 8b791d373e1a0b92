import { AnthropicAnswer } from "./fake-anthropic-answer.ts";
import { problemsOf, type AnthropicRequestBody } from "./fake-anthropic-checks.ts";
import { createId, toErrorBody, toModelsBody } from "./fake-anthropic-wire.ts";
import { playScript, type FakeStep } from "./fake-answer.ts";
import { FakeHttpServer, type FakeRequest, type FakeServer, type FakeServerOptions } from "./fake-server.ts";
import type { FakeWriter } from "./fake-writer.ts";
import { stepsOf, type Turns } from "./script.ts";

type AnthropicRequest = FakeRequest<AnthropicRequestBody>;

export interface FakeAnthropicOptions extends FakeServerOptions {
  /** The models that the server has. Left out, it has whichever is asked for. */
  readonly models?: readonly string[];
  /** The only key that is let in. Left out, any is. */
  readonly apiKey?: string;
  /** What the model does, one turn for each valid `POST /v1/messages`. */
  readonly turns?: Turns<FakeStep, AnthropicRequest>;
}

/** A server that speaks the wire of Anthropic's Messages API. */
export type FakeAnthropic = FakeServer<AnthropicRequestBody>;

/**
 * Starts a fake of Anthropic's Messages API on the loopback interface. It refuses what the real one refuses, in its
 * words, and can do on purpose what the real one does by accident.
 *
 * @example
 * const anthropic = await startFakeAnthropic({
 *   turns: [[{ calls: [{ name: "add", arguments: { a: 2, b: 3 } }] }], "It is 5."],
 * });
 * const client = new Anthropic({ baseURL: anthropic.url, apiKey: "any" });
 */
export async function startFakeAnthropic(options: FakeAnthropicOptions = {}): Promise<FakeAnthropic> {
  const fake = new FakeAnthropicServer(options);
  await fake.listen(options.port);
  return fake;
}

class FakeAnthropicServer extends FakeHttpServer<AnthropicRequestBody> {
  readonly #options: FakeAnthropicOptions;
  #turnCount = 0;

  constructor(options: FakeAnthropicOptions) {
    super(
      {
        streamType: "text/event-stream; charset=utf-8",
        jsonType: "application/json",
        toJson: JSON.stringify,
        createHeaders: () => ({ "request-id": createId("req") }),
      },
      options.writes,
    );
    this.#options = options;
  }

  // Beta clients add `?beta=true`.
  protected override isChat({ path }: AnthropicRequest): boolean {
    return path.split("?")[0] === "/v1/messages";
  }

  protected override async answer(request: AnthropicRequest, writer: FakeWriter): Promise<void> {
    const { method, path, headers } = request;
    const { apiKey, models } = this.#options;
    // Newer SDKs send the key as a bearer's.
    const key = headers["x-api-key"] ?? headers.authorization?.replace(/^Bearer /, "");
    if (apiKey !== undefined && key !== apiKey) {
      return refuse(writer, 401, "invalid x-api-key");
    }
    if (headers["anthropic-version"] === undefined) {
      return refuse(writer, 400, "anthropic-version: header is required");
    }
    if (method === "GET" && path.split("?")[0] === "/v1/models") {
      return writer.sendJson(200, toModelsBody(models ?? []));
    }
    if (method !== "POST" || !this.isChat(request)) return refuse(writer, 404, "Not Found");
    await this.#chat(request, writer);
  }

  async #chat(request: AnthropicRequest, writer: FakeWriter): Promise<void> {
    const { body } = request;
    const { models, turns = [] } = this.#options;
    const [problem] = problemsOf(body);
    if (problem !== undefined) return refuse(writer, 400, problem);
    const { model = "", stream: isStream = false } = body;
    if (models?.includes(model) === false) return refuse(writer, 404, `model: ${model}`);
    const promptTokens = Math.ceil(JSON.stringify([body.system, body.messages, body.tools]).length / 4);
    const steps = stepsOf(turns, request, this.#turnCount++);
    await playScript(writer, new AnthropicAnswer(writer, { model, isStream, promptTokens }), steps);
  }
}

function refuse(writer: FakeWriter, status: number, message: string): void {
  writer.sendJson(status, toErrorBody(status, message, writer.headers["request-id"] ?? null));
}
