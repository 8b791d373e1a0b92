// The package's objects have callbacks, they are no event targets.
// oxlint-disable unicorn/prefer-add-event-listener
import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import type { ServingParts } from "./serving.ts";

/** Makes the servers of connections that last, and knows which of them are to hear of changed tools. */
export class OpenServers {
  readonly #parts: ServingParts;
  readonly #open = new Set<McpServer>();

  constructor(parts: ServingParts) {
    this.#parts = parts;
  }

  create({ era }: Pick<McpRequestContext, "era">): McpServer {
    const mcp = this.#parts.createServer();
    mcp.server.onclose = () => void this.#open.delete(mcp);
    if (era === "modern") this.#open.add(mcp);
    // Until it has said that it is ready, a client of the old era is told nothing.
    else mcp.server.oninitialized = () => void this.#open.add(mcp);
    return mcp;
  }

  tellChange(): void {
    for (const { server } of this.#open) server.sendToolListChanged().catch(this.#parts.onError);
  }
}
