import { SwitchboardError } from "../../errors.ts";

/** What went wrong between us and the server. The codes are stable: programs may branch on them (OLL-7). */
export type OllamaErrorCode =
  | "invalid_host"
  | "unreachable"
  | "unauthorized"
  | "busy"
  | "model_missing"
  | "no_tool_support"
  | "no_thinking_support"
  | "context_exceeded"
  | "server_error"
  | "http_error"
  | "bad_response"
  | "truncated"
  | "timeout"
  | "aborted";

export interface OllamaErrorDetails {
  /** The HTTP status, where the server answered with one. */
  readonly status?: number | undefined;
  /** How long the server wants to be left alone. */
  readonly retryAfterMs?: number | undefined;
  readonly model?: string | undefined;
  /** Where to sign in, when the server says so in a 401. */
  readonly signinUrl?: string | undefined;
  readonly cause?: unknown;
}

export class OllamaError extends SwitchboardError {
  declare readonly code: OllamaErrorCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly model: string | undefined;
  readonly signinUrl: string | undefined;

  constructor(code: OllamaErrorCode, message: string, details: OllamaErrorDetails = {}) {
    super(code, message, "cause" in details ? { cause: details.cause } : undefined);
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.model = details.model;
    this.signinUrl = details.signinUrl;
  }
}

/** Server and model of a request, as far as an error can name them. */
export interface ErrorContext {
  readonly server?: string | undefined;
  readonly model?: string | undefined;
}

export function toAbortError(signal: AbortSignal): OllamaError {
  const message = "The request to Ollama was aborted by its caller.";
  return new OllamaError("aborted", message, { cause: signal.reason });
}
