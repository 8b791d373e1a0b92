import { toFailure, ToolError } from "../calls/failure.ts";
import type { McpConnection } from "./connection.ts";
import { brokenOff } from "./http-transport.ts";
import { lastLines } from "./last-lines.ts";

/** A call that got no answer. */
export interface LostCall {
  /** It cannot have been carried out, so that making it again does no harm. */
  readonly neverArrived: boolean;
  /** The server is gone as well, not only this answer. */
  readonly isServerGone: boolean;
  readonly reason: string;
}

/** Why there is no answer; `undefined` where the server did answer, if only with an error. */
export function findLoss(error: unknown, connection: McpConnection, server: string): LostCall | undefined {
  if (connection.isClosed)
    return { neverArrived: isUnsent(error), isServerGone: true, reason: connection.end };
  if (connection.hasSession && isUnknownSession(error))
    return { neverArrived: true, isServerGone: true, reason: "it no longer knows this session" };
  if ((error as { data?: unknown } | null)?.data === brokenOff)
    return { neverArrived: false, isServerGone: false, reason: (error as Error).message };
  const { code, message: reason } = toFailure(error, server);
  if (code !== "unavailable") return undefined;
  const isNobodyThere = nobodyThereCodes.has(findCode(error));
  return { neverArrived: isNobodyThere, isServerGone: isNobodyThere, reason };
}

/** What a model has to know: the light may be on or off (MCP-10). */
export function toLostError(server: string, { neverArrived, reason }: LostCall, stderr: string): ToolError {
  const what = neverArrived
    ? `MCP server '${server}' cannot be reached: ${reason}.`
    : `MCP server '${server}' was lost during this call: ${reason}. ` +
      "The outcome is unknown: the call may or may not have been carried out.";
  const words = lastLines(stderr);
  return new ToolError("unavailable", words === "" ? what : `${what}\nIts stderr: ${words}`);
}

/** The client's words for a request that it did not even try to send. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.message === "Not connected";
}

/** A server that was started anew knows nothing of the old session. The protocol says 404; many servers say 400. */
function isUnknownSession(error: unknown): boolean {
  const { status, message } = (error ?? {}) as { status?: unknown; message?: unknown };
  return status === 404 || (status === 400 && /\bsession\b/i.test(String(message)));
}

const nobodyThereCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
]);

/** Looks through `cause`, where fetch hides the reason, and `errors`, one for each address tried. */
function findCode(error: unknown): unknown {
  let current = error;
  // Bounded: a chain of causes may be a circle.
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth += 1) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: unknown };
    if (nobodyThereCodes.has(code)) return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
}
