import type { Socket } from "node:net";
import { formatDuration } from "../../../calls/format-duration.ts";
import { onAbort } from "../../../calls/on-abort.ts";
import type { Alarm, Bell, Clock } from "../../../clock.ts";
import { toConnectionError, toCutError } from "../connection-errors.ts";
import { OllamaError, toAbortError } from "../errors.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import type { Connection, ConnectionUser } from "./connection.ts";
import type { ResponseHead } from "./response-head.ts";
import { ResponseReader, type ResponseListener } from "./response-reader.ts";
import type { Route } from "./route.ts";

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

/** Text, or pieces of which some are bytes already. */
export type RequestBody = string | readonly (string | Uint8Array)[];

export interface HttpRequest {
  readonly route: Route;
  readonly body?: RequestBody | undefined;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly pool: ConnectionPool;
  readonly signal?: AbortSignal | undefined;
}

/** Is told of one exchange, as things happen. */
export interface ExchangeListener {
  onHead(head: ResponseHead): void;
  /** The bytes are only lent: they are overwritten when this has returned. */
  onBytes(bytes: Uint8Array): void;
  /** The last thing that is told: the answer is whole, or why it is not. */
  onEnd(failure: OllamaError | undefined): void;
}

/** For an answer to end after all that matters in it was read. */
const releaseTimeoutMs = 1_000;

const nothing = () => {};
const noAlarm: Alarm = { stop: nothing };

/** One request and its answer, from the connection to the last byte. */
export class Exchange implements ConnectionUser, ResponseListener, Bell {
  readonly #request: HttpRequest;
  readonly #listener: ExchangeListener;
  readonly #connection: Connection;
  readonly #reader = new ResponseReader(this);
  #hasAnswer = false;
  #hasHead = false;
  #isOver = false;
  #isReleased = false;

  /** For the connection, for the first byte or for the end after a release. */
  #watch: Alarm = noAlarm;
  #total: Alarm = noAlarm;
  /** Looks now and then how long it has been silent: an alarm for every piece would cost more than the piece. */
  #idle: Alarm | undefined;
  #awaitedSince: number | undefined;
  #forgetSignal = nothing;

  constructor(request: HttpRequest, connection: Connection, listener: ExchangeListener) {
    this.#request = request;
    this.#listener = listener;
    this.#connection = connection;
    connection.user = this;
    const { route, body, limits, signal } = request;
    writeRequest(connection.socket, route.head, body);
    this.#total = this.#limit(
      limits.totalTimeoutMs,
      (time) => `was still answering after ${time}. Raise \`totalTimeoutMs\` if that is meant to be.`,
    );
    if (connection.socket.connecting) this.#awaitConnection();
    else this.onConnect();
    if (signal !== undefined) this.#forgetSignal = onAbort(signal, () => this.#fail(toAbortError(signal)));
  }

  /** The server had closed a kept connection just as it was used again: nothing came back, asking again is safe. */
  get wasStale(): boolean {
    return this.#connection.isUsed && !this.#hasAnswer;
  }

  /** Somebody waits for the next bytes: silence counts from now on. */
  expect(): void {
    this.#awaitedSince = this.#request.clock.now();
    if (this.#hasHead && this.#idle === undefined && !this.#isOver) {
      this.#lookAfter(this.#request.limits.idleTimeoutMs);
    }
  }

  pause(): void {
    if (!this.#isOver) this.#connection.socket.pause();
  }

  resume(): void {
    // When it is over, the connection is somebody else's.
    if (!this.#isOver) this.#connection.socket.resume();
  }

  /** Closes the connection at once, unless the answer has ended. */
  close(): void {
    this.#fail(new OllamaError("aborted", "The answer was left before its end."));
  }

  /** All that matters was read: lets the answer end by itself, so that its connection can serve again. */
  release(): void {
    if (this.#isOver) return;
    this.#stopWatching();
    this.#isReleased = true;
    this.#connection.socket.resume();
    const { clock } = this.#request;
    this.#watch = clock.schedule(clock.now(), releaseTimeoutMs, { ring: () => this.close() });
  }

  onConnect(): void {
    this.#watch.stop();
    this.#watch = this.#limit(
      this.#request.limits.firstByteTimeoutMs,
      (time) =>
        `did not begin to answer within ${time}. A large model on a small machine may need longer: ` +
        "raise `firstByteTimeoutMs`.",
    );
  }

  onData(bytes: Buffer): void {
    this.#hasAnswer = true;
    try {
      this.#reader.push(bytes);
    } catch (error) {
      this.#breakOff(error as Error);
    }
  }

  onClose(error: NodeJS.ErrnoException | undefined): void {
    if (error !== undefined || !this.#reader.end()) this.#breakOff(error ?? toEarlyEnd());
  }

  onHead(head: ResponseHead): void {
    this.#hasHead = true;
    this.#watch.stop();
    if (this.#awaitedSince !== undefined) this.expect();
    this.#listener.onHead(head);
  }

  onContent(bytes: Uint8Array): void {
    this.#awaitedSince = undefined;
    if (!this.#isReleased && !this.#isOver) this.#listener.onBytes(bytes);
  }

  onComplete(keepsConnection: boolean): void {
    if (this.#isOver) return;
    const { pool, route } = this.#request;
    if (keepsConnection) pool.giveBack(route, this.#connection);
    else this.#leaveConnection();
    this.#finish(undefined);
  }

  /** The time for a look at how long it has been silent. */
  ring(): void {
    this.#idle = undefined;
    if (this.#awaitedSince === undefined) return;
    const { limits, clock } = this.#request;
    const { idleTimeoutMs } = limits;
    const leftMs = idleTimeoutMs - (clock.now() - this.#awaitedSince);
    if (leftMs > 0) this.#lookAfter(Math.ceil(leftMs));
    else
      this.#failLate(
        `fell silent for ${formatDuration(idleTimeoutMs)} in its answer. Raise \`idleTimeoutMs\` if it needs longer.`,
      );
  }

  #lookAfter(delayMs: number): void {
    const { clock } = this.#request;
    this.#idle = delayMs === Infinity ? noAlarm : clock.schedule(clock.now(), delayMs, this);
  }

  #awaitConnection(): void {
    this.#watch = this.#limit(
      this.#request.limits.connectTimeoutMs,
      (time) => `took no connection within ${time}. Check the address, and that the machine is up.`,
    );
  }

  #limit(limitMs: number, toText: (time: string) => string): Alarm {
    const { clock } = this.#request;
    if (limitMs === Infinity) return noAlarm;
    return clock.schedule(clock.now(), limitMs, {
      ring: () => this.#failLate(toText(formatDuration(limitMs))),
    });
  }

  #failLate(text: string): void {
    this.#fail(new OllamaError("timeout", `${this.#request.route.origin} ${text}`));
  }

  /** The connection ended before the answer, or what came on it is no answer. */
  #breakOff(cause: NodeJS.ErrnoException): void {
    const { origin } = this.#request.route;
    this.#fail(this.#hasHead ? toCutError(cause, origin) : toConnectionError(cause, origin));
  }

  #fail(failure: OllamaError): void {
    if (this.#isOver) return;
    this.#leaveConnection();
    this.#finish(failure);
  }

  #leaveConnection(): void {
    this.#connection.user = undefined;
    this.#connection.socket.destroy();
  }

  #finish(failure: OllamaError | undefined): void {
    this.#isOver = true;
    this.#stopWatching();
    if (!this.#isReleased) this.#listener.onEnd(failure);
  }

  #stopWatching(): void {
    this.#watch.stop();
    this.#total.stop();
    this.#idle?.stop();
    this.#forgetSignal();
  }
}

function writeRequest(socket: Socket, head: string, body: RequestBody | undefined): void {
  if (body === undefined) {
    socket.write(`${head}\r\n`);
  } else if (typeof body === "string") {
    socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  } else {
    const length = body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    // Corked: else each piece would be a packet of its own.
    socket.cork();
    socket.write(`${head}content-length: ${length}\r\n\r\n`);
    for (const piece of body) socket.write(piece);
    socket.uncork();
  }
}

/** What the system says where a connection is reset: to be closed early comes to the same. */
function toEarlyEnd(): NodeJS.ErrnoException {
  return Object.assign(new Error("The connection was closed"), { code: "ECONNRESET" });
}
