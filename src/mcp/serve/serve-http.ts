import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { SwitchboardError } from "../../errors.ts";
import { createHttpGate } from "./http-gate.ts";
import { readJsonBody, sendWebResponse, toWebRequest } from "./node-web-bridge.ts";
import type { ServingParts, TransportServing } from "./serving.ts";
import { Sessions } from "./sessions.ts";

export interface HttpServingOptions {
  /** 0 takes any port that is free. */
  readonly port: number;
  /** 127.0.0.1: only programs on this machine can connect. */
  readonly host?: string;
  /** "/mcp" */
  readonly path?: string;
  /** Names by which clients on other machines reach this one: host names or addresses, without a port. */
  readonly allowedHosts?: readonly string[];
  /** What clients must send as `Authorization: Bearer …`. Required where other machines can connect. */
  readonly token?: string;
}

type Answer = (request: Request, incoming: IncomingMessage) => Promise<Response>;

const loopback = new Set(["localhost", "127.0.0.1", "::1"]);

/** Serves over Streamable HTTP: sessions for clients of the old era, single requests for those of the new one. */
export async function serveOverHttp(
  load: () => Promise<ServingParts>,
  options: HttpServingOptions,
): Promise<TransportServing> {
  const { port, host = "127.0.0.1", path = "/mcp", allowedHosts = [], token } = options;
  checkSafety(host, token);
  const parts = await load();
  const { sdk, onError } = parts;
  const findRefusal = createHttpGate(sdk, { path, allowedHosts: [...allowedHosts, inUrl(host)], token });
  const sessions = new Sessions(parts);
  const modern = sdk.createMcpHandler(parts.createServer, { legacy: "reject", onerror: onError });

  const answer: Answer = async (request, incoming) => {
    const refusal = findRefusal(request);
    if (refusal !== undefined) return refusal;
    const body = request.method === "POST" ? await readJsonBody(incoming) : undefined;
    if (body instanceof Response) return body;
    const isOldEra = await sdk.isLegacyRequest(request, body);
    return isOldEra ? sessions.handle(request, body) : modern.fetch(request, { parsedBody: body });
  };
  const http = createServer((incoming, outgoing) => {
    respond(answer, incoming, outgoing).catch((error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)));
      outgoing.destroy();
    });
  });
  await listen(http, port, host);
  http.on("error", onError);
  const closed = new Promise<void>((resolve) => void http.once("close", resolve));
  return {
    url: urlOf(http, host, path),
    closed,
    tellChange: () => {
      sessions.tellChange();
      modern.notify.toolsChanged();
    },
    close: async () => {
      http.close();
      await Promise.all([modern.close(), sessions.close()]);
      http.closeAllConnections();
      await closed;
    },
  };
}

/** Whoever can connect can call the tools. An empty token is one that somebody forgot to set. */
function checkSafety(host: string, token: string | undefined): void {
  if (token === "") throw new SwitchboardError("unsafe_serving", "The token to serve MCP with is empty");
  if (token !== undefined || loopback.has(host)) return;
  throw new SwitchboardError(
    "unsafe_serving",
    `Serving on "${host}" lets other machines call the tools: give a token too, or serve on 127.0.0.1`,
  );
}

async function respond(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const response = await answer(toWebRequest(incoming, gone.signal), incoming);
  if (!outgoing.destroyed) await sendWebResponse(response, outgoing);
}

async function listen(http: HttpServer, port: number, host: string): Promise<void> {
  http.listen(port, host);
  try {
    await once(http, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SwitchboardError("cannot_listen", `Cannot serve MCP on ${host}:${port}: ${reason}`, {
      cause: error,
    });
  }
}

function urlOf(http: HttpServer, host: string, path: string): string {
  const { port } = http.address() as AddressInfo;
  return `http://${inUrl(host)}:${port}${path}`;
}

/** IPv6 addresses stand in brackets there. */
function inUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
