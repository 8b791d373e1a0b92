import { pathToFileURL } from "node:url";
import type { Client, ClientCapabilities, ElicitRequest as WireRequest } from "@modelcontextprotocol/client";
import type * as ClientPackage from "@modelcontextprotocol/client";
import type { CallsUnderWay } from "./calls-under-way.ts";
import type { Elicit, ElicitRequest } from "./elicitation.ts";
import { maxPages } from "./list-tools.ts";
import { packageVersion } from "./package-version.ts";
import { isHttpServer, type McpServerConfig } from "./server-config.ts";

export interface ClientSettings {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly connectTimeoutMs: number;
  readonly elicit?: Elicit;
  readonly callsUnderWay: CallsUnderWay;
  readonly onToolsChanged: () => void;
}

/** The official client, for both eras of the protocol, with what this side offers to a server. */
export function createClient({ Client }: typeof ClientPackage, settings: ClientSettings): Client {
  const { name, config, connectTimeoutMs, elicit, callsUnderWay, onToolsChanged } = settings;
  const client = new Client(
    { name: "tool-switchboard", version: packageVersion() },
    {
      capabilities: capabilitiesFor(config, elicit),
      versionNegotiation: {
        mode: "auto",
        // A server of the older era may leave the first question unanswered; it must still have time for the handshake.
        ...(!isHttpServer(config) && { probe: { timeoutMs: connectTimeoutMs / 4 } }),
      },
      listMaxPages: maxPages,
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    },
  );
  client.setNotificationHandler("notifications/tools/list_changed", onToolsChanged);
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    if (elicit === undefined) return { action: "decline" };
    // The protocol does not say which call a question belongs to, and few servers take one back.
    const { over } = callsUnderWay;
    const signal = over === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, over]);
    const answer = await elicit(toElicitRequest(name, params), { signal });
    return { ...answer };
  });
  if (config.roots !== undefined) {
    const roots = config.roots.map((root) => ({ uri: toFileUri(root) }));
    client.setRequestHandler("roots/list", () => ({ roots }));
  }
  return client;
}

/** A form can always be declined; a page to visit is offered only where somebody can visit it. */
function capabilitiesFor(config: McpServerConfig, elicit: Elicit | undefined): ClientCapabilities {
  return {
    elicitation: { form: { applyDefaults: true }, ...(elicit !== undefined && { url: {} }) },
    ...(config.roots !== undefined && { roots: {} }),
  };
}

function toElicitRequest(server: string, params: WireRequest["params"]): ElicitRequest {
  const { message } = params;
  if (params.mode === "url") return { server, message, url: params.url };
  return { server, message, requestedSchema: params.requestedSchema };
}

function toFileUri(root: string): string {
  return /^[a-z][a-z\d+.-]+:/i.test(root) ? root : pathToFileURL(root).href;
}
