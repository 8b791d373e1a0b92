import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";

import { formatDuration } from "../../calls/format-duration.ts";
import { onAbort } from "../../calls/on-abort.ts";
import type { Alarm, Clock } from "../../clock.ts";
import { toConnectionError, toCutError } from "./connection-errors.ts";
import { transportOf, type Endpoint } from "./connections.ts";
import { OllamaError, toAbortError } from "./errors.ts";

/** How long to wait for what; `Infinity` waits for ever (OLL-8). */
export interface HttpLimits {
  /** For the connection, TLS included. */
  readonly connectTimeoutMs: number;
  /** For the answer to begin: before that, the server may have to load the model and to read a long prompt. */
  readonly firstByteTimeoutMs: number;
  /** For the next piece of the answer. Counts only while somebody waits for it. */
  readonly idleTimeoutMs: number;
  /** For the whole answer. */
  readonly totalTimeoutMs: number;
}

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly endpoint: Endpoint;
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly agent?: Agent | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** When so much waits to be read, the server is made to wait as well. */
const maxWaitingBytes = 256 * 1024;
/** For an answer to end after all that matters in it was read. */
const releaseTimeoutMs = 1_000;
/** What `setTimeout` can take. */
const longestTimeoutMs = 2 ** 31 - 1;

const nothing = () => {};
const noAlarm: Alarm = { stop: nothing };

/** One request and its answer, from the connection to the last byte. `fetch` would take twice the CPU. */
export class Exchange {
  readonly #limits: HttpLimits;
  readonly #clock: Clock;
  readonly #server: string;
  readonly #outgoing: ClientRequest;
  readonly #started = Promise.withResolvers<IncomingMessage>();
  #incoming: IncomingMessage | undefined;

  /** What arrived and was not read yet. One read takes all of it: small pieces would cost a promise each. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #wake = nothing;
  #failure: OllamaError | undefined;
  #isOver = false;
  #wasStale = false;

  #watch: Alarm = noAlarm;
  #total: Alarm = noAlarm;
  #forgetSignal = nothing;

  constructor({ method, endpoint, body, headers, limits, clock, agent, signal }: HttpRequest) {
    this.#limits = limits;
    this.#clock = clock;
    this.#server = endpoint.origin;
    const transport = transportOf(endpoint);
    this.#outgoing = transport.request({
      ...endpoint.address,
      method,
      headers,
      agent: agent ?? transport.agent,
    });
    const connected = endpoint.isSecure ? "secureConnect" : "connect";
    this.#outgoing.on("socket", (socket) => this.#connect(socket, connected));
    this.#outgoing.on("response", (incoming) => this.#begin(incoming));
    this.#outgoing.on("error", (error) => this.#breakOff(error));
    this.#outgoing.end(body);
    this.#total = this.#limit(
      limits.totalTimeoutMs,
      (time) => `was still answering after ${time}. Raise \`totalTimeoutMs\` if that is meant to be.`,
    );
    if (signal !== undefined) this.#forgetSignal = onAbort(signal, () => this.#fail(toAbortError(signal)));
  }

  /** Resolves with the head of the answer. */
  get started(): Promise<IncomingMessage> {
    return this.#started.promise;
  }

  /** The server had closed a kept connection just as it was used again: nothing came back, asking again is safe. */
  get wasStale(): boolean {
    return this.#wasStale;
  }

  /** The next bytes of the answer; `undefined` at its end. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#waitingBytes === 0 && !this.#isOver) await this.#arrival();
    if (this.#waitingBytes > 0) return this.#takeWaiting();
    if (this.#failure !== undefined) throw this.#failure;
    return undefined;
  }

  /** Closes the connection at once, unless the answer has ended. */
  close(): void {
    this.#fail(new OllamaError("aborted", "The answer was left before its end."));
  }

  /** All that matters was read: lets the answer end by itself, so that its connection can serve again. */
  release(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#dropWaiting();
    const alarm = this.#clock.schedule(this.#clock.now(), releaseTimeoutMs, {
      ring: () => void this.#outgoing.destroy(),
    });
    this.#outgoing.once("close", () => alarm.stop());
  }

  #connect(socket: Socket, connected: "connect" | "secureConnect"): void {
    if (!socket.connecting) return this.#awaitAnswer();
    this.#watch = this.#limit(
      this.#limits.connectTimeoutMs,
      (time) => `took no connection within ${time}. Check the address, and that the machine is up.`,
    );
    socket.once(connected, () => this.#awaitAnswer());
  }

  #awaitAnswer(): void {
    this.#watch.stop();
    if (this.#isOver) return;
    this.#watch = this.#limit(
      this.#limits.firstByteTimeoutMs,
      (time) =>
        `did not begin to answer within ${time}. A large model on a small machine may need longer: ` +
        "raise `firstByteTimeoutMs`.",
    );
  }

  #begin(incoming: IncomingMessage): void {
    this.#watch.stop();
    this.#incoming = incoming;
    incoming.on("data", (piece: Uint8Array) => this.#receive(piece));
    incoming.on("end", () => this.#finish());
    incoming.on("error", (error) => this.#breakOff(error));
    incoming.on("close", () => this.#breakOff());
    this.#started.resolve(incoming);
  }

  #receive(piece: Uint8Array): void {
    if (this.#isOver) return;
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes > maxWaitingBytes) this.#incoming?.pause();
    this.#wakeReader();
  }

  #arrival(): Promise<void> {
    this.#watch = this.#limit(
      this.#limits.idleTimeoutMs,
      (time) => `fell silent for ${time} in its answer. Raise \`idleTimeoutMs\` if it needs longer.`,
    );
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #wakeReader(): void {
    if (this.#wake === nothing) return;
    this.#watch.stop();
    this.#wake();
    this.#wake = nothing;
  }

  #takeWaiting(): Uint8Array {
    const pieces = this.#waiting;
    const [first] = pieces;
    const bytes =
      first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces, this.#waitingBytes);
    this.#dropWaiting();
    if (this.#incoming?.isPaused()) this.#incoming.resume();
    return bytes;
  }

  #dropWaiting(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #limit(limitMs: number, toText: (time: string) => string): Alarm {
    if (limitMs === Infinity) return noAlarm;
    return this.#clock.schedule(this.#clock.now(), Math.min(limitMs, longestTimeoutMs), {
      ring: () =>
        this.#fail(new OllamaError("timeout", `${this.#server} ${toText(formatDuration(limitMs))}`)),
    });
  }

  /** The connection ended before the answer. What had arrived can still be read. */
  #breakOff(cause?: NodeJS.ErrnoException): void {
    if (this.#isOver) return;
    const hasBegun = this.#incoming !== undefined;
    this.#wasStale = !hasBegun && this.#outgoing.reusedSocket;
    this.#failure = hasBegun ? toCutError(cause, this.#server) : toConnectionError(cause, this.#server);
    this.#finish();
  }

  /** Somebody gave up: what has arrived is of no use any more. */
  #fail(failure: OllamaError): void {
    if (this.#isOver) return;
    this.#failure = failure;
    this.#dropWaiting();
    this.#finish();
    this.#outgoing.destroy();
  }

  /** Nothing more will be received. */
  #finish(): void {
    this.#isOver = true;
    this.#watch.stop();
    this.#total.stop();
    this.#forgetSignal();
    if (this.#failure !== undefined) this.#started.reject(this.#failure);
    this.#wakeReader();
  }
}
