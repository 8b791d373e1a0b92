import type { AuthenticateHandler } from "aedes";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

export interface InProcessBrokerOptions {
  /** 0, which is the default, takes any port that is free. */
  readonly port?: number;
  /** Without it the broker is for this machine only. */
  readonly host?: string;
  readonly credentials?: { readonly username: string; readonly password: string };
}

export interface InProcessBroker {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A real MQTT broker inside this process; what it retains is gone with it. */
export async function startInProcessBroker(options: InProcessBrokerOptions = {}): Promise<InProcessBroker> {
  const { port = 0, host = "127.0.0.1", credentials } = options;
  const { Aedes } = await import("aedes");
  const broker = await Aedes.createBroker(
    credentials && { authenticate: authenticateWith(credentials.username, credentials.password) },
  );
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    broker.handle(socket);
  });
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    // The port is taken; a broker that nobody can reach would keep the process alive.
    broker.close();
    throw error;
  }
  const address = server.address() as AddressInfo;

  return {
    url: `mqtt://${host}:${address.port}`,
    port: address.port,
    async close() {
      const closed = once(server, "close");
      server.close();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      // Clients that are not let in yet are none of the broker's, and would keep the server open.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function authenticateWith(username: string, password: string): AuthenticateHandler {
  return (_client, givenName, givenPassword, done) => {
    done(null, givenName === username && givenPassword?.toString() === password);
  };
}
