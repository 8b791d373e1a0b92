import { SwitchboardError } from "../errors.ts";

/** Why a server could not be connected to, with the last words it wrote to its stderr (MCP-5). */
export class McpConnectError extends SwitchboardError {
  readonly stderr: string;

  constructor(reason: string, stderr: string, options?: ErrorOptions) {
    super("mcp_connect_failed", reason, options);
    this.stderr = stderr;
  }
}
