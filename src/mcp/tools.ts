import { isRepeatable, type ToolAnnotations } from "../tools/annotations.ts";
import type { InvokeConfig, Tool, ToolArguments } from "../tools/tool.ts";
import { noTimeoutMs, type McpConnection } from "./connection.ts";
import { findLoss, toLostError } from "./lost-call.ts";
import type { McpToolDefinition } from "./tool-definition.ts";
import { toToolValue, type McpToolValue } from "./tool-value.ts";

/** The server behind a tool, as it comes and goes. */
export interface ToolServer {
  readonly name: string;
  readonly timeoutMs: number | undefined;
  /** The connection while there is one. */
  readonly connection: McpConnection | undefined;
  connected(signal: AbortSignal | undefined): Promise<McpConnection>;
  drop(connection: McpConnection, reason: string): Promise<void>;
}

/**
 * A tool of a server. The object stays the same over every restart of its server; when the server describes the tool
 * anew, or another server brings one of the same name, this is said of the same object.
 */
export interface McpTool extends Tool {
  name: string;
  description: string;
  schema: unknown;
  annotations: ToolAnnotations;
  sentences?: readonly string[];
  invoke(args: ToolArguments, config?: InvokeConfig): Promise<McpToolValue>;
}

/** How long a call may take that nobody else limits; the executor always does. */
const defaultTimeoutMs = 60_000;

export function createMcpTool(server: ToolServer, definition: McpToolDefinition): McpTool {
  const { timeoutMs } = server;
  const tool: McpTool = {
    ...definition,
    ...(timeoutMs !== undefined && { timeoutMs }),
    invoke: (args, config) =>
      callTool({
        server,
        name: definition.name,
        args,
        signal: config?.signal,
        isRepeatable: isRepeatable(tool.annotations),
      }),
  };
  return tool;
}

/** Says of a tool what its server now says of it; its name here is its own. */
export function redescribe(tool: McpTool, definition: McpToolDefinition): void {
  const { description, schema, annotations, sentences } = definition;
  Object.assign(tool, { description, schema, annotations });
  if (sentences === undefined) delete tool.sentences;
  else tool.sentences = sentences;
}

interface Call {
  readonly server: ToolServer;
  /** The server's own name of the tool. */
  readonly name: string;
  readonly args: ToolArguments;
  readonly signal: AbortSignal | undefined;
  readonly isRepeatable: boolean;
}

/** What is lost twice is given up: the call itself may be what its server dies of. */
async function callTool(call: Call, isSecondTime = false): Promise<McpToolValue> {
  const { server, name, args, signal } = call;
  const connection = server.connection ?? (await server.connected(signal));
  const timeout = server.timeoutMs ?? defaultTimeoutMs;
  const options = signal === undefined ? { timeout } : { timeout: noTimeoutMs, signal };
  try {
    return toToolValue(await connection.callTool(name, args, options));
  } catch (error) {
    signal?.throwIfAborted();
    const loss = findLoss(error, connection, server.name);
    if (loss === undefined) throw error;
    if (loss.isServerGone) await server.drop(connection, loss.reason);
    const isHarmless = loss.neverArrived || call.isRepeatable;
    if (isSecondTime || !isHarmless) throw toLostError(server.name, loss, connection.stderr);
  }
  return callTool(call, true);
}
