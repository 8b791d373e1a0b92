import { SwitchboardError } from "../errors.ts";
import type { FailureCode } from "./call.ts";

/** What a tool throws to choose the code of its call's result; any other error means `failed`. */
export class ToolError extends SwitchboardError {
  declare readonly code: FailureCode;

  // oxlint-disable-next-line no-useless-constructor -- it narrows what a code may be
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

/** What a model should read of whatever a tool threw: an error, a string, `null`, an object (EX-4). */
export function toFailure(thrown: unknown, toolName: string): Failure {
  if (thrown instanceof ToolError) return thrown;
  // Builtin tools say it without knowing what a call is.
  if (thrown instanceof SwitchboardError && thrown.code === "unavailable") {
    return { code: "unavailable", message: thrown.message };
  }
  const network = findNetworkError(thrown);
  if (network !== undefined) {
    return { code: "unavailable", message: describeUnavailable(network, toolName) };
  }
  // LangChain's tools check their arguments once more, with what JSON Schema cannot say.
  const code = nameOf(thrown) === "ToolInputParsingException" ? "invalid_arguments" : "failed";
  return { code, message: messageOf(thrown) };
}

export function messageOf(thrown: unknown): string {
  return describeError(thrown, 2);
}

/** Bounded: errors may hold each other, and to follow them all would never end. */
function describeError(thrown: unknown, levels: number): string {
  try {
    if (typeof thrown === "object" && thrown !== null) {
      const { message, cause, errors } = thrown as { message?: unknown; cause?: unknown; errors?: unknown };
      // The one message that says nothing without its cause, and everybody's tools throw it.
      if (message === "fetch failed" && cause instanceof Error) return `${message}: ${cause.message}`;
      if (typeof message === "string" && message !== "") return message;
      // Several errors in one that says nothing itself, as where every address of a host was tried.
      if (Array.isArray(errors) && errors.length > 0 && levels > 0) {
        const some: readonly unknown[] = errors.slice(0, 8);
        return some.map((error) => describeError(error, levels - 1)).join("; ");
      }
      if (thrown instanceof Error) return thrown.name;
      return JSON.stringify(thrown) ?? "The tool failed without saying why";
    }
    if (thrown === undefined || thrown === null || thrown === "") return "The tool failed without saying why";
    return String(thrown);
  } catch {
    return "The tool failed with an error that cannot be read";
  }
}

interface NetworkError {
  readonly code: string;
  readonly address?: unknown;
  readonly hostname?: unknown;
  readonly host?: unknown;
  readonly port?: unknown;
}

const networkFaults = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection reset"],
  ["ECONNABORTED", "connection aborted"],
  ["EPIPE", "connection closed"],
  ["ENOTFOUND", "host not found"],
  ["EAI_AGAIN", "host name could not be resolved"],
  ["EHOSTUNREACH", "host unreachable"],
  ["EHOSTDOWN", "host down"],
  ["ENETUNREACH", "network unreachable"],
  ["ENETDOWN", "network down"],
  ["ETIMEDOUT", "connection timed out"],
  ["UND_ERR_CONNECT_TIMEOUT", "connection timed out"],
  ["UND_ERR_HEADERS_TIMEOUT", "no answer in time"],
  ["UND_ERR_BODY_TIMEOUT", "answer stopped"],
  ["UND_ERR_SOCKET", "connection closed"],
]);

/** Looks through `cause` (fetch hides the reason there) and `errors` (one per address tried). */
function findNetworkError(thrown: unknown): NetworkError | undefined {
  const pending: unknown[] = [thrown];
  // Bounded: a chain of causes may be a circle.
  for (let seen = 0; pending.length > 0 && seen < 32; seen += 1) {
    const error = pending.shift();
    if (typeof error !== "object" || error === null) continue;
    try {
      const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
      if (typeof code === "string" && networkFaults.has(code) && !Array.isArray(errors))
        return error as NetworkError;
      if (Array.isArray(errors)) pending.push(...errors.slice(0, 8));
      pending.push(cause);
    } catch {
      // A getter that throws tells nothing about the network.
    }
  }
  return undefined;
}

function describeUnavailable(error: NetworkError, toolName: string): string {
  const host = error.hostname ?? error.address ?? error.host;
  const fault = networkFaults.get(error.code);
  if (typeof host !== "string" || host === "")
    return `The service behind "${toolName}" is unavailable (${fault})`;
  const port = typeof error.port === "number" ? `:${error.port}` : "";
  return `The service at ${host.includes(":") ? `[${host}]` : host}${port} is unavailable (${fault})`;
}

function nameOf(thrown: unknown): unknown {
  return thrown instanceof Error ? thrown.name || thrown.constructor.name : undefined;
}
