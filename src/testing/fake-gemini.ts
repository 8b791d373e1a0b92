import { playScript, type FakeStep } from "./fake-answer.ts";
import { GeminiAnswer } from "./fake-gemini-answer.ts";
import { problemsOf, violationsOf, type GeminiRequestBody } from "./fake-gemini-checks.ts";
import { toErrorBody, toFieldViolations, toModel, toModelsBody } from "./fake-gemini-wire.ts";
import { FakeHttpServer, type FakeRequest, type FakeServer, type FakeServerOptions } from "./fake-server.ts";
import type { FakeWriter } from "./fake-writer.ts";
import { stepsOf, type Turns } from "./script.ts";

type GeminiRequest = FakeRequest<GeminiRequestBody>;

export interface FakeGeminiOptions extends FakeServerOptions {
  /** The models that the server has. Left out, it has whichever is asked for. */
  readonly models?: readonly string[];
  /** The only key that is let in. Left out, any is. */
  readonly apiKey?: string;
  /** As Gemini 3: calls are signed, and one that comes back without its signature is refused. */
  readonly requiresSignatures?: boolean;
  /** What the model does, one turn for each valid `:generateContent` or `:streamGenerateContent`. */
  readonly turns?: Turns<FakeStep, GeminiRequest>;
}

/** A server that speaks the wire of Google's Gemini API, `v1beta`. */
export type FakeGemini = FakeServer<GeminiRequestBody>;

/**
 * Starts a fake of the Gemini API on the loopback interface. It refuses what the real one refuses, in its words, and
 * can do on purpose what the real one does by accident.
 *
 * @example
 * const gemini = await startFakeGemini({
 *   turns: [[{ calls: [{ name: "add", arguments: { a: 2, b: 3 } }] }], "It is 5."],
 * });
 * const client = new GoogleGenAI({ apiKey: "any", httpOptions: { baseUrl: gemini.url } });
 */
export async function startFakeGemini(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
  const fake = new FakeGeminiServer(options);
  await fake.listen(options.port);
  return fake;
}

const chatPath = /^\/v1(?:beta)?\/models\/([^/:?]+):(generateContent|streamGenerateContent)$/;

class FakeGeminiServer extends FakeHttpServer<GeminiRequestBody> {
  readonly #options: FakeGeminiOptions;
  #turnCount = 0;

  constructor(options: FakeGeminiOptions) {
    super(
      {
        streamType: "text/event-stream",
        jsonType: "application/json; charset=UTF-8",
        toJson: (body) => JSON.stringify(body, undefined, 2),
      },
      options.writes,
    );
    this.#options = options;
  }

  protected override isChat({ path }: GeminiRequest): boolean {
    return chatPath.test(toUrl(path).pathname);
  }

  protected override async answer(request: GeminiRequest, writer: FakeWriter): Promise<void> {
    const { pathname, searchParams } = toUrl(request.path);
    const { apiKey, models } = this.#options;
    const key = request.headers["x-goog-api-key"] ?? searchParams.get("key");
    if (apiKey !== undefined && key !== apiKey) {
      return refuse(writer, 400, "API key not valid. Please pass a valid API key.");
    }
    if (request.method === "GET") return this.#answerAboutModels(pathname, writer);
    const [, model = "", method] = chatPath.exec(pathname) ?? [];
    if (method === undefined) return refuse(writer, 404, "Requested entity was not found.");
    if (models?.includes(model) === false) {
      const message = `models/${model} is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`;
      return refuse(writer, 404, message);
    }
    const isStream = method === "streamGenerateContent";
    if (isStream && searchParams.get("alt") !== "sse") {
      return refuse(writer, 501, "This fake streams server-sent events only: ask with alt=sse.");
    }
    await this.#chat(request, writer, model, isStream);
  }

  #answerAboutModels(pathname: string, writer: FakeWriter): void {
    const { models = [] } = this.#options;
    const name = pathname.replace("/v1beta/models/", "");
    if (pathname === "/v1beta/models") writer.sendJson(200, toModelsBody(models));
    else if (models.includes(name)) writer.sendJson(200, toModel(name));
    else refuse(writer, 404, "Requested entity was not found.");
  }

  async #chat(request: GeminiRequest, writer: FakeWriter, model: string, isStream: boolean): Promise<void> {
    const { body } = request;
    const { requiresSignatures: isSigned = false, turns = [] } = this.#options;
    const violations = [...violationsOf(body)];
    if (violations.length > 0) {
      const message = violations.map(({ description }) => description).join("\n");
      return writer.sendJson(400, toErrorBody(400, message, [toFieldViolations(violations)]));
    }
    const [problem] = problemsOf(body, isSigned);
    if (problem !== undefined) return refuse(writer, 400, problem);
    const promptTokens = Math.ceil(
      JSON.stringify([body.systemInstruction, body.contents, body.tools]).length / 4,
    );
    const answer = new GeminiAnswer(writer, { model, isStream, promptTokens, isSigned });
    await playScript(writer, answer, stepsOf(turns, request, this.#turnCount++));
  }
}

function toUrl(path: string): URL {
  return new URL(path, "http://localhost");
}

function refuse(writer: FakeWriter, status: number, message: string): void {
  writer.sendJson(status, toErrorBody(status, message));
}
