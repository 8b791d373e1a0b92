import { finished } from "node:stream/promises";
import { OpenServers } from "./open-servers.ts";
import { claimStdout, type ProtocolStdout } from "./protocol-stdout.ts";
import type { ServingParts, TransportServing } from "./serving.ts";
import { StdioServerTransport } from "./stdio-server-transport.ts";

/** Serves over this process's stdin and stdout, until stdin ends and all that was asked by then is answered. */
export async function serveOverStdio(load: () => Promise<ServingParts>): Promise<TransportServing> {
  // Before anything else: what is printed while the package loads must not reach stdout either.
  const stdout = claimStdout();
  const parts = await load();
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const open = new OpenServers(parts);
  const transport = new StdioServerTransport(parts.sdk, process.stdin, stdout.output);
  const connection = serveStdio((context) => open.create(context), { transport, onerror: parts.onError });
  void transport.finished.then(() => connection.close());
  const closed = transport.closed.then(() => leave(stdout));
  return {
    closed,
    tellChange: () => open.tellChange(),
    close: async () => {
      await connection.close();
      await closed;
    },
  };
}

async function leave({ output, release }: ProtocolStdout): Promise<void> {
  // Where nobody reads any more there is nothing to wait for.
  await finished(output.end()).catch(() => undefined);
  release();
}
