import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorResponse } from "./error-response.ts";

/** More than the arguments of any call, less than what would hurt. */
const maxBodyBytes = 4 * 1024 * 1024;

/** The head of a request, in the web's form. Its body is read apart, once the head is found to be good. */
export function toWebRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const url = new URL(incoming.url ?? "/", "http://localhost");
  return new Request(url, { method: incoming.method ?? "GET", headers, signal });
}

/** The body of a request as JSON, or the answer that refuses it. */
export async function readJsonBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end even where it is too long: a client that is still writing would not see the answer.
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) return errorResponse(413, -32_000, `A request may have ${maxBodyBytes} bytes`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
  } catch {
    return errorResponse(400, -32_700, "Parse error: the request is not JSON");
  }
}

/** Sends a web response, a stream of events as they come. A client that leaves meanwhile ends it. */
export async function sendWebResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // That a stream is open is news: the head must not wait for the first event.
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined);
}
