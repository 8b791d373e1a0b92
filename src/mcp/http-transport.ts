// The protocol's transports have one property for each listener.
// oxlint-disable unicorn/prefer-add-event-listener
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  StreamableHTTPClientTransport,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/client";
import { SwitchboardError } from "../errors.ts";

/** A larger answer is not read, and the call that it answers fails (MCP-16). */
const maxAnswerBytes = 10 * 1024 * 1024;

/** Enough of what a server says with an error status to understand it. */
const maxErrorLength = 500;

/** Says of an error response that no server gave it: the connection broke off before the answer. */
export const brokenOff = "broken_off";

/**
 * The official transport over HTTP with what it lacks: a call whose answer breaks off ends there and then, where the
 * client would wait for it until its time is up; and one that is cancelled gives its connection back.
 */
export class HttpTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  readonly hasPerRequestStream = true;
  readonly #http: Transport & Pick<StreamableHTTPClientTransport, "terminateSession" | "finishAuth">;
  /** Requests without an answer, and what breaks off the wait for it. */
  readonly #open = new Map<string | number, AbortController>();

  constructor(http: StreamableHTTPClientTransport) {
    this.#http = http;
    this.#http.onmessage = (message, extra) => {
      if (!("method" in message) && message.id !== undefined) this.#open.delete(message.id);
      this.onmessage?.(message, extra);
    };
    this.#http.onclose = () => this.onclose?.();
    this.#http.onerror = (error) => this.onerror?.(error);
  }

  get sessionId(): string | undefined {
    return this.#http.sessionId;
  }

  start(): Promise<void> {
    return this.#http.start();
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  terminateSession(): Promise<void> {
    return this.#http.terminateSession();
  }

  finishAuth(parameters: URLSearchParams): Promise<void> {
    return this.#http.finishAuth(parameters);
  }

  setProtocolVersion(version: string): void {
    this.#http.setProtocolVersion?.(version);
  }

  send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (!("method" in message)) return this.#http.send(message, options);
    if (message.method === "notifications/cancelled") return this.#cancel(message, options);
    if (!("id" in message) || options.onRequestStreamEnd !== undefined)
      return this.#http.send(message, options);
    return this.#request(message, options);
  }

  #request(message: JSONRPCRequest, options: TransportSendOptions): Promise<void> {
    const { id } = message;
    const breakOff = new AbortController();
    const { requestSignal = breakOff.signal } = options;
    this.#open.set(id, breakOff);
    // The end of a stream that is broken off on purpose is told to nobody.
    requestSignal.addEventListener("abort", () => this.#open.delete(id), { once: true });
    return this.#http
      .send(message, { ...options, requestSignal, onRequestStreamEnd: () => this.#onStreamEnd(id) })
      .catch((error: unknown) => {
        this.#open.delete(id);
        throw withStatus(error);
      });
  }

  /** In the older era a server may leave a cancelled request open for as long as it likes; nobody waits for it. */
  #cancel(message: JSONRPCNotification, options: TransportSendOptions): Promise<void> {
    const sent = this.#http.send(message, options);
    // Not when it has arrived: a server that hangs takes no message either.
    this.#open.get(message.params?.["requestId"] as string | number)?.abort();
    return sent;
  }

  #onStreamEnd(id: string | number): void {
    if (!this.#open.delete(id)) return;
    const error = { code: -32_000, message: "the connection broke off before the answer", data: brokenOff };
    this.onmessage?.({ jsonrpc: "2.0", id, error });
  }
}

/** The client's words leave the status out, and take in the whole page that a proxy may send with it. */
function withStatus(error: unknown): unknown {
  const { status } = (error ?? {}) as { status?: unknown };
  if (!(error instanceof Error) || typeof status !== "number") return error;
  const [, words] = /^Error POSTing to endpoint: (.*)$/s.exec(error.message) ?? [];
  if (words === undefined) return error;
  const said = words.trim().slice(0, maxErrorLength);
  error.message = `the server answered with HTTP ${status}${said === "" ? "" : `: ${said}`}`;
  return error;
}

/** Reads no more of an answer than one may have. The stream of notifications, which is no answer, is left alone. */
export async function fetchBounded(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (init?.method !== "POST" || response.body === null) return response;
  let bytes = 0;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes <= maxAnswerBytes) controller.enqueue(chunk);
        else controller.error(tooLarge());
      },
    }),
  );
  return new Response(bounded, response);
}

function tooLarge(): SwitchboardError {
  return new SwitchboardError(
    "answer_too_large",
    `The server's answer is too large: at most ${maxAnswerBytes} bytes are read`,
  );
}
