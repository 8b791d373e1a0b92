import type { Agent } from "node:http";

import { systemClock, type Clock } from "../../clock.ts";
import { toEndpoint, type Endpoint } from "./connections.ts";
import { OllamaError } from "./errors.ts";
import { parseOllamaHost } from "./host.ts";
import { HttpBody, readText, type HttpLimits } from "./http.ts";

export interface OllamaServerOptions {
  /** Where the server is, in any form that OLLAMA_HOST takes; the local one by default. */
  readonly host?: string | undefined;
  /** Sent with every request, e.g. `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<OllamaLimits>;
  /** For proxies, client certificates and the like; one that keeps connections by default. */
  readonly agent?: Agent;
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
  readonly body?: string;
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
  readonly #agent: Agent | undefined;
  readonly #clock: Clock;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor({ host, headers = {}, limits, agent, clock = systemClock }: OllamaServerOptions) {
    this.url = parseOllamaHost(host);
    this.limits = { ...defaultLimits, ...limits };
    this.#headers = { "content-type": "application/json", ...headers };
    this.#agent = agent;
    this.#clock = clock;
  }

  /** The answer as bytes. Nothing is sent before they are asked for. */
  send(method: "GET" | "POST", path: string, options: SendOptions = {}): HttpBody {
    return new HttpBody({
      method,
      endpoint: this.#endpointOf(path),
      headers: this.#headers,
      agent: this.#agent,
      clock: this.#clock,
      ...options,
      limits: options.limits === undefined ? this.limits : { ...this.limits, ...options.limits },
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

  #endpointOf(path: string): Endpoint {
    const known = this.#endpoints.get(path);
    if (known !== undefined) return known;
    const endpoint = toEndpoint(this.url, path);
    this.#endpoints.set(path, endpoint);
    return endpoint;
  }

  #toBadAnswerError(path: string, details: { cause?: unknown }): OllamaError {
    const message = `${this.url.origin} did not answer with JSON to ${path}. Is it an Ollama server?`;
    return new OllamaError("bad_response", message, details);
  }
}
