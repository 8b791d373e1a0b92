import { toFailure } from "../calls/failure.ts";
import { SwitchboardError } from "../errors.ts";
import { describeEnd, isStdio, type McpTransport } from "./connection.ts";
import { transportOf, type McpServerConfig } from "./server-config.ts";

/** Why a server could not be connected to, with the last words it wrote to its stderr (MCP-5). */
export class McpConnectError extends SwitchboardError {
  readonly stderr: string;

  constructor(reason: string, stderr: string, options?: ErrorOptions) {
    super("mcp_connect_failed", reason, options);
    this.stderr = stderr;
  }
}

/** Says of whatever went wrong in an attempt which server it was, and how its process ended where that is why. */
export function toConnectError(
  error: unknown,
  { name, config }: { readonly name: string; readonly config: McpServerConfig },
  transport?: McpTransport,
): McpConnectError {
  const process = transport !== undefined && isStdio(transport) ? transport : undefined;
  const isEnd = process !== undefined && endCodes.has(codeOf(error));
  const detail = isEnd ? describeEnd(process) : toAdvice(toFailure(withoutWrapping(error), name).message);
  const reason = `Connection to ${transportOf(config)} server '${name}' failed: ${detail}`;
  return new McpConnectError(reason, process?.stderr ?? "", { cause: error });
}

/** The client's message without its own step in front, and with what to do where the server wants to know who we are. */
function toAdvice(message: string): string {
  const detail = message.replace(/^Version negotiation failed: /, "");
  const isRefused = /\(HTTP 40[13]\)/.test(detail);
  return isRefused ? `${detail}; give a token in its "headers", or mcpAuth in code` : detail;
}

/** Whether a server ended when it was asked which era it is of. */
export function isEndedByProbe(error: unknown): boolean {
  return error instanceof McpConnectError && codeOf(error.cause) === "ERA_NEGOTIATION_FAILED";
}

/** What the client says when a process has ended, at whichever point of the handshake. */
const endCodes: ReadonlySet<unknown> = new Set([
  "CONNECTION_CLOSED",
  "SEND_FAILED",
  "NOT_CONNECTED",
  "ERA_NEGOTIATION_FAILED",
]);

/** The client's own words around a failed request hide what went wrong. */
function withoutWrapping(error: unknown): unknown {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return codeOf(error) === "ERA_NEGOTIATION_FAILED" && cause !== undefined ? cause : error;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
