import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import * as tls from "node:tls";

import { OllamaBackend, OllamaError } from "../../src/ollama.ts";
import { createCertificate } from "../fixtures/create-certificate.ts";
import { start } from "./support.ts";

async function listen(t: TestContext, server: Server, host = "127.0.0.1"): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  server.listen(0, host);
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Answers each request, or what there is of one, with the next of these texts; `end` closes the connection behind it. */
function answering(texts: readonly string[], { end = false } = {}): (socket: Socket) => void {
  let served = 0;
  return (socket) => {
    socket.on("data", () => {
      const text = texts[Math.min(served++, texts.length - 1)] ?? "";
      if (end) socket.end(text);
      else socket.write(text);
    });
  };
}

const json = '{"version":"1.2.3"}';
const plain = `HTTP/1.1 200 OK\r\ncontent-length: ${json.length}\r\n\r\n${json}`;

/** What Node's own client makes of the same answer: its text, or nothing where that is an error. */
async function readWithNode(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get({ port, host: "127.0.0.1", path: "/api/version", agent: false }, (response) => {
      let text = "";
      response.on("data", (piece: Uint8Array) => (text += Buffer.from(piece).toString("latin1")));
      response.on("end", () => resolve(text));
      response.on("error", () => resolve(undefined));
    });
    request.on("error", () => resolve(undefined));
  });
}

async function readWithOurs(port: number): Promise<string | undefined> {
  const health = await new OllamaBackend({ host: `127.0.0.1:${port}` }).health();
  return health.isUp ? JSON.stringify({ version: health.version }) : undefined;
}

const size = json.length.toString(16);
const head = "HTTP/1.1 200 OK\r\n";
const sameForBoth: Readonly<Record<string, string>> = {
  "a length": plain,
  "a length with a space behind it": `${head}content-length: ${json.length} \r\n\r\n${json}`,
  "no space behind a colon": `${head}content-length:${json.length}\r\n\r\n${json}`,
  chunks: `${head}transfer-encoding: chunked\r\n\r\n${size}\r\n${json}\r\n0\r\n\r\n`,
  "chunks with extensions and trailers": `${head}transfer-encoding: chunked\r\n\r\n${size};a=b\r\n${json}\r\n0;c\r\nx: y\r\n\r\n`,
  "no length": `${head}\r\n${json}`,
  "an interim answer": `HTTP/1.1 100 Continue\r\n\r\n${plain}`,
  "HTTP/1.0": `HTTP/1.0 200 OK\r\n\r\n${json}`,
  "a body that is cut": `${head}content-length: 99\r\n\r\n${json}`,
  "a chunk that is cut": `${head}transfer-encoding: chunked\r\n\r\nff\r\n${json}`,
  "no last chunk": `${head}transfer-encoding: chunked\r\n\r\n${size}\r\n${json}\r\n`,
  "two lengths": `${head}content-length: ${json.length}\r\ncontent-length: 5\r\n\r\n${json}`,
  "a length and chunks": `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n${size}\r\n${json}\r\n0\r\n\r\n`,
  "a chunk without a size": `${head}transfer-encoding: chunked\r\n\r\n\r\n${json}\r\n0\r\n\r\n`,
  "a chunk longer than its size": `${head}transfer-encoding: chunked\r\n\r\n2\r\n${json}\r\n0\r\n\r\n`,
  "space before a colon": `${head}content-length : ${json.length}\r\n\r\n${json}`,
  "a line feed alone": `HTTP/1.1 200 OK\ncontent-length: ${json.length}\n\n${json}`,
  "a head that is too long": `${head}x: ${"y".repeat(20_000)}\r\n\r\n${json}`,
  "no HTTP": "220 mail.example ESMTP\r\n",
  nothing: "",
};

for (const [what, text] of Object.entries(sameForBoth)) {
  test(`[OLL-1] an answer with ${what} is to us what it is to Node's own client`, async (t) => {
    const port = await listen(t, createServer(answering([text], { end: true })));
    assert.equal(await readWithOurs(port), await readWithNode(port));
  });
}

test("[OLL-1] one connection serves request after request, and an idle one keeps no process alive", async (t) => {
  const { ollama, backend } = await start(t, {});
  for (let request = 0; request < 5; request += 1) await backend.health();
  assert.equal(ollama.acceptedSockets, 1);
});

test("[OLL-7] a server that speaks without being asked loses its connection, and the next request goes through", async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    answering([`${plain}garbage`])(socket);
  });
  const backend = new OllamaBackend({ host: `127.0.0.1:${await listen(t, server)}` });
  assert.equal((await backend.health()).isUp, true);
  assert.equal((await backend.health()).isUp, true);
  assert.equal(connections, 2);
});

test("[OLL-7] an answer that breaks off on a kept connection is not asked for again", async (t) => {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on("data", () => {
      requests += 1;
      if (requests === 1) socket.write(plain);
      else socket.end("HTTP/1.1 200 OK\r\ncontent-le");
    });
  });
  const backend = new OllamaBackend({ host: `127.0.0.1:${await listen(t, server)}` });
  await backend.health();
  const health = await backend.health();
  assert.equal(health.isUp, false);
  assert.equal(requests, 2);
});

test("[OLL-1] IPv6 and a path below the server's own are spoken to", async (t) => {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on("data", (bytes: Uint8Array) => {
      seen.push(Buffer.from(bytes).toString("latin1").split("\r\n", 2).join(" | "));
      socket.write(plain);
    });
  });
  const port = await listen(t, server, "::1");
  assert.equal((await new OllamaBackend({ host: `http://[::1]:${port}/models` }).health()).isUp, true);
  assert.deepEqual(seen, [`GET /models/api/version HTTP/1.1 | host: [::1]:${port}`]);
});

test("[OLL-1] a server with TLS is spoken to where its certificate is known, and refused where it is not", async (t) => {
  const { cert, key } = createCertificate();
  let connections = 0;
  const server = tls.createServer({ cert, key }, (socket) => {
    connections += 1;
    socket.on("error", () => {});
    answering([plain])(socket);
  });
  server.on("tlsClientError", () => {});
  const host = `https://localhost:${await listen(t, server)}`;

  const refused = await new OllamaBackend({ host }).health();
  assert.ok(!refused.isUp);
  assert.equal(refused.error.code, "unreachable");
  assert.match(refused.error.message, /self-signed certificate/);

  const connect = ({ hostname, port }: { hostname: string; port: number }) =>
    tls.connect({ host: hostname, port, servername: hostname, ca: cert });
  assert.equal((await new OllamaBackend({ host, connect }).health()).isUp, true);

  tls.setDefaultCACertificates([...tls.getCACertificates("default"), cert]);
  const backend = new OllamaBackend({ host });
  for (let request = 0; request < 3; request += 1) assert.equal((await backend.health()).isUp, true);
  assert.equal(connections, 2, "one for the caller's own kind, and one that serves again");
});

test("[OLL-7] a server that is busy says for how long, and the error carries it", async (t) => {
  const busy = { status: 503, error: "server busy", headers: { "retry-after": "7" } };
  const { backend } = await start(t, { turns: [[busy]] });
  const failure = backend.complete({ model: "qwen3:0.6b", messages: [{ role: "user", content: "Hi" }] });
  await assert.rejects(failure, (error) => {
    assert.ok(error instanceof OllamaError);
    assert.deepEqual([error.code, error.status, error.retryAfterMs], ["busy", 503, 7_000]);
    return true;
  });
});

test("[OLL-1] headers that would make one request into two are refused before anything is sent", () => {
  const headers = { authorization: "Bearer x\r\ncontent-length: 0" };
  assert.throws(() => new OllamaBackend({ headers }), { name: "TypeError", message: /authorization/ });
});
