import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export interface RawRequest {
  readonly path: string;
  /** As Latin-1: that is fastest, and what the bench looks for is ASCII. */
  readonly body: string;
}

/** A whole answer, head included, or its pieces, one each millisecond. */
export type RawAnswer = Uint8Array | { readonly pieces: readonly Uint8Array[] };

/**
 * HTTP/1.1 by hand, as far as the contenders need it. Answers are made before they are asked for, down to the last
 * byte, so that a server in JavaScript keeps up with any client.
 */
export async function startRawServer(answer: (request: RawRequest) => RawAnswer): Promise<string> {
  const server = createServer({ noDelay: true }, (socket) => serveSocket(socket, answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

export function toResponse(status: number, contentType: string, body: string): Uint8Array {
  const length = Buffer.byteLength(body);
  return Buffer.from(`${toHead(status, contentType)}content-length: ${length}\r\n\r\n${body}`);
}

/** The pieces of a streamed answer, the head first: each is a chunk of its own, whatever TCP makes of it. */
export function toChunkedPieces(contentType: string, contents: readonly Uint8Array[]): Uint8Array[] {
  return [
    Buffer.from(`${toHead(200, contentType)}transfer-encoding: chunked\r\n\r\n`),
    ...contents.map((content) =>
      Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from("\r\n")]),
    ),
    Buffer.from("0\r\n\r\n"),
  ];
}

function toHead(status: number, contentType: string): string {
  return `HTTP/1.1 ${status} ${status === 200 ? "OK" : "Error"}\r\ncontent-type: ${contentType}\r\n`;
}

function serveSocket(socket: Socket, answer: (request: RawRequest) => RawAnswer): void {
  let received: Uint8Array[] = [];
  let length = 0;
  let wanted = 0;
  socket.on("data", (piece: Uint8Array) => {
    received.push(piece);
    length += piece.length;
    if (length < wanted) return;
    const text = Buffer.concat(received).toString("latin1");
    const headEnd = text.indexOf("\r\n\r\n") + 4;
    if (headEnd < 4) return;
    wanted = headEnd + Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
    if (length < wanted) return;
    // No client here sends a request before it has the answer to the one before.
    received = [];
    length = 0;
    wanted = 0;
    send(socket, answer({ path: text.split(" ", 2)[1] ?? "/", body: text.slice(headEnd) }));
  });
  // A client that goes away is no failure of the bench.
  socket.on("error", () => socket.destroy());
}

function send(socket: Socket, answer: RawAnswer): void {
  if (answer instanceof Uint8Array) {
    socket.write(answer);
    return;
  }
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    // Timers are late at times: what is due goes out, so that the pace holds over the whole stream.
    const due = Math.min(answer.pieces.length, Math.ceil(performance.now() - startedAt));
    for (const piece of answer.pieces.slice(sent, due)) socket.write(piece);
    sent = due;
    if (sent === answer.pieces.length || socket.destroyed) clearInterval(timer);
  }, 1);
}
