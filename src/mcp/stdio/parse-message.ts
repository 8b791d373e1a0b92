import type { JSONRPCMessage } from "@modelcontextprotocol/client";

/** A JSON-RPC message, or undefined for a line that is none. */
export function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null) return undefined;
    return "jsonrpc" in value && value.jsonrpc === "2.0" ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
