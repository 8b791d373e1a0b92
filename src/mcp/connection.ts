import type { CallToolResult, Client, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { pause } from "../calls/pause.ts";
import { systemClock, type Clock } from "../clock.ts";
import { formatDuration } from "../calls/format-duration.ts";
import type { HttpTransport } from "./http-transport.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import type { ToolArguments } from "../tools/tool.ts";
import { withAuthorization, type McpAuth } from "./auth.ts";
import { callResultSchema } from "./call-result.ts";
import type { CallsUnderWay } from "./calls-under-way.ts";
import { keepListening } from "./keep-listening.ts";
import type { ProcessExit, StdioTransport } from "./stdio-transport.ts";
import { toToolDefinition, type McpToolDefinition } from "./tool-definition.ts";

/** The client's own timers never ring: what waits for an answer is bounded by the clock and by signals. */
export const noTimeoutMs = 2 ** 31 - 1;

/** A goodbye to a server over HTTP may take this long, and is not missed; so may calls that it will not answer. */
const goodbyeMs = 1_000;
/** A server whose list of tools goes on for longer than this never comes to an end. */
export const maxPages = 1_000;

export type McpTransport = StdioTransport | HttpTransport;

/** One life of one server, from the handshake to the end. A server that comes back gets another connection. */
export class McpConnection {
  readonly #client: Client;
  readonly #transport: McpTransport;
  readonly #callsUnderWay: CallsUnderWay;
  readonly #auth: McpAuth | undefined;
  readonly #closed = Promise.withResolvers<void>();
  #withOutputSchema: ReadonlySet<unknown> = new Set();
  readonly #ending = new AbortController();
  #dropReason: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(client: Client, transport: McpTransport, callsUnderWay: CallsUnderWay, auth?: McpAuth) {
    this.#client = client;
    this.#transport = transport;
    this.#callsUnderWay = callsUnderWay;
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
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const listed = await this.#listWhole({ timeout: noTimeoutMs, ...(signal !== undefined && { signal }) });
    this.#withOutputSchema = new Set(listed.filter(hasOutputSchema).map(({ name }) => name));
    return firstOfEachName(listed.map(toToolDefinition));
  }

  async callTool(name: string, args: ToolArguments, options: CallOptions): Promise<CallToolResult> {
    this.#callsUnderWay.begin();
    try {
      return await this.#call(name, args, options);
    } finally {
      this.#callsUnderWay.end();
    }
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
    if (over !== undefined) await pause(goodbyeMs, over, systemClock);
    await this.close();
  }

  async #close(): Promise<void> {
    if (!isStdio(this.#transport)) await this.#sayGoodbye(this.#transport);
    await this.#client.close().catch(() => {});
    // The client forgets its transport as soon as that says it is closed, and it says so before all is gone.
    await this.#transport.close().catch(() => {});
    this.#onClosed();
  }

  /** Hears of changes of the tools for as long as the connection lasts. */
  watchTools(clock: Clock, onToolsChanged: () => void): void {
    void keepListening(this.#client, clock, this.#ending.signal, onToolsChanged);
  }

  #onClosed(): void {
    this.#ending.abort();
    this.#closed.resolve();
  }

  /** The client's own list fails as a whole where one tool is no tool; then the list is taken as it comes (MCP-15). */
  async #listWhole(options: CallOptions): Promise<readonly unknown[]> {
    try {
      const { tools } = await this.#client.listTools(undefined, { ...options, cacheMode: "refresh" });
      return tools;
    } catch (error) {
      if (!isInvalidResult(error)) throw error;
      return this.#listAsItComes(options);
    }
  }

  async #listAsItComes(options: CallOptions): Promise<readonly unknown[]> {
    const tools: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.#client.request({ method: "tools/list", params }, anything, options);
      if (!isPlainObject(result)) break;
      if (Array.isArray(result["tools"])) tools.push(...(result["tools"] as unknown[]));
      const next = result["nextCursor"];
      if (typeof next !== "string" || next === cursor) break;
      cursor = next;
    }
    return tools;
  }

  async #sayGoodbye(transport: HttpTransport): Promise<void> {
    if (transport.sessionId === undefined) return;
    const answered = new AbortController();
    const goodbye = transport.terminateSession().then(
      () => answered.abort(),
      () => answered.abort(),
    );
    await Promise.race([goodbye, pause(goodbyeMs, answered.signal, systemClock)]);
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

const anything: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "tool-switchboard", validate: (value) => ({ value }) },
};

function hasOutputSchema(listed: unknown): listed is { readonly name: unknown } {
  return isPlainObject(listed) && listed["outputSchema"] !== undefined;
}

/** Of two tools of one name in one server, only the first can be meant. */
function firstOfEachName(definitions: readonly McpToolDefinition[]): McpToolDefinition[] {
  const firsts = new Map<string, McpToolDefinition>();
  for (const definition of definitions)
    if (!firsts.has(definition.name)) firsts.set(definition.name, definition);
  return [...firsts.values()];
}

function isInvalidResult(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "INVALID_RESULT";
}
