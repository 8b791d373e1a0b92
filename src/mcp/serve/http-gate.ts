import { createHash, timingSafeEqual } from "node:crypto";
import { errorResponse } from "./error-response.ts";
import type { ServerPackage } from "./tool-server.ts";

const methods = ["GET", "POST", "DELETE"];

export interface HttpGateOptions {
  readonly path: string;
  /** Host names by which clients may reach this server, beside those of this machine itself. */
  readonly allowedHosts: readonly string[];
  readonly token: string | undefined;
}

/**
 * Gives the answer that refuses a request, or nothing where it may pass. A page in the user's browser can send requests
 * to this machine, under a name of its own that it lets point here (DNS rebinding): its Host or Origin gives it away.
 */
export function createHttpGate(
  sdk: ServerPackage,
  { path, allowedHosts, token }: HttpGateOptions,
): (request: Request) => Response | undefined {
  const hosts = [...sdk.localhostAllowedHostnames(), ...allowedHosts.map((host) => host.toLowerCase())];
  return (request) =>
    sdk.hostHeaderValidationResponse(request, hosts) ??
    sdk.originValidationResponse(request, hosts) ??
    (token === undefined || isShown(token, request) ? undefined : unauthorized()) ??
    (new URL(request.url).pathname === path ? undefined : notFound(path)) ??
    (methods.includes(request.method) ? undefined : notAllowed());
}

function isShown(token: string, request: Request): boolean {
  const [, shown = ""] = /^Bearer +(.*)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  // Digests are of one length, and comparing them takes the same time wherever they differ.
  return timingSafeEqual(digest(shown), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function unauthorized(): Response {
  const message = "Not authorized: send this server's token as `Authorization: Bearer <token>`";
  return errorResponse(401, -32_001, message, { "WWW-Authenticate": "Bearer" });
}

function notAllowed(): Response {
  return errorResponse(405, -32_000, "Method not allowed", { Allow: methods.join(", ") });
}

function notFound(path: string): Response {
  return errorResponse(404, -32_000, `Nothing is served here: MCP is at ${path}`);
}
