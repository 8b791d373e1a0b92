import { toFailure, ToolError } from "../calls/failure.ts";
import { formatDuration } from "../calls/format-duration.ts";
import { pause } from "../calls/pause.ts";
import type { Clock } from "../clock.ts";
import type { Observer } from "../observer.ts";
import { pauseBefore } from "./backoff.ts";
import { Changes } from "./changes.ts";
import { McpConnectError } from "./connect-error.ts";
import type { McpConnection } from "./connection.ts";
import type { McpEvent } from "./events.ts";
import { connectDefaults, type McpServerConfig } from "./server-config.ts";

export type McpServerState = "connecting" | "ready" | "restarting" | "failed" | "disabled" | "closed";

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
  readonly #options: SupervisorOptions;
  readonly #attempts: number;
  readonly #retryDelayMs: number;
  readonly #closing = new AbortController();
  readonly #firstAttempt = Promise.withResolvers<void>();
  readonly #settled = Promise.withResolvers<void>();
  readonly #changes = new Changes();
  #isTried = false;
  #running: Promise<void> | undefined;
  #state: McpServerState = "connecting";
  #connection: McpConnection | undefined;
  #reason: string | undefined;
  #stderr = "";
  /** When the next attempt begins, by the clock. */
  #nextAttemptAt = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#attempts = options.config.attempts ?? connectDefaults.attempts;
    this.#retryDelayMs = options.config.retryDelayMs ?? connectDefaults.retryDelayMs;
    if (options.config.disabled !== true) return;
    this.#become("disabled");
    this.#onTried();
    this.#settled.resolve();
  }

  get state(): McpServerState {
    return this.#state;
  }

  /** The connection that calls go to, while there is one. */
  get connection(): McpConnection | undefined {
    return this.#state === "ready" && this.#connection?.isClosed === false ? this.#connection : undefined;
  }

  /** Why it is not there. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** What the server last wrote to its stderr. */
  get stderr(): string {
    return this.#connection?.stderr ?? this.#stderr;
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
    if (this.#state === "failed") this.#become("connecting");
    if (this.#state === "connecting") this.#running ??= this.#run();
  }

  /** The connection, or a wait for it that is not longer than one attempt may take. */
  async connected(signal: AbortSignal | undefined): Promise<McpConnection> {
    const { clock, config } = this.#options;
    const patienceMs = config.connectTimeoutMs ?? connectDefaults.connectTimeoutMs;
    const givesUpAt = clock.now() + patienceMs;
    while (this.#isOnItsWay(givesUpAt)) {
      signal?.throwIfAborted();
      await this.#changes.next(givesUpAt - clock.now(), signal, clock);
    }
    signal?.throwIfAborted();
    if (this.connection === undefined) throw this.#unavailable();
    return this.connection;
  }

  /** The other side no longer knows this connection, although nothing has told us so: over HTTP nobody hangs up. */
  async drop(connection: McpConnection, reason: string): Promise<void> {
    if (connection === this.#connection && !connection.isClosed) await connection.drop(reason);
  }

  /** Ends the server and all that it started (MCP-13). */
  async close(): Promise<void> {
    if (this.#state !== "disabled") this.#become("closed");
    this.#closing.abort();
    await this.#connection?.close("it was closed");
    await this.#running;
    this.#onTried();
    this.#settled.resolve();
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  async #run(): Promise<void> {
    await this.#supervise();
    this.#running = undefined;
    if (this.#state === "failed") this.#tellFailure();
    this.#onTried();
    this.#settled.resolve();
  }

  async #supervise(): Promise<void> {
    if (!(await this.#connectFirst())) return;
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

  /** As often as the config says, and no more: what never was there is not missed. */
  async #connectFirst(): Promise<boolean> {
    for (let attempt = 1; attempt <= this.#attempts && !this.#isClosing; attempt += 1) {
      const isLast = attempt === this.#attempts;
      const retryInMs = isLast ? undefined : this.#pauseBefore(attempt + 1);
      const isConnected = await this.#attempt(attempt, this.#pauseBefore(attempt), retryInMs);
      this.#onTried();
      if (isConnected) return true;
    }
    if (!this.#isClosing) this.#become("failed");
    return false;
  }

  /** What was there is waited for, however long it takes: the pauses grow, and nobody gives up. */
  async #bringBack(deaths: number): Promise<void> {
    for (let attempt = 1; !this.#isClosing; attempt += 1) {
      const delayMs = this.#pauseBefore(attempt + deaths - 1);
      if (await this.#attempt(attempt, delayMs, this.#pauseBefore(attempt + deaths))) return;
      if (attempt === this.#attempts && !this.#isClosing) this.#tellFailure();
    }
  }

  #onTried(): void {
    this.#isTried = true;
    this.#firstAttempt.resolve();
  }

  #onDeath(deaths: number): void {
    const { name, clock, observe } = this.#options;
    this.#stderr = this.#connection?.stderr ?? "";
    this.#reason = `MCP server '${name}' is gone: ${this.#connection?.end}`;
    this.#connection = undefined;
    const restartInMs = this.#pauseBefore(deaths);
    this.#nextAttemptAt = clock.now() + restartInMs;
    this.#become("restarting");
    observe({ type: "mcp.died", server: name, reason: this.#reason, stderr: this.#stderr, restartInMs });
  }

  async #attempt(attempt: number, delayMs: number, retryInMs: number | undefined): Promise<boolean> {
    const { name, clock, observe, connect } = this.#options;
    const attempts = this.#state === "connecting" ? this.#attempts : undefined;
    this.#nextAttemptAt = clock.now() + delayMs;
    if (delayMs > 0) await pause(delayMs, this.#closing.signal, clock);
    if (this.#isClosing) return false;
    observe({ type: "mcp.connecting", server: name, attempt, attempts, delayMs });
    try {
      const { connection, toolCount } = await connect(this.#closing.signal);
      await this.#adopt(connection, attempt, toolCount);
      return true;
    } catch (error) {
      this.#reason = error instanceof McpConnectError ? error.message : toFailure(error, name).message;
      this.#stderr = error instanceof McpConnectError ? error.stderr : "";
      if (retryInMs === undefined || this.#isClosing) return false;
      this.#nextAttemptAt = clock.now() + retryInMs;
      // Who waits for this server may not want to wait that long.
      this.#changes.tell();
      const { reason, stderr } = { reason: this.#reason, stderr: this.#stderr };
      observe({ type: "mcp.attempt.failed", server: name, attempt, attempts, reason, stderr, retryInMs });
      return false;
    }
  }

  /** It may be gone again by now, which is seen next; or nobody may want it any more. */
  async #adopt(connection: McpConnection, attempt: number, tools: number): Promise<void> {
    if (this.#isClosing) return connection.close();
    const { name, observe } = this.#options;
    this.#connection = connection;
    this.#reason = undefined;
    this.#become("ready");
    const { protocolVersion } = connection;
    observe({ type: "mcp.connected", server: name, attempt, tools, protocolVersion });
    this.#settled.resolve();
  }

  #tellFailure(): void {
    const reason = this.#reason ?? "";
    this.#options.onFailed({ attempts: this.#attempts, reason, stderr: this.#stderr });
  }

  #pauseBefore(attempt: number): number {
    return pauseBefore(attempt, this.#retryDelayMs);
  }

  #become(state: McpServerState): void {
    this.#state = state;
    this.#changes.tell();
  }

  #isOnItsWay(givesUpAt: number): boolean {
    const isSettled = this.#state !== "connecting" && this.#state !== "restarting" && this.#state !== "ready";
    if (isSettled || this.connection !== undefined) return false;
    return this.#nextAttemptAt < givesUpAt && this.#options.clock.now() < givesUpAt;
  }

  #unavailable(): ToolError {
    const { name, clock } = this.#options;
    const reason = this.#reason ?? `MCP server '${name}' is ${this.#state}`;
    const waitMs = this.#nextAttemptAt - clock.now();
    const next =
      this.#state === "restarting" && waitMs > 0 ? `; it is tried again in ${formatDuration(waitMs)}` : "";
    return new ToolError("unavailable", `${reason}${next}`);
  }
}
