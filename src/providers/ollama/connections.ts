import type { Agent, ClientRequest, RequestOptions } from "node:http";
import { urlToHttpOptions } from "node:url";

/** Where requests of one kind go, worked out once. */
export interface Endpoint {
  readonly origin: string;
  readonly isSecure: boolean;
  readonly address: Pick<RequestOptions, "protocol" | "hostname" | "port" | "path">;
}

export function toEndpoint(server: URL, path: string): Endpoint {
  const url = new URL(server);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  const { protocol, hostname, port, path: fullPath } = urlToHttpOptions(url);
  const address = { protocol, hostname, port, path: fullPath };
  return { origin: url.origin, isSecure: url.protocol === "https:", address };
}

/** As many idle connections are kept for each server. Idle ones keep no process alive. */
const maxFreeSockets = 32;

interface Transport {
  readonly request: (options: RequestOptions) => ClientRequest;
  /** Shared by all backends. Without a timeout: one costs every request 7 µs, and stale connections are replaced anyway. */
  readonly agent: Agent;
}

let plain: Transport | undefined;
let secure: Transport | undefined;

export function transportOf({ isSecure }: Endpoint): Transport {
  return isSecure ? (secure ??= loadTransport("node:https")) : (plain ??= loadTransport("node:http"));
}

/**
 * `import` from `node:http` would load all of undici with it, for the WebSocket that the module exports: 50 ms of a
 * start-up that has 100. This way, and when it is first used, it takes 4.
 */
function loadTransport(name: "node:http" | "node:https"): Transport {
  const { request, Agent: KeepingAgent } = process.getBuiltinModule(name);
  return { request, agent: new KeepingAgent({ keepAlive: true, maxFreeSockets }) };
}
