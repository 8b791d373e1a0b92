import { Connection, type Connect } from "./connection.ts";
import type { Route } from "./route.ts";

/** As many idle connections are kept for each server. Idle ones keep no process alive. */
const maxIdle = 32;

/** Connections that wait for their next request, by server. */
export class ConnectionPool {
  readonly #connect: Connect | undefined;
  readonly #idle = new Map<string, Connection[]>();

  constructor(connect?: Connect) {
    this.#connect = connect;
  }

  /** The connection that was used last, as it is the least likely to have been closed; else a new one. */
  take(route: Route): Connection {
    const idle = this.#idle.get(route.origin);
    for (let connection = idle?.pop(); connection !== undefined; connection = idle?.pop()) {
      if (connection.isClosed) continue;
      connection.socket.ref();
      return connection;
    }
    return this.open(route);
  }

  open(route: Route): Connection {
    const connection = new Connection(route, this.#connect);
    connection.socket.once("close", () => this.#forget(route, connection));
    return connection;
  }

  giveBack({ origin }: Route, connection: Connection): void {
    connection.user = undefined;
    connection.isUsed = true;
    const idle = this.#idle.get(origin) ?? [];
    this.#idle.set(origin, idle);
    if (connection.isClosed || idle.length >= maxIdle) {
      connection.socket.destroy();
      return;
    }
    // Its last bytes may have been more than somebody wanted at once.
    if (connection.socket.isPaused()) connection.socket.resume();
    connection.socket.unref();
    idle.push(connection);
  }

  #forget({ origin }: Route, connection: Connection): void {
    const idle = this.#idle.get(origin) ?? [];
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
  }
}

/** Shared by all backends that have no connections of their own kind. */
export const sharedPool = new ConnectionPool();
