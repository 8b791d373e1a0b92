import { connect as connectPlain, isIP, type Socket } from "node:net";

import type { Route } from "./route.ts";

/** Whoever has the connection for one request and its answer. */
export interface ConnectionUser {
  onConnect(): void;
  /** The bytes are only lent, and may be written into until this returns. */
  onData(bytes: Buffer): void;
  /** Nothing more will come; with an error where it broke. */
  onClose(error: NodeJS.ErrnoException | undefined): void;
}

/** Makes a socket to a server, with TLS where the server wants that. */
export type Connect = (server: Pick<Route, "hostname" | "port" | "isSecure">) => Socket;

const readBytes = 64 * 1024;

/** A socket that serves one request after the other. */
export class Connection {
  readonly socket: Socket;
  user: ConnectionUser | undefined;
  /** It has carried a request before: the server may have closed it since. */
  isUsed = false;
  #error: NodeJS.ErrnoException | undefined;

  constructor(route: Route, connect: Connect | undefined) {
    this.socket = connect?.(route) ?? this.#connect(route);
    if (connect !== undefined) this.socket.on("data", (bytes: Buffer) => this.#receive(bytes));
    this.socket.on(route.isSecure ? "secureConnect" : "connect", () => this.user?.onConnect());
    this.socket.on("error", (error: NodeJS.ErrnoException) => {
      this.#error = error;
    });
    this.socket.on("end", () => this.#close());
    this.socket.on("close", () => this.#close());
  }

  get isClosed(): boolean {
    return this.socket.destroyed || this.socket.readableEnded;
  }

  /** All reads go into one buffer, past the stream that a socket is: that is most of what a read costs. */
  #connect({ hostname, port, isSecure }: Route): Socket {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback: (length: number, buffer: Uint8Array) => {
        this.#receive((buffer as Buffer).subarray(0, length));
        return true;
      },
    };
    const options = {
      host: hostname,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 1_000,
      onread,
    };
    if (!isSecure) return connectPlain(options);
    // TLS takes 5 ms to load, and most servers are local.
    const tls = process.getBuiltinModule("node:tls");
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    return tls.connect({ ...options, ...name, ALPNProtocols: ["http/1.1"] });
  }

  #receive(bytes: Buffer): void {
    // A server that speaks without being asked cannot be trusted with the next request.
    if (this.user === undefined) this.socket.destroy();
    else this.user.onData(bytes);
  }

  #close(): void {
    const { user } = this;
    this.user = undefined;
    this.socket.destroy();
    user?.onClose(this.#error);
  }
}
