import type { AuthProvider, OAuthClientProvider } from "@modelcontextprotocol/client";
import type { HttpTransport } from "./http-transport.ts";

/** How this program proves to a server over HTTP who it is, where headers in the config are not enough. */
export interface McpAuth {
  /** The official client's OAuth provider, or an object that gives a bearer token: `{ token: async () => "…" }`. */
  readonly provider: AuthProvider | OAuthClientProvider;
  /** Waits until the person has been sent back to the provider's redirect URL, and gives the parameters of that URL. */
  readonly authorized?: (signal: AbortSignal | undefined) => Promise<URLSearchParams>;
}

/** Makes a request, and makes it once more when the person has given the permission that was missing. */
export async function withAuthorization<Value>(
  transport: HttpTransport,
  auth: McpAuth | undefined,
  signal: AbortSignal | undefined,
  request: () => Promise<Value>,
): Promise<Value> {
  try {
    return await request();
  } catch (error) {
    if (!isUnauthorized(error) || auth?.authorized === undefined) throw error;
    await transport.finishAuth(await auth.authorized(signal));
    return request();
  }
}

/** By its name: the client's package is loaded only when a server is connected to. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.name === "UnauthorizedError";
}
