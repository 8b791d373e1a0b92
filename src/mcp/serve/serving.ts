import type { McpServer } from "@modelcontextprotocol/server";
import type { ServerPackage } from "./tool-server.ts";

/** Tools that are being served. */
export interface McpServing {
  /** Where, over HTTP. */
  readonly url?: string;
  /** Resolves when the serving is over: over stdio also when the client has closed stdin. */
  readonly closed: Promise<void>;
  /** Ends it; calls that are running are cancelled. */
  close(): Promise<void>;
}

/** What a transport needs to serve over it. */
export interface ServingParts {
  readonly sdk: ServerPackage;
  /** One for each connection, or each request. */
  readonly createServer: () => McpServer;
  readonly onError: (error: Error) => void;
}

/** A transport in use, which also tells its clients that the tools have changed. */
export interface TransportServing extends McpServing {
  tellChange(): void;
}
