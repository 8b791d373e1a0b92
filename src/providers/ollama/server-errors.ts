import { OllamaError, type ErrorContext, type OllamaErrorCode } from "./errors.ts";

export interface ErrorResponse {
  readonly status: number;
  readonly body: string;
  /** The `location` header of a redirect. */
  readonly location?: string | undefined;
  /** From the `retry-after` header of a server that is busy. */
  readonly retryAfterMs?: number | undefined;
}

/** An answer that is no 2xx. The server's own words stay in the text. */
export function toResponseError(response: ErrorResponse, context: ErrorContext): OllamaError {
  const { status, retryAfterMs } = response;
  const body = parseErrorBody(response.body);
  const { code, message } =
    readKnownText(body.text, context) ?? readStatus(response, body, context.server ?? "Ollama");
  return new OllamaError(code, message, {
    status,
    retryAfterMs,
    model: context.model,
    signinUrl: body.signinUrl,
  });
}

/** `{"error": …}` as a line of a stream that began with HTTP 200. */
export function toStreamError(error: string, context: ErrorContext): OllamaError {
  const text = unwrap(error);
  const { code, message } = readKnownText(text, context) ?? {
    code: "server_error",
    message: `${context.server ?? "Ollama"} failed in the middle of its answer: ${text}`,
  };
  return new OllamaError(code, message, { model: context.model });
}

interface Reading {
  readonly code: OllamaErrorCode;
  readonly message: string;
}

interface KnownText {
  readonly pattern: RegExp;
  readonly code: OllamaErrorCode;
  toMessage(model: string, server: string, text: string): string;
}

/** Known by their words, not by their status: the same texts come before and in a stream. */
const knownTexts: readonly KnownText[] = [
  {
    // In front stands the short name or the full registry path. The second one is what llama.cpp says.
    pattern: /does not support tools$|^tools param requires/,
    code: "no_tool_support",
    toMessage: (model) =>
      `${model} does not support tools. Use a model that does, or put the tools into its prompt.`,
  },
  {
    pattern: /does not support thinking$/,
    code: "no_thinking_support",
    toMessage: (model) => `${model} does not support thinking. Leave \`think\` out.`,
  },
  {
    pattern: /^model ['"][^'"]*['"] not found/,
    code: "model_missing",
    toMessage: (model, server) => `${server} does not have ${model}. Get it with: ollama pull ${model}`,
  },
  {
    pattern: /^pull model manifest: .*(?:file does not exist|404)/,
    code: "model_missing",
    toMessage: (model, _, text) =>
      `There is no ${model} to pull (${text}). See https://ollama.com/library for names.`,
  },
  {
    pattern: /exceeds the (?:available )?context/,
    code: "context_exceeded",
    toMessage: (model, _, text) =>
      `The messages and tools are too long for ${model} (${text}). Raise \`num_ctx\`, or send less.`,
  },
];

function readKnownText(text: string, { model, server = "Ollama" }: ErrorContext): Reading | undefined {
  const known = knownTexts.find(({ pattern }) => pattern.test(text));
  return known && { code: known.code, message: known.toMessage(model ?? "the model", server, text) };
}

function readStatus({ status, location }: ErrorResponse, body: ErrorBody, server: string): Reading {
  const said = body.text === "" ? "" : `: ${body.text.replace(/\.$/, "")}`;
  if (status === 401 || status === 403) {
    const way =
      body.signinUrl === undefined ? "Check the credentials in `headers`" : `Sign in at ${body.signinUrl}`;
    return { code: "unauthorized", message: `${server} refused access with HTTP ${status}${said}. ${way}.` };
  }
  if (status === 429 || status === 503) {
    const way = "Try again later, or raise OLLAMA_MAX_QUEUE there";
    return { code: "busy", message: `${server} is busy (HTTP ${status}${said}). ${way}.` };
  }
  if (status >= 500) {
    return {
      code: "server_error",
      message: `${server} failed with HTTP ${status}${said}. Its log says more.`,
    };
  }
  if (status < 400) {
    const message = `${server} redirects to ${location ?? "another address"} (HTTP ${status}). Set the host to that.`;
    return { code: "http_error", message };
  }
  const doubt = body.isOllama ? "" : ". Is it an Ollama server?";
  return { code: "http_error", message: `${server} refused the request with HTTP ${status}${said}${doubt}` };
}

interface ErrorBody {
  readonly text: string;
  /** The body has the form that Ollama gives its errors. */
  readonly isOllama: boolean;
  readonly signinUrl?: string;
}

const longestText = 500;

function parseErrorBody(body: string): ErrorBody {
  const { error, signin_url: signinUrl } = parseJsonObject(body);
  if (typeof error !== "string") return { text: body.trim().slice(0, longestText), isOllama: false };
  return { text: unwrap(error), isOllama: true, ...(typeof signinUrl === "string" && { signinUrl }) };
}

/** Newer servers hand on what their runner says: JSON, as text, in the text of the error. */
function unwrap(text: string): string {
  const { error } = parseJsonObject(text);
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return (typeof message === "string" ? message : text).trim().slice(0, longestText);
}

function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
