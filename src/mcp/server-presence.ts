import { ToolError } from "../calls/failure.ts";
import { formatDuration } from "../calls/format-duration.ts";
import type { Clock } from "../clock.ts";
import { Changes } from "./changes.ts";
import type { McpConnection } from "./connection.ts";

export type McpServerState = "connecting" | "ready" | "restarting" | "failed" | "disabled" | "closed";

export interface ServerPresenceOptions {
  readonly name: string;
  readonly clock: Clock;
  /** How long a call waits for the server: no longer than one attempt may take. */
  readonly patienceMs: number;
}

/** How a server is right now, for those who ask and those who wait for it. Its supervisor keeps it true. */
export class ServerPresence {
  readonly #options: ServerPresenceOptions;
  readonly #changes = new Changes();
  #state: McpServerState = "connecting";
  #connection: McpConnection | undefined;
  #reason: string | undefined;
  #stderr = "";
  /** By the clock. */
  #nextAttemptAt = 0;

  constructor(options: ServerPresenceOptions) {
    this.#options = options;
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

  become(state: McpServerState): void {
    this.#state = state;
    this.#changes.tell();
  }

  becomeReady(connection: McpConnection): void {
    this.#connection = connection;
    this.#reason = undefined;
    this.become("ready");
  }

  /** It is not there, and this is why. */
  miss(reason: string, stderr: string): void {
    this.#connection = undefined;
    this.#reason = reason;
    this.#stderr = stderr;
  }

  /** Who waits for this server may not want to wait that long. */
  expectAttempt(inMs: number): void {
    this.#nextAttemptAt = this.#options.clock.now() + inMs;
    this.#changes.tell();
  }

  /** The connection, or a wait for it. */
  async connected(signal: AbortSignal | undefined): Promise<McpConnection> {
    const { clock, patienceMs } = this.#options;
    const givesUpAt = clock.now() + patienceMs;
    while (this.#isOnItsWay(givesUpAt)) {
      signal?.throwIfAborted();
      await this.#changes.next(givesUpAt - clock.now(), signal, clock);
    }
    signal?.throwIfAborted();
    if (this.connection === undefined) throw this.#unavailable();
    return this.connection;
  }

  #isOnItsWay(givesUpAt: number): boolean {
    const isSettled = this.#state === "failed" || this.#state === "disabled" || this.#state === "closed";
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
