import { onAbort } from "../calls/on-abort.ts";
import { systemClock, type Clock } from "../clock.ts";
import { guardObserver, type Observer } from "../observer.ts";
import type { ToolManager } from "../tools/manager.ts";
import type { McpAuth } from "./auth.ts";
import { ToolCatalog } from "./catalog.ts";
import type { Elicit } from "./elicitation.ts";
import type { McpEvent } from "./events.ts";
import { ManagedServer, type McpServerStatus } from "./managed-server.ts";
import type { McpServerConfig } from "./server-config.ts";
import { MemoryTrustStore, type TrustStore } from "./trust.ts";

export interface McpIntegrationOptions {
  /** Where the servers' tools are put. */
  readonly tools: ToolManager;
  readonly observe?: Observer<McpEvent>;
  /** Asks the person on a server's behalf; without it, servers are told that the person declined. */
  readonly elicit?: Elicit;
  /** What is known about tools from earlier runs; without it, only changes while the program runs are seen. */
  readonly trust?: TrustStore;
  /** How to prove who we are, by the name of the server. */
  readonly auth?: Readonly<Record<string, McpAuth>>;
  /** What the environment of servers' processes starts from; their config adds to it (MCP-18). */
  readonly baseEnv?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** All MCP servers of a config, side by side, and their tools in one ToolManager. */
export class McpIntegration {
  readonly #servers: readonly ManagedServer[];
  readonly #catalog: ToolCatalog;

  constructor(servers: Readonly<Record<string, McpServerConfig>>, options: McpIntegrationOptions) {
    const { tools, elicit, baseEnv, auth = {} } = options;
    const observe = guardObserver(options.observe ?? (() => {}));
    const catalog = new ToolCatalog(tools);
    this.#catalog = catalog;
    const trust = options.trust ?? new MemoryTrustStore();
    const clock = options.clock ?? systemClock;
    this.#servers = Object.entries(servers).map(([name, config]) => {
      const ownAuth = Object.hasOwn(auth, name) ? auth[name] : undefined;
      return new ManagedServer({
        name,
        config,
        catalog,
        trust,
        clock,
        observe,
        ...(baseEnv !== undefined && { baseEnv }),
        ...(elicit !== undefined && { elicit }),
        ...(ownAuth !== undefined && { auth: ownAuth }),
        onFailed: (failure) => {
          const { localTools } = catalog;
          observe({ type: "mcp.failed", ...failure, localTools, readyServers: this.#readyServers() });
        },
      });
    });
  }

  get servers(): readonly McpServerStatus[] {
    return this.#servers.map(({ status }) => status);
  }

  /** Connects in the background: nothing is waited for, and nothing throws (MCP-6). */
  start(): void {
    for (const server of this.#servers) server.start();
  }

  /** Whether every server has been tried once. */
  get isTried(): boolean {
    return this.#servers.every(({ isTried }) => isTried);
  }

  /** Every server has been tried once, or the signal has aborted: what needs servers' tools waits for this (MCP-6). */
  async tried(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const stopListening = signal && onAbort(signal, resolve);
    await Promise.race([Promise.all(this.#servers.map(({ firstAttempt }) => firstAttempt)), aborted]);
    stopListening?.();
  }

  /** Every server is there or has used up its attempts. */
  async settled(): Promise<void> {
    await Promise.all(this.#servers.map(({ settled }) => settled));
  }

  /** Tries a server again that has used up its attempts; `false` where there is none of that name. */
  retry(name: string): boolean {
    const server = this.#find(name);
    server?.start();
    return server !== undefined;
  }

  /** Lets a tool that was kept back be used as it is now; `false` where none of that name is kept back. */
  async approveTool(server: string, tool: string): Promise<boolean> {
    return (await this.#find(server)?.approve(tool)) ?? false;
  }

  /** Ends all servers and all that they started, and takes their tools away. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    this.#catalog.close();
  }

  #find(name: string): ManagedServer | undefined {
    return this.#servers.find((server) => server.name === name);
  }

  #readyServers(): string[] {
    return this.#servers.filter(({ state }) => state === "ready").map(({ name }) => name);
  }
}
