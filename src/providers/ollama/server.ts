import { systemClock, type Clock } from "../../clock.ts";
import { OllamaError } from "./errors.ts";
import { parseOllamaHost } from "./host.ts";
import { Answer } from "./http/answer.ts";
import { ConnectionPool, sharedPool } from "./http/connection-pool.ts";
import type { Connect } from "./http/connection.ts";
import type { HttpLimits, RequestBody } from "./http/exchange.ts";
import { readText } from "./http/pulled-bytes.ts";
import { checkHeaders, toRoute, type Route } from "./http/route.ts";

export interface OllamaServerOptions {
  /** Where the server is, in any form that OLLAMA_HOST takes; the local one by default. */
  readonly host?: string | undefined;
  /** Sent with every request, e.g. `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<OllamaLimits>;
  /** Makes the connections, for proxies, client certificates and the like. They are kept for the next request. */
  readonly connect?: Connect;
  readonly clock?: Clock;
}

export interface OllamaLimits extends HttpLimits {
  /** For a line of a stream, or an answer without one. */
  readonly maxLineBytes: number;
}

/**
 * Made for a large model on a small machine: to load it and to read the prompt takes minutes, and while the model
 * writes a long call, the server is silent.
 */
const defaultLimits: OllamaLimits = {
  connectTimeoutMs: 10_000,
  firstByteTimeoutMs: 10 * 60_000,
  idleTimeoutMs: 5 * 60_000,
  totalTimeoutMs: 60 * 60_000,
  maxLineBytes: 64 * 1024 * 1024,
};

export interface SendOptions {
  readonly body?: RequestBody;
  readonly signal?: AbortSignal | undefined;
  /** The model that an error about the request names. */
  readonly model?: string;
  readonly limits?: Partial<HttpLimits>;
}

/** One Ollama server, and what every request to it has in common. */
export class OllamaServer {
  readonly url: URL;
  readonly limits: OllamaLimits;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #pool: ConnectionPool;
  readonly #clock: Clock;
  readonly #routes = new Map<string, Route>();

  constructor({ host, headers = {}, limits, connect, clock = systemClock }: OllamaServerOptions) {
    this.url = parseOllamaHost(host);
    this.limits = { ...defaultLimits, ...limits };
    this.#headers = { "content-type": "application/json", ...checkHeaders(headers) };
    this.#pool = connect === undefined ? sharedPool : new ConnectionPool(connect);
    this.#clock = clock;
  }

  /** The answer as bytes. Nothing is sent before they are asked for. */
  send(method: "GET" | "POST", path: string, options: SendOptions = {}): Answer {
    const { body, signal, model, limits } = options;
    return new Answer({
      route: this.#routeOf(method, path),
      body,
      signal,
      model,
      limits: limits === undefined ? this.limits : { ...this.limits, ...limits },
      clock: this.#clock,
      pool: this.#pool,
    });
  }

  /** An answer that is one JSON object. */
  async request(method: "GET" | "POST", path: string, options: SendOptions = {}): Promise<object> {
    const text = await readText(this.send(method, path, options), this.limits.maxLineBytes);
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (cause) {
      throw this.#toBadAnswerError(path, { cause });
    }
    if (typeof parsed !== "object" || parsed === null) throw this.#toBadAnswerError(path, {});
    return parsed;
  }

  #routeOf(method: "GET" | "POST", path: string): Route {
    const known = this.#routes.get(path);
    if (known !== undefined) return known;
    const route = toRoute(this.url, method, path, this.#headers);
    this.#routes.set(path, route);
    return route;
  }

  #toBadAnswerError(path: string, details: { cause?: unknown }): OllamaError {
    const message = `${this.url.origin} did not answer with JSON to ${path}. Is it an Ollama server?`;
    return new OllamaError("bad_response", message, details);
  }
}
