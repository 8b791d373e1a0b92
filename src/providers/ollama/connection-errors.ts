import { OllamaError } from "./errors.ts";
import { ProtocolError } from "./http/protocol-error.ts";

const connectionTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there. Is Ollama running? Start it with `ollama serve`, or set OLLAMA_HOST",
  ENOTFOUND: "there is no host of that name. Check OLLAMA_HOST",
  EAI_AGAIN: "its name cannot be looked up right now. Check the network",
  EHOSTUNREACH: "there is no way to that host. Check the network",
  ENETUNREACH: "there is no way to that network. Check the network",
  ECONNRESET: "it closed the connection without an answer. Its log says more",
  EPIPE: "it closed the connection without an answer. Its log says more",
};

/** No answer began. */
export function toConnectionError(cause: NodeJS.ErrnoException | undefined, server: string): OllamaError {
  const code = cause?.code ?? "ECONNRESET";
  if (isProtocolError(cause)) return toProtocolError(cause, server);
  const reason = connectionTexts[code] ?? `${cause?.message ?? "unknown reason"} (${code})`;
  return new OllamaError("unreachable", `Cannot reach Ollama at ${server}: ${reason}.`, { cause });
}

/** An answer began and did not end. */
export function toCutError(cause: NodeJS.ErrnoException | undefined, server: string): OllamaError {
  if (isProtocolError(cause)) return toProtocolError(cause, server);
  const message = `The connection to ${server} was cut in the middle of its answer. Ask again; its log may say more.`;
  return new OllamaError("truncated", message, { cause });
}

/** Ours, or that of the parser behind a caller's own `fetch`. */
function isProtocolError(cause: NodeJS.ErrnoException | undefined): boolean {
  return cause instanceof ProtocolError || (cause?.code?.startsWith("HPE_") ?? false);
}

function toProtocolError(cause: Error | undefined, server: string): OllamaError {
  const reason = cause?.message ?? "no reason given";
  const message = `${server} does not answer in HTTP (${reason}). Is the port right?`;
  return new OllamaError("bad_response", message, { cause });
}
