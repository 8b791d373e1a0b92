import { toFailure } from "../calls/failure.ts";
import { pause } from "../calls/pause.ts";
import type { Clock } from "../clock.ts";
import type { Observer } from "../observer.ts";
import { pauseBefore } from "./backoff.ts";
import { McpConnectError } from "./connect-error.ts";
import type { McpConnection } from "./connection.ts";
import type { McpEvent } from "./events.ts";
import { connectDefaults, type McpServerConfig } from "./server-config.ts";
import { ServerPresence } from "./server-presence.ts";

/** A server that lived as long as this is no longer one that dies as soon as it is started. */
const stableMs = 60_000;

export interface SupervisorOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly clock: Clock;
  readonly observe: Observer<McpEvent>;
  /** Makes one attempt, and says how many tools there are. */
  readonly connect: (
    signal: AbortSignal,
  ) => Promise<{ readonly connection: McpConnection; readonly toolCount: number }>;
  /** As many attempts as the config allows have failed. */
  readonly onFailed: (failure: {
    readonly attempts: number;
    readonly reason: string;
    readonly stderr: string;
  }) => void;
}

/** Keeps one server connected: tries, tries again, notices its death and brings it back (MCP-2, MCP-10). */
export class ServerSupervisor {
  readonly presence: ServerPresence;
  readonly #options: SupervisorOptions;
  readonly #attempts: number;
  readonly #retryDelayMs: number;
  readonly #closing = new AbortController();
  readonly #firstAttempt = Promise.withResolvers<void>();
  #settled = Promise.withResolvers<void>();
  #isTried = false;
  #running: Promise<void> | undefined;
  /** The life that is watched. When it is over, what it has started may still have to be ended. */
  #connection: McpConnection | undefined;

  constructor(options: SupervisorOptions) {
    const { name, config, clock } = options;
    this.#options = options;
    this.#attempts = config.attempts ?? connectDefaults.attempts;
    this.#retryDelayMs = config.retryDelayMs ?? connectDefaults.retryDelayMs;
    const patienceMs = config.connectTimeoutMs ?? connectDefaults.connectTimeoutMs;
    this.presence = new ServerPresence({ name, clock, patienceMs });
    if (config.disabled !== true) return;
    this.presence.become("disabled");
    this.#onSettled();
  }

  /** Whether the first attempt has ended, in whatever way. */
  get isTried(): boolean {
    return this.#isTried;
  }

  /** Settles when it has. */
  get firstAttempt(): Promise<void> {
    return this.#firstAttempt.promise;
  }

  /** Settles when the server is there, or all attempts are used up. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Begins in the background, or begins again where all attempts were used up. */
  start(): void {
    if (this.presence.state === "failed") {
      this.#settled = Promise.withResolvers();
      this.presence.become("connecting");
    }
    if (this.presence.state === "connecting") this.#running ??= this.#run();
  }

  /** The other side no longer knows this connection, although nothing has told us so: over HTTP nobody hangs up. */
  async drop(connection: McpConnection, reason: string): Promise<void> {
    if (connection === this.presence.connection) await connection.drop(reason);
  }

  /** Ends the server and all that it started (MCP-13). */
  async close(): Promise<void> {
    if (this.presence.state !== "disabled") this.presence.become("closed");
    this.#closing.abort();
    await this.#connection?.close("it was closed");
    await this.#running;
    this.#onSettled();
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  async #run(): Promise<void> {
    if (await this.#connectFirst()) await this.#keepAlive();
    this.#running = undefined;
    if (this.#isClosing) return this.#onSettled();
    this.presence.become("failed");
    this.#onSettled();
    // Last of all: who hears of it may start again there and then.
    this.#tellFailure();
  }

  /** As often as the config says, and no more: what never was there is not missed. */
  async #connectFirst(): Promise<boolean> {
    for (let attempt = 1; attempt <= this.#attempts && !this.#isClosing; attempt += 1) {
      const isLast = attempt === this.#attempts;
      const retryInMs = isLast ? undefined : this.#pauseBefore(attempt + 1);
      const isConnected = await this.#attempt(attempt, this.#pauseBefore(attempt), retryInMs);
      this.#onTried();
      if (isConnected) return true;
    }
    return false;
  }

  async #keepAlive(): Promise<void> {
    let deaths = 0;
    while (!this.#isClosing) {
      const readyAt = this.#options.clock.now();
      await this.#connection?.closed;
      if (this.#isClosing) return;
      deaths = this.#options.clock.now() - readyAt >= stableMs ? 1 : deaths + 1;
      this.#onDeath(deaths);
      await this.#bringBack(deaths);
    }
  }

  /** What was there is waited for, however long it takes: the pauses grow, and nobody gives up. */
  async #bringBack(deaths: number): Promise<void> {
    for (let attempt = 1; !this.#isClosing; attempt += 1) {
      const delayMs = this.#pauseBefore(attempt + deaths - 1);
      if (await this.#attempt(attempt, delayMs, this.#pauseBefore(attempt + deaths))) return;
      if (attempt === this.#attempts && !this.#isClosing) this.#tellFailure();
    }
  }

  #onDeath(deaths: number): void {
    const { name, observe } = this.#options;
    const stderr = this.#connection?.stderr ?? "";
    const reason = `MCP server '${name}' is gone: ${this.#connection?.end}`;
    const restartInMs = this.#pauseBefore(deaths);
    this.#connection = undefined;
    this.presence.miss(reason, stderr);
    this.presence.expectAttempt(restartInMs);
    this.presence.become("restarting");
    observe({ type: "mcp.died", server: name, reason, stderr, restartInMs });
  }

  async #attempt(attempt: number, delayMs: number, retryInMs: number | undefined): Promise<boolean> {
    const { name, clock, observe, connect } = this.#options;
    const attempts = this.presence.state === "connecting" ? this.#attempts : undefined;
    if (delayMs > 0) await pause(delayMs, this.#closing.signal, clock);
    if (this.#isClosing) return false;
    observe({ type: "mcp.connecting", server: name, attempt, attempts, delayMs });
    try {
      const { connection, toolCount } = await connect(this.#closing.signal);
      await this.#adopt(connection, attempt, toolCount);
      return true;
    } catch (error) {
      const { reason, stderr } = describeFailure(error, name);
      this.presence.miss(reason, stderr);
      if (retryInMs === undefined || this.#isClosing) return false;
      this.presence.expectAttempt(retryInMs);
      observe({ type: "mcp.attempt.failed", server: name, attempt, attempts, reason, stderr, retryInMs });
      return false;
    }
  }

  /** It may be gone again by now, which is seen next; or nobody may want it any more. */
  async #adopt(connection: McpConnection, attempt: number, tools: number): Promise<void> {
    if (this.#isClosing) return connection.close();
    const { name, observe } = this.#options;
    this.#connection = connection;
    this.presence.becomeReady(connection);
    const { protocolVersion } = connection;
    observe({ type: "mcp.connected", server: name, attempt, tools, protocolVersion });
    this.#settled.resolve();
  }

  #onTried(): void {
    this.#isTried = true;
    this.#firstAttempt.resolve();
  }

  #onSettled(): void {
    this.#onTried();
    this.#settled.resolve();
  }

  #tellFailure(): void {
    const { reason = "", stderr } = this.presence;
    this.#options.onFailed({ attempts: this.#attempts, reason, stderr });
  }

  #pauseBefore(attempt: number): number {
    return pauseBefore(attempt, this.#retryDelayMs);
  }
}

function describeFailure(error: unknown, server: string): { reason: string; stderr: string } {
  if (error instanceof McpConnectError) return { reason: error.message, stderr: error.stderr };
  return { reason: toFailure(error, server).message, stderr: "" };
}
