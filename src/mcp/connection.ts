import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { formatDuration } from "../calls/format-duration.ts";
import { pause } from "../calls/pause.ts";
import type { Clock } from "../clock.ts";
import type { ToolArguments } from "../tools/tool.ts";
import { withAuthorization, type McpAuth } from "./auth.ts";
import { callResultSchema } from "./call-result.ts";
import type { CallsUnderWay } from "./calls-under-way.ts";
import type { HttpTransport } from "./http-transport.ts";
import { keepListening } from "./keep-listening.ts";
import { listTools } from "./list-tools.ts";
import type { ProcessExit, StdioTransport } from "./stdio-transport.ts";
import type { McpToolDefinition } from "./tool-definition.ts";

/** The client's own timers never ring: what waits for an answer is bounded by the clock and by signals. */
export const noTimeoutMs = 2 ** 31 - 1;

/** A goodbye to a server over HTTP may take this long, and is not missed; so may calls that it will not answer. */
const goodbyeMs = 1_000;

export type McpTransport = StdioTransport | HttpTransport;

export interface McpConnectionParts {
  readonly client: Client;
  readonly transport: McpTransport;
  readonly callsUnderWay: CallsUnderWay;
  readonly clock: Clock;
  readonly auth?: McpAuth | undefined;
}

/** One life of one server, from the handshake to the end. A server that comes back gets another connection. */
export class McpConnection {
  readonly #client: Client;
  readonly #transport: McpTransport;
  readonly #callsUnderWay: CallsUnderWay;
  readonly #clock: Clock;
  readonly #auth: McpAuth | undefined;
  readonly #closed = Promise.withResolvers<void>();
  #withOutputSchema: ReadonlySet<unknown> = new Set();
  readonly #ending = new AbortController();
  #dropReason: string | undefined;
  #closing: Promise<void> | undefined;

  constructor({ client, transport, callsUnderWay, clock, auth }: McpConnectionParts) {
    this.#client = client;
    this.#transport = transport;
    this.#callsUnderWay = callsUnderWay;
    this.#clock = clock;
    this.#auth = auth;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no event target
    client.onclose = () => this.#onClosed();
  }

  /** Settles when the server is gone, whoever ended it. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  get isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  get protocolVersion(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion();
  }

  get era(): "legacy" | "modern" | undefined {
    return this.#client.getProtocolEra();
  }

  get pid(): number | undefined {
    return isStdio(this.#transport) ? this.#transport.pid : undefined;
  }

  get stderr(): string {
    return isStdio(this.#transport) ? this.#transport.stderr : "";
  }

  /** How the server ended, in words, as far as it is known. */
  get end(): string {
    return this.#dropReason ?? describeEnd(this.#transport);
  }

  /** Whether the server keeps something about this connection that it may forget. */
  get hasSession(): boolean {
    return !isStdio(this.#transport) && this.#transport.sessionId !== undefined;
  }

  async listTools(signal?: AbortSignal): Promise<McpToolDefinition[]> {
    const options = { timeout: noTimeoutMs, ...(signal !== undefined && { signal }) };
    const { definitions, withOutputSchema } = await listTools(this.#client, options);
    this.#withOutputSchema = withOutputSchema;
    return definitions;
  }

  async callTool(name: string, args: ToolArguments, options: CallOptions): Promise<CallToolResult> {
    this.#callsUnderWay.begin();
    try {
      return await this.#call(name, args, options);
    } finally {
      this.#callsUnderWay.end();
    }
  }

  /** Hears of changes of the tools for as long as the connection lasts. */
  watchTools(onToolsChanged: () => void): void {
    void keepListening(this.#client, this.#clock, this.#ending.signal, onToolsChanged);
  }

  /** The process and all that it started are gone when this settles. However many ask for it, it is done once. */
  close(reason?: string): Promise<void> {
    this.#dropReason ??= reason;
    return (this.#closing ??= this.#close());
  }

  /**
   * Closes a connection that the other side no longer knows, for whichever call finds it out. The others under way find
   * out for themselves, and can be made again then: to cut them off would leave their outcome unknown.
   */
  async drop(reason: string): Promise<void> {
    this.#dropReason ??= reason;
    const { over } = this.#callsUnderWay;
    if (over !== undefined) await pause(goodbyeMs, over, this.#clock);
    await this.close();
  }

  #call(name: string, args: ToolArguments, options: CallOptions): Promise<CallToolResult> {
    const params = { name, arguments: args };
    if (!isStdio(this.#transport)) {
      return withAuthorization(this.#transport, this.#auth, options.signal, () =>
        this.#client.callTool(params, options),
      );
    }
    // `callTool` checks what has an output schema, and puts arguments into headers; without either, it only costs.
    if (this.#withOutputSchema.has(name)) return this.#client.callTool(params, options);
    return this.#client.request({ method: "tools/call", params }, callResultSchema, options);
  }

  async #close(): Promise<void> {
    if (!isStdio(this.#transport)) await this.#sayGoodbye(this.#transport);
    await this.#client.close().catch(() => {});
    // The client forgets its transport as soon as that says it is closed, and it says so before all is gone.
    await this.#transport.close().catch(() => {});
    this.#onClosed();
  }

  #onClosed(): void {
    this.#ending.abort();
    this.#closed.resolve();
  }

  async #sayGoodbye(transport: HttpTransport): Promise<void> {
    if (transport.sessionId === undefined) return;
    const answered = new AbortController();
    const goodbye = transport.terminateSession().then(
      () => answered.abort(),
      () => answered.abort(),
    );
    await Promise.race([goodbye, pause(goodbyeMs, answered.signal, this.#clock)]);
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout: number;
}

export function isStdio(transport: McpTransport): transport is StdioTransport {
  return "pid" in transport;
}

export function describeEnd(transport: McpTransport): string {
  if (!isStdio(transport)) return "the connection was closed";
  return transport.exit === undefined ? "it closed its output" : describeExit(transport.exit);
}

function describeExit({ code, signal }: ProcessExit): string {
  return signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`;
}

export function describeSilence(limitMs: number): string {
  return `it did not answer within ${formatDuration(limitMs)}`;
}
