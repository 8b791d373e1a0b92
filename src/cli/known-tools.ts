import { createHash } from "node:crypto";
import { join } from "node:path";
import { FileTrustStore } from "../mcp/file-trust-store.ts";
import type { McpServerConfig } from "../mcp/server-config.ts";
import type { TrustStore } from "../mcp/trust.ts";

/**
 * What is known about servers' tools, in the user's state folder. Many projects have a server called `files`: a server
 * goes by how it is reached as well as by its name.
 */
export function openKnownTools(
  stateFolder: string,
  servers: Readonly<Record<string, McpServerConfig>>,
): TrustStore {
  const store = new FileTrustStore(join(stateFolder, "known-tools.json"));
  const keyOf = (name: string) => `${name} ${identityOf(servers[name])}`;
  return {
    load: (server) => store.load(keyOf(server)),
    save: (server, tools) => store.save(keyOf(server), tools),
  };
}

function identityOf(server: McpServerConfig | undefined): string {
  const { command, args, cwd, url } = { ...server } as Record<string, unknown>;
  return createHash("sha256")
    .update(JSON.stringify([command, args, cwd, url]))
    .digest("hex")
    .slice(0, 16);
}
