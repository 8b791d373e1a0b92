// The package's objects have callbacks, they are no event targets.
// oxlint-disable unicorn/prefer-add-event-listener
import { randomUUID } from "node:crypto";
import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { OpenServers } from "./open-servers.ts";
import { errorResponse } from "./error-response.ts";
import type { ServingParts } from "./serving.ts";

/** The old era over HTTP: a client initializes a session and names it in every request from then on. */
export class Sessions {
  readonly #parts: ServingParts;
  readonly #open: OpenServers;
  /** In the order of their last use. */
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  /** Clients that leave without a word leave sessions behind: of more than so many, the one unused the longest goes. */
  readonly #maxSessions: number;

  constructor(parts: ServingParts, maxSessions = 1_000) {
    this.#parts = parts;
    this.#maxSessions = maxSessions;
    this.#open = new OpenServers(parts);
  }

  async handle(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const transport = id === null ? await this.#start(body) : this.#use(id);
    if (transport !== undefined) return transport.handleRequest(request, { parsedBody: body });
    return id === null
      ? errorResponse(
          400,
          -32_000,
          "No session: send initialize first, then its Mcp-Session-Id with each request",
        )
      : errorResponse(404, -32_001, "Session not found: it is over, initialize a new one");
  }

  tellChange(): void {
    this.#open.tellChange();
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#transports.values(), (transport) => transport.close()));
  }

  #use(id: string): WebStandardStreamableHTTPServerTransport | undefined {
    const transport = this.#transports.get(id);
    if (transport === undefined) return undefined;
    this.#transports.delete(id);
    this.#transports.set(id, transport);
    return transport;
  }

  async #start(body: unknown): Promise<WebStandardStreamableHTTPServerTransport | undefined> {
    const { sdk, onError } = this.#parts;
    if (!sdk.isInitializeRequest(body)) return undefined;
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#keep(id, transport),
    });
    transport.onerror = onError;
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#transports.delete(transport.sessionId);
    };
    const server = this.#open.create({ era: "legacy" });
    await server.connect(transport);
    return transport;
  }

  #keep(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    this.#transports.set(id, transport);
    if (this.#transports.size <= this.#maxSessions) return;
    const [unused] = this.#transports.values();
    unused?.close().catch(this.#parts.onError);
  }
}
