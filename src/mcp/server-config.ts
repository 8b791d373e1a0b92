/** What every server may be told, however it is reached. */
export interface McpServerOptions {
  readonly disabled?: boolean;
  /** The time one call may take: the executor's limit where it is not given. */
  readonly timeoutMs?: number;
  /** The time one attempt to connect may take: 10 s. */
  readonly connectTimeoutMs?: number;
  /** How often connecting is tried: 3 times. */
  readonly attempts?: number;
  /** The wait before the second attempt, doubled before each further one: 2 s. */
  readonly retryDelayMs?: number;
  /** What a person should check when the server cannot be reached. */
  readonly check?: readonly string[];
  /** Directories that the server is told it may work in: paths or `file:` URLs. */
  readonly roots?: readonly string[];
  /** What happens when a tool is no longer what it was when it was first seen: a warning. */
  readonly onToolChange?: "warn" | "quarantine";
}

/** A server that is started as a child process and spoken to over its stdin and stdout. */
export interface StdioServerConfig extends McpServerOptions {
  readonly type?: "stdio";
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that is reached over Streamable HTTP. */
export interface HttpServerConfig extends McpServerOptions {
  readonly type?: "http" | "streamable-http";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One entry of `mcpServers`, in the form that the common hosts share (MCP-14). */
export type McpServerConfig = StdioServerConfig | HttpServerConfig;

/** How connecting is tried where a server's config does not say (MCP-2, MCP-7, MCP-12). */
export const connectDefaults = { attempts: 3, retryDelayMs: 2_000, connectTimeoutMs: 10_000 } as const;

export function transportOf(config: McpServerConfig): "stdio" | "http" {
  return isHttpServer(config) ? "http" : "stdio";
}

export function isHttpServer(config: McpServerConfig): config is HttpServerConfig {
  return "url" in config;
}
