import { EventEmitter, once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";

import { FakeWriter, type FakeWire, type WriteMode } from "./fake-writer.ts";

/** A request that a fake server received. */
export interface FakeRequest<Body = object> {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON that was sent, parsed; `{}` where there was none. */
  readonly body: Body;
  /** Settles when the exchange is over: with `"client"` where the client closed the connection before the end. */
  readonly closed: Promise<"complete" | "client" | "server">;
}

export interface FakeServerOptions {
  /** How bytes go out: a write for each line or event, as servers do, all in one, or so many bytes at a time. */
  readonly writes?: WriteMode;
  /** By default one that is free. */
  readonly port?: number;
}

/** A server on the loopback interface that does what its script says. */
export interface FakeServer<Body = object> {
  readonly url: string;
  /** Every request, in order of arrival. */
  readonly requests: readonly FakeRequest<Body>[];
  /** The requests that ask a model. */
  readonly chats: readonly FakeRequest<Body>[];
  readonly openSockets: number;
  /** How many connections there have been. */
  readonly acceptedSockets: number;
  /** How many answers the client broke off. */
  readonly closedByClient: number;
  /** Resolves when so many requests have arrived, with the last of them. */
  waitForRequests(count: number): Promise<FakeRequest<Body>>;
  /** Resolves when so many connections are open. */
  waitForOpenSockets(count: number): Promise<void>;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/** What all fake servers share: connections, what was received, and events to wait for. */
export abstract class FakeHttpServer<Body extends object> implements FakeServer<Body> {
  readonly requests: FakeRequest<Body>[] = [];
  acceptedSockets = 0;
  closedByClient = 0;
  readonly #wire: FakeWire;
  readonly #writes: WriteMode;
  readonly #changes = new EventEmitter<{ change: [] }>();
  #port = 0;
  #openSockets = 0;
  // Not imported: that would load undici as well, for the WebSocket that the module exports.
  readonly #server = process.getBuiltinModule("node:http").createServer((incoming, response) => {
    this.#receive(incoming, response).catch(() => response.destroy());
  });

  constructor(wire: FakeWire, writes: WriteMode = "lines") {
    this.#wire = wire;
    this.#writes = writes;
    this.#changes.setMaxListeners(0);
    this.#server.on("connection", (socket) => {
      this.#openSockets += 1;
      this.acceptedSockets += 1;
      this.#changes.emit("change");
      socket.once("close", () => {
        this.#openSockets -= 1;
        this.#changes.emit("change");
      });
    });
  }

  protected abstract isChat(request: FakeRequest<Body>): boolean;

  protected abstract answer(request: FakeRequest<Body>, writer: FakeWriter): void | Promise<void>;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get chats(): readonly FakeRequest<Body>[] {
    return this.requests.filter((request) => this.isChat(request));
  }

  get openSockets(): number {
    return this.#openSockets;
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address === "object" && address !== null) this.#port = address.port;
  }

  async waitForRequests(count: number): Promise<FakeRequest<Body>> {
    await this.#waitUntil(() => this.requests.length >= count);
    const request = this.requests[count - 1];
    if (request === undefined) throw new RangeError(`waitForRequests counts from 1, not ${count}`);
    return request;
  }

  async waitForOpenSockets(count: number): Promise<void> {
    await this.#waitUntil(() => this.#openSockets === count);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #waitUntil(isSo: () => boolean): Promise<void> {
    while (!isSo()) await once(this.#changes, "change");
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/", headers } = incoming;
    const writer = new FakeWriter(response, this.#wire, this.#writes);
    const closed = this.#watch(response, writer);
    const text = await readText(incoming);
    const body: Body = JSON.parse(text === "" ? "{}" : text);
    const request: FakeRequest<Body> = { method, path, headers, body, closed };
    this.requests.push(request);
    this.#changes.emit("change");
    await this.answer(request, writer);
  }

  async #watch(response: ServerResponse, writer: FakeWriter): Promise<"complete" | "client" | "server"> {
    await once(response, "close");
    if (response.writableFinished) return "complete";
    if (writer.isCut || !this.#server.listening) return "server";
    this.closedByClient += 1;
    this.#changes.emit("change");
    return "client";
  }
}
