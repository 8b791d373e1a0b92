/** The parts of a tool that a model or a person goes by. */
export type ToolPart = "description" | "schema" | "annotations" | "sentences";

/** What happens to an MCP server and its tools. */
export type McpEvent =
  /** An attempt begins, after a pause of `delayMs`. */
  | {
      readonly type: "mcp.connecting";
      readonly server: string;
      readonly attempt: number;
      /** How many there will be at most; a server that was there once is tried without end. */
      readonly attempts: number | undefined;
      readonly delayMs: number;
    }
  | {
      readonly type: "mcp.connected";
      readonly server: string;
      readonly attempt: number;
      readonly tools: number;
      readonly protocolVersion: string | undefined;
    }
  /** An attempt failed, and another one follows in `retryInMs`. */
  | {
      readonly type: "mcp.attempt.failed";
      readonly server: string;
      readonly attempt: number;
      readonly attempts: number | undefined;
      readonly reason: string;
      readonly stderr: string;
      readonly retryInMs: number;
    }
  /** All attempts failed: the program goes on without this server. */
  | ({ readonly type: "mcp.failed" } & McpFailure)
  /** A server that was ready is gone; it is started again in `restartInMs`. */
  | {
      readonly type: "mcp.died";
      readonly server: string;
      readonly reason: string;
      readonly stderr: string;
      readonly restartInMs: number;
    }
  /** A line on a server's stdout that is not of the protocol (MCP-8). */
  | { readonly type: "mcp.garbage"; readonly server: string; readonly line: string }
  /** Something went wrong on a connection that no call is told of, such as an answer to no question. */
  | {
      readonly type: "mcp.problem";
      readonly server: string;
      readonly transport: "stdio" | "http";
      readonly reason: string;
    }
  | {
      readonly type: "mcp.tools.changed";
      readonly server: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly type: "mcp.refresh.failed"; readonly server: string; readonly reason: string }
  /** A tool is not what it was when it was first seen. */
  | {
      readonly type: "mcp.tool.altered";
      readonly server: string;
      readonly tool: string;
      readonly changed: readonly ToolPart[];
      readonly isQuarantined: boolean;
    }
  /** What is known about tools could not be read or kept. */
  | { readonly type: "mcp.trust.failed"; readonly server: string; readonly reason: string };

/** Everything that a person needs to mend it (MCP-4). */
export interface McpFailure {
  readonly server: string;
  readonly attempts: number;
  readonly reason: string;
  readonly stderr: string;
  readonly check: readonly string[];
  readonly localTools: readonly string[];
  /** The other servers, which are there. */
  readonly readyServers: readonly string[];
}
