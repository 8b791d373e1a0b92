import { messageOf } from "../calls/failure.ts";
import { unlessAborted } from "../calls/unless-aborted.ts";
import type { Clock } from "../clock.ts";
import type { Observer } from "../observer.ts";
import type { McpAuth } from "./auth.ts";
import type { ToolCatalog } from "./catalog.ts";
import { describeSilence, type McpConnection } from "./connection.ts";
import type { Elicit } from "./elicitation.ts";
import type { McpEvent, McpFailure } from "./events.ts";
import { RefreshGate } from "./refresh-gate.ts";
import { connectDefaults, transportOf, type McpServerConfig } from "./server-config.ts";
import type { McpServerState, ServerPresence } from "./server-presence.ts";
import { ServerSupervisor } from "./supervisor.ts";
import { findToolChanges } from "./tool-changes.ts";
import type { McpToolDefinition } from "./tool-definition.ts";
import type { ToolServer } from "./tools.ts";
import { ToolTrust, type TrustStore } from "./trust.ts";

/** What can be known about a server from outside. */
export interface McpServerStatus {
  readonly name: string;
  readonly state: McpServerState;
  /** The names under which its tools can be called. */
  readonly tools: readonly string[];
  /** Tools that are kept back because they have changed. */
  readonly quarantined: readonly string[];
  /** The end of what it wrote to its stderr. */
  readonly stderr: string;
  /** Why it is not there. */
  readonly reason?: string;
  readonly pid?: number;
  readonly protocolVersion?: string;
}

export interface ManagedServerOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly catalog: ToolCatalog;
  readonly trust: TrustStore;
  readonly clock: Clock;
  readonly observe: Observer<McpEvent>;
  readonly baseEnv?: Readonly<Record<string, string>>;
  readonly elicit?: Elicit;
  readonly auth?: McpAuth;
  readonly onFailed: (failure: Omit<McpFailure, "localTools" | "readyServers">) => void;
}

/** One server of the config: its supervisor, and its tools in the catalog. */
export class ManagedServer implements ToolServer {
  readonly #options: ManagedServerOptions;
  readonly #supervisor: ServerSupervisor;
  readonly #trust: ToolTrust;
  readonly #refreshes: RefreshGate;
  #definitions: readonly McpToolDefinition[] = [];
  /** Once a server has answered in the older way, it is not asked for the newer one again. */
  #isKnownLegacy = false;

  constructor(options: ManagedServerOptions) {
    const { name, config, clock, observe, trust, onFailed } = options;
    this.#options = options;
    this.#trust = new ToolTrust({
      server: name,
      store: trust,
      onToolChange: config.onToolChange ?? "warn",
      observe,
    });
    this.#refreshes = new RefreshGate(clock, () => this.#refresh());
    this.#supervisor = new ServerSupervisor({
      name,
      config,
      clock,
      observe,
      connect: (signal) => this.#connect(signal),
      onFailed: (failure) => onFailed({ server: name, check: config.check ?? [], ...failure }),
    });
  }

  get name(): string {
    return this.#options.name;
  }

  get timeoutMs(): number | undefined {
    return this.#options.config.timeoutMs;
  }

  get state(): McpServerState {
    return this.#presence.state;
  }

  get connection(): McpConnection | undefined {
    return this.#presence.connection;
  }

  get status(): McpServerStatus {
    const { state, reason, stderr, connection } = this.#presence;
    const { pid, protocolVersion } = connection ?? {};
    return {
      name: this.name,
      state,
      tools: this.#options.catalog.namesOf(this),
      quarantined: this.#trust.quarantined,
      stderr,
      ...(reason !== undefined && { reason }),
      ...(pid !== undefined && { pid }),
      ...(protocolVersion !== undefined && { protocolVersion }),
    };
  }

  get isTried(): boolean {
    return this.#supervisor.isTried;
  }

  get firstAttempt(): Promise<void> {
    return this.#supervisor.firstAttempt;
  }

  get settled(): Promise<void> {
    return this.#supervisor.settled;
  }

  start(): void {
    this.#supervisor.start();
  }

  connected(signal: AbortSignal | undefined): Promise<McpConnection> {
    return this.#presence.connected(signal);
  }

  drop(connection: McpConnection, reason: string): Promise<void> {
    return this.#supervisor.drop(connection, reason);
  }

  async approve(tool: string): Promise<boolean> {
    const isApproved = await this.#trust.approve(tool);
    if (isApproved) await this.#take(this.#definitions);
    return isApproved;
  }

  async close(): Promise<void> {
    this.#refreshes.stop();
    await this.#supervisor.close();
    this.#options.catalog.put(this, []);
  }

  get #presence(): ServerPresence {
    return this.#supervisor.presence;
  }

  async #connect(signal: AbortSignal): Promise<{ connection: McpConnection; toolCount: number }> {
    const { name, config, clock, observe, baseEnv, elicit, auth } = this.#options;
    // What starts processes and speaks HTTP is not loaded by programs that have no servers.
    const { openConnection } = await import("./open-connection.ts");
    const { connection, tools } = await openConnection({
      name,
      config,
      clock,
      signal,
      ...(baseEnv !== undefined && { baseEnv }),
      ...(elicit !== undefined && { elicit }),
      ...(auth !== undefined && { auth }),
      isKnownLegacy: this.#isKnownLegacy,
      onGarbage: (line) => observe({ type: "mcp.garbage", server: name, line }),
      onProblem: (error) =>
        observe({
          type: "mcp.problem",
          server: name,
          transport: transportOf(config),
          reason: messageOf(error),
        }),
      onToolsChanged: () => this.#refreshes.request(),
    });
    this.#isKnownLegacy = connection.era === "legacy";
    try {
      // What a store of the program's own does may take for ever.
      await unlessAborted(this.#take(tools), signal);
    } catch (error) {
      // The supervisor does not know of this connection yet: nobody else would end it.
      await connection.close();
      throw error;
    }
    return { connection, toolCount: tools.length };
  }

  /** A server that says that its tools have changed is asked what they are now (MCP-11). */
  async #refresh(): Promise<void> {
    const { name, config, clock, observe } = this.#options;
    // Some servers say so while they are being connected to.
    const connection = this.connection ?? (await this.connected(undefined).catch(() => undefined));
    if (connection === undefined) return;
    const limit = startLimit(clock, config.connectTimeoutMs ?? connectDefaults.connectTimeoutMs);
    try {
      const tools = await connection.listTools(limit.signal);
      if (connection !== this.connection) return;
      const changes = findToolChanges(this.#definitions, tools);
      await this.#take(tools);
      if (changes !== undefined) observe({ type: "mcp.tools.changed", server: name, ...changes });
    } catch (error) {
      if (!connection.isClosed)
        observe({ type: "mcp.refresh.failed", server: name, reason: messageOf(error) });
    } finally {
      limit.stop();
    }
  }

  async #take(definitions: readonly McpToolDefinition[]): Promise<void> {
    this.#definitions = definitions;
    const allowed = await this.#trust.review(definitions);
    // While a slow store was at work, a later list may have come, or the end.
    const isLatest = definitions === this.#definitions && this.state !== "closed";
    if (isLatest) this.#options.catalog.put(this, allowed);
  }
}

function startLimit(clock: Clock, limitMs: number): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const alarm = clock.schedule(clock.now(), limitMs, {
    ring: () => controller.abort(new Error(describeSilence(limitMs))),
  });
  return { signal: controller.signal, stop: () => alarm.stop() };
}
