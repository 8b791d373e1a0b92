import { SwitchboardError } from "../errors.ts";

/** What went wrong between us and a provider; `code` says which kind of thing, as with `OllamaError`. */
export class ModelError extends SwitchboardError {
  /** The HTTP status, where the server answered with one. */
  readonly status: number | undefined;
  /** How long the server wants to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: string,
    message: string,
    details: ErrorOptions & { readonly status?: number; readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(code, message, "cause" in details ? { cause: details.cause } : undefined);
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The names that the SDKs under LangChain's classes give to the same things. */
interface SdkError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly status_code?: unknown;
  readonly headers?: unknown;
  readonly error?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** What a model's class threw, as an error with a stable code; errors that have one already stay as they are. */
export function toModelError(error: unknown, model: string): SwitchboardError {
  if (error instanceof SwitchboardError) return error;
  const sdkError = (typeof error === "object" && error !== null ? error : { message: error }) as SdkError;
  const said = String(sdkError.message);
  const status = [sdkError.status, sdkError.statusCode, sdkError.status_code].find(
    (each) => typeof each === "number",
  );
  if (status !== undefined) return toStatusError(status, sdkError, said, model);
  if (said === "terminated") return toTruncatedError(model, error);
  // Of the SDKs' readers of events, and of LangChain's.
  if (error instanceof SyntaxError) {
    const message = `The answer of ${model} cannot be read: ${said}`;
    return new ModelError("bad_response", message, { cause: error });
  }
  // An error that came as an event of a stream has the server's words and no status.
  if (sdkError.error !== undefined) {
    return new ModelError("server_error", `The request to ${model} failed: ${said}`, { cause: error });
  }
  const wireFault = causesOf(error).find(({ name }) => name === "HTTPParserError");
  if (wireFault !== undefined) {
    const message = `The server of ${model} does not answer in HTTP (${String(wireFault.message)}). Check its address and port.`;
    return new ModelError("bad_response", message, { cause: error });
  }
  const connectionCode = said === sdkTimeout ? "ETIMEDOUT" : connectionCodeOf(error);
  if (connectionCode !== undefined) {
    const message = `Cannot reach the server of ${model} (${connectionCode}). Check its address and the network.`;
    return new ModelError("unreachable", message, { cause: error });
  }
  return new ModelError("model_error", `The request to ${model} failed: ${said}`, { cause: error });
}

export function toAbortError(model: string, signal: AbortSignal): ModelError {
  return new ModelError("aborted", `The request to ${model} was aborted by its caller.`, {
    cause: signal.reason,
  });
}

/** A stream ended without a word that it was over: what came of it is not to be trusted (CHAT-12). */
export function toTruncatedError(model: string, cause?: unknown): ModelError {
  const message = `The answer of ${model} was cut off before its end; nothing of it was executed. Ask again.`;
  return new ModelError("truncated", message, { cause });
}

function toStatusError(status: number, { headers }: SdkError, said: string, model: string): ModelError {
  const retryAfterMs = parseRetryAfter(headers);
  const cut = said.split("\n\nTroubleshooting URL")[0] ?? said;
  const message = `The server of ${model} answered with HTTP ${status}: ${cut.slice(0, 500)}`;
  return new ModelError(codeOf(status), message, { status, retryAfterMs });
}

function codeOf(status: number): string {
  if (status === 401 || status === 403) return "unauthorized";
  // 529 is Anthropic's word for the same.
  if (status === 429 || status === 503 || status === 529) return "busy";
  return status >= 500 ? "server_error" : "http_error";
}

/** What OpenAI's and Anthropic's SDKs say, without a code, when a server takes longer than their `timeout`. */
const sdkTimeout = "Request timed out.";

const connectionCode = /^(?:E[A-Z_]+|UND_ERR_(?:SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT))$/;

function connectionCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .map(({ code }) => code)
    .find((code) => typeof code === "string" && connectionCode.test(code)) as string | undefined;
}

/** What was thrown, and what lies behind it. */
function causesOf(error: unknown): SdkError[] {
  const causes: SdkError[] = [];
  let current = error;
  // Bounded: a chain of causes may be a circle.
  while (causes.length < 8 && typeof current === "object" && current !== null) {
    causes.push(current);
    current = (current as SdkError).cause;
  }
  return causes;
}

/** `Retry-After` in seconds or as a date, or the milliseconds of `retry-after-ms`. */
export function parseRetryAfter(headers: unknown, now = Date.now()): number | undefined {
  const milliseconds = Number(headerOf(headers, "retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headerOf(headers, "retry-after");
  if (text === undefined) return undefined;
  const delayMs = /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (typeof headers !== "object" || headers === null) return undefined;
  // Not by its class: to name the global `Headers` loads all of undici.
  const { get } = headers as { get?: unknown };
  const value: unknown =
    typeof get === "function" ? get.call(headers, name) : (headers as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}
