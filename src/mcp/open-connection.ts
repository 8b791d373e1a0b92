import { setImmediate as turn } from "node:timers/promises";
import type * as ClientPackage from "@modelcontextprotocol/client";
import { onAbort } from "../calls/on-abort.ts";
import { unlessAborted } from "../calls/unless-aborted.ts";
import type { Alarm, Clock } from "../clock.ts";
import { isUnauthorized, type McpAuth } from "./auth.ts";
import { CallsUnderWay } from "./calls-under-way.ts";
import { isEndedByProbe, toConnectError, type McpConnectError } from "./connect-error.ts";
import { describeSilence, isStdio, McpConnection, noTimeoutMs, type McpTransport } from "./connection.ts";
import { createClient } from "./create-client.ts";
import type { Elicit } from "./elicitation.ts";
import { fetchBounded, HttpTransport } from "./http-transport.ts";
import { connectDefaults, isHttpServer, type McpServerConfig } from "./server-config.ts";
import { StdioTransport } from "./stdio-transport.ts";
import type { McpToolDefinition } from "./tool-definition.ts";

export interface OpenOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly clock: Clock;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  readonly baseEnv?: Readonly<Record<string, string>>;
  readonly elicit?: Elicit;
  readonly auth?: McpAuth;
  /** What an earlier connection found out spares the server the first question. */
  readonly isKnownLegacy: boolean;
  readonly onGarbage: (line: string) => void;
  /** Something went wrong that no call is told of. */
  readonly onProblem: (error: Error) => void;
  readonly onToolsChanged: () => void;
}

export interface OpenedConnection {
  readonly connection: McpConnection;
  readonly tools: readonly McpToolDefinition[];
}

/** One attempt: the process or the first request, the handshake and the list of tools, within one time limit. */
export async function openConnection(options: OpenOptions): Promise<OpenedConnection> {
  // Loading it takes longer than connecting does: who has no servers never needs it, and who has some goes on first.
  await turn();
  const library = await import("@modelcontextprotocol/client");
  return new Attempt(library, options).run();
}

const closedWords = "it was closed";

class Attempt {
  readonly #library: typeof ClientPackage;
  readonly #options: OpenOptions;
  readonly #limitMs: number;
  /** Aborts when time is up or the server is closed. */
  readonly #ending = new AbortController();
  #alarm: Alarm | undefined;

  constructor(library: typeof ClientPackage, options: OpenOptions) {
    this.#library = library;
    this.#options = options;
    this.#limitMs = options.config.connectTimeoutMs ?? connectDefaults.connectTimeoutMs;
  }

  async run(): Promise<OpenedConnection> {
    const { signal } = this.#options;
    if (signal.aborted) throw this.#toConnectError(new Error(closedWords));
    const stopListening = onAbort(signal, () => this.#end(closedWords));
    this.#startLimit();
    try {
      return await this.#connectInSomeEra();
    } finally {
      this.#alarm?.stop();
      stopListening();
    }
  }

  #startLimit(): void {
    const { clock } = this.#options;
    this.#alarm = clock.schedule(clock.now(), this.#limitMs, {
      ring: () => this.#end(describeSilence(this.#limitMs)),
    });
  }

  #end(reason: string): void {
    this.#ending.abort(new Error(reason));
  }

  #beforeTheEnd<Value>(work: Promise<Value>): Promise<Value> {
    return unlessAborted(work, this.#ending.signal);
  }

  /** Some servers of the older era end when they are asked anything before the handshake: those are started again. */
  async #connectInSomeEra(): Promise<OpenedConnection> {
    const { isKnownLegacy, config } = this.#options;
    try {
      return await this.#connect(isKnownLegacy);
    } catch (error) {
      const isProbed = !isKnownLegacy && !isHttpServer(config);
      if (!isProbed || !isEndedByProbe(error) || this.#ending.signal.aborted) throw error;
      return this.#connect(true);
    }
  }

  async #connect(isLegacy: boolean, isAuthorized = false): Promise<OpenedConnection> {
    const { clock, auth, onProblem, onToolsChanged } = this.#options;
    const transport = this.#createTransport();
    const callsUnderWay = new CallsUnderWay();
    const settings = { ...this.#options, connectTimeoutMs: this.#limitMs, callsUnderWay };
    const client = createClient(this.#library, settings);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no event target
    client.onerror = (error) => {
      if (!isLateProbeAnswer(error)) onProblem(error);
    };
    const connection = new McpConnection({ client, transport, callsUnderWay, clock, auth });
    try {
      const connected = client.connect(transport, {
        timeout: noTimeoutMs,
        ...(isLegacy && { prior: { kind: "legacy" } }),
      });
      await this.#beforeTheEnd(connected);
      const tools = await this.#beforeTheEnd(connection.listTools());
      connection.watchTools(onToolsChanged);
      return { connection, tools };
    } catch (error) {
      // Two of one server at a time could get in each other's way: the next attempt waits until this one is gone.
      await connection.close();
      const canBeAuthorized = isUnauthorized(error) && auth?.authorized !== undefined;
      if (isAuthorized || !canBeAuthorized) throw this.#toConnectError(error, transport);
      await this.#authorize(transport);
      return this.#connect(isLegacy, true);
    }
  }

  #createTransport(): McpTransport {
    const { config, baseEnv, auth, onGarbage } = this.#options;
    if (!isHttpServer(config)) {
      if (!config.command)
        throw this.#toConnectError(new Error("its config has neither a command nor a url"));
      return new StdioTransport(config, { ...(baseEnv && { baseEnv }), onGarbage });
    }
    if (!URL.canParse(config.url)) throw this.#toConnectError(new Error(`"${config.url}" is no URL`));
    const { StreamableHTTPClientTransport } = this.#library;
    return new HttpTransport(
      new StreamableHTTPClientTransport(new URL(config.url), {
        fetch: fetchBounded,
        ...(config.headers !== undefined && { requestInit: { headers: { ...config.headers } } }),
        ...(auth !== undefined && { authProvider: auth.provider }),
      }),
    );
  }

  /** The person was sent to the authorization server; how long they take to come back is not the server's fault. */
  async #authorize(transport: McpTransport): Promise<void> {
    const authorized = this.#options.auth?.authorized;
    if (authorized === undefined || isStdio(transport)) return;
    this.#alarm?.stop();
    try {
      const parameters = await this.#beforeTheEnd(authorized(this.#ending.signal));
      this.#startLimit();
      await this.#beforeTheEnd(transport.finishAuth(parameters));
    } catch (error) {
      throw this.#toConnectError(error, transport);
    }
  }

  #toConnectError(error: unknown, transport?: McpTransport): McpConnectError {
    return toConnectError(error, this.#options, transport);
  }
}

/** A server that takes long to start answers the first question when it has been given up: that is no fault of its. */
function isLateProbeAnswer({ message }: Error): boolean {
  return message.includes("unknown message ID") && message.includes('"id":"server-discover-probe');
}
