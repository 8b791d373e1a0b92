import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import { pause } from "../calls/pause.ts";
import type { Clock } from "../clock.ts";

const pauses = { firstMs: 1_000, longestMs: 60_000 };

/**
 * In the newer era a server tells of changes on a stream of their own, which may break off while all else goes on: it
 * is opened anew then, and what was missed meanwhile is asked for. In the older era there is no such stream.
 */
export async function keepListening(
  client: Client,
  clock: Clock,
  signal: AbortSignal,
  onToolsChanged: () => void,
): Promise<void> {
  let subscription = client.autoOpenedSubscription;
  while (subscription !== undefined) {
    await subscription.closed;
    subscription = await listenAgain(client, clock, signal);
    if (subscription !== undefined) onToolsChanged();
  }
}

async function listenAgain(
  client: Client,
  clock: Clock,
  signal: AbortSignal,
): Promise<McpSubscription | undefined> {
  for (let pauseMs = pauses.firstMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, pauses.longestMs)) {
    await pause(pauseMs, signal, clock);
    if (signal.aborted) break;
    try {
      return await client.listen({ toolsListChanged: true }, { signal });
    } catch {
      // The server may be away for a moment; the next pause is longer.
    }
  }
  return undefined;
}
