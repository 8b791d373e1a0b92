import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, Socket, type AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { OllamaBackend, OllamaError, type OllamaErrorCode } from "../../src/ollama.ts";
import type { FakeStep } from "../../src/testing.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import { collect, messages, model, start } from "./support.ts";

const never = new Promise(() => {});

/** What a chat with such a server ends in. */
async function failureOf(t: TestContext, steps: readonly FakeStep[]): Promise<OllamaError> {
  const { backend } = await start(t, { turns: [steps] });
  return rejectionOf(backend.complete({ model, messages }));
}

async function rejectionOf(promise: Promise<unknown>): Promise<OllamaError> {
  const error = await promise.then(
    () => assert.fail("it should have failed"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OllamaError, String(error));
  return error;
}

/** Answers every connection with these bytes. */
async function startRawServer(t: TestContext, answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("[OLL-7] a server that is down is unreachable, and the text says how to start it", async (t) => {
  const { ollama, backend } = await start(t, {});
  const { host } = new URL(ollama.url);
  await ollama.close();
  const error = await rejectionOf(backend.complete({ model, messages }));
  assert.equal(error.code, "unreachable");
  assert.match(error.message, new RegExp(`${host}.*ollama serve`));
  assert.equal((error.cause as NodeJS.ErrnoException).code, "ECONNREFUSED");
  const health = await backend.health();
  assert.equal(health.isUp, false);
});

test("[OLL-7] a host that does not exist is unreachable", async () => {
  const backend = new OllamaBackend({ host: "ollama.invalid" });
  assert.equal((await rejectionOf(backend.complete({ model, messages }))).code, "unreachable");
});

/** Newer servers wrap what their runner says. */
function nested(code: number, message: string): string {
  return JSON.stringify({ error: { code, message, type: "server_error" } });
}

const httpErrors: readonly [status: number, body: object | string, code: OllamaErrorCode, text: RegExp][] = [
  [
    400,
    { error: "registry.ollama.ai/library/x:latest does not support tools" },
    "no_tool_support",
    /qwen3:0.6b does not/,
  ],
  [400, { error: '"x" does not support thinking' }, "no_thinking_support", /Leave `think` out/],
  [400, { error: "the input length exceeds the context length" }, "context_exceeded", /num_ctx/],
  [
    400,
    { error: nested(400, "request (3031 tokens) exceeds the available context size (512 tokens)") },
    "context_exceeded",
    /3031/,
  ],
  [
    500,
    { error: nested(500, "tools param requires --jinja flag") },
    "no_tool_support",
    /does not support tools/,
  ],
  [400, { error: "invalid model name" }, "http_error", /invalid model name/],
  [
    401,
    { error: "unauthorized", signin_url: "https://ollama.com/connect" },
    "unauthorized",
    /https:\/\/ollama.com\/connect/,
  ],
  [403, "", "unauthorized", /headers/],
  [404, { error: "model 'x' not found" }, "model_missing", /ollama pull qwen3:0.6b/],
  [404, { error: 'model "x" not found, try pulling it first' }, "model_missing", /ollama pull qwen3:0.6b/],
  [404, "404 page not found", "http_error", /Is it an Ollama server\?/],
  [429, { error: "too many requests" }, "busy", /too many requests/],
  [
    500,
    { error: "llama runner process has terminated" },
    "server_error",
    /llama runner process has terminated/,
  ],
  [502, "<html>Bad Gateway</html>", "server_error", /Bad Gateway/],
  [
    503,
    { error: "server busy, please try again.  maximum pending requests exceeded" },
    "busy",
    /maximum pending/,
  ],
];

for (const [status, body, code, text] of httpErrors) {
  test(`[OLL-7] HTTP ${status} ${JSON.stringify(body)} is ${code}`, async (t) => {
    const error = await failureOf(t, [{ status, body }]);
    assert.equal(error.code, code);
    assert.equal(error.status, status, "the real status");
    assert.match(error.message, text);
  });
}

test("[OLL-7] a redirect names where to go", async (t) => {
  const error = await failureOf(t, [
    { status: 308, body: "", headers: { location: "https://example.com/" } },
  ]);
  assert.equal(error.code, "http_error");
  assert.match(error.message, /https:\/\/example.com\//);
});

test("[OLL-7] a 401 carries the address to sign in at", async (t) => {
  const error = await failureOf(t, [
    { status: 401, body: { error: "unauthorized", signin_url: "https://x.test/y" } },
  ]);
  assert.equal(error.signinUrl, "https://x.test/y");
});

test("[OLL-7] the server's real refusals are known: no such model, no tools, no thinking", async (t) => {
  const { backend } = await start(t, { models: [{ name: "plain", capabilities: ["completion"] }] });
  const missing = await rejectionOf(backend.complete({ model: "other", messages }));
  assert.equal(missing.code, "model_missing");
  assert.equal(missing.model, "other");
  const tools = [{ name: "t", description: "", schema: { type: "object" }, invoke: () => 0 }];
  assert.equal(
    (await rejectionOf(backend.complete({ model: "plain", messages, tools }))).code,
    "no_tool_support",
  );
  const thinking = backend.complete({ model: "plain", messages, think: true });
  assert.equal((await rejectionOf(thinking)).code, "no_thinking_support");
});

test("[OLL-7] an error in the stream comes after the chunks before it", async (t) => {
  const { backend } = await start(t, { turns: [["Hello", { error: "unexpected EOF" }]] });
  const stream = backend.completeStream({ model, messages });
  assert.equal((await stream.next()).value?.delta, "Hello");
  const error = await rejectionOf(stream.next());
  assert.equal(error.code, "server_error");
  assert.match(error.message, /unexpected EOF/);
});

test("[OLL-7] a garbage line is a bad response that quotes it", async (t) => {
  const error = await failureOf(t, ["Hello", { raw: "<html>oops</html>\n" }]);
  assert.equal(error.code, "bad_response");
  assert.match(error.message, /<html>oops/);
});

test("[OLL-7] something that speaks no HTTP is a bad response", async (t) => {
  const backend = new OllamaBackend({ host: await startRawServer(t, "SSH-2.0-OpenSSH\r\n") });
  assert.equal((await rejectionOf(backend.complete({ model, messages }))).code, "bad_response");
});

test("[OLL-7] a connection that is closed without an answer is unreachable", async (t) => {
  for (const cut of ["close", "reset"] as const) {
    assert.equal((await failureOf(t, [{ cut }])).code, "unreachable");
  }
});

test("[OLL-6] a stream that is cut, between lines or in one, is truncated, and gives no final chunk", async (t) => {
  const call: FakeStep = { calls: [{ name: "add", arguments: { a: 1 } }] };
  for (const cut of ["end", "close", "reset"] as const) {
    for (const half of ["", '{"model":"x","message":{"role":"assis']) {
      const { backend } = await start(t, { turns: [["Hello", call, { raw: half }, { cut }]] });
      const chunks: boolean[] = [];
      const read = async () => {
        for await (const chunk of backend.completeStream({ model, messages })) chunks.push(chunk.isFinal);
      };
      const error = await rejectionOf(read());
      assert.equal(error.code, "truncated");
      assert.equal(
        (error.cause as NodeJS.ErrnoException | undefined)?.code,
        cut === "end" ? undefined : "ECONNRESET",
      );
      assert.deepEqual(chunks, [false, false]);
    }
  }
});

test("[OLL-6] an answer without a length that just ends is truncated", async (t) => {
  const line =
    '{"model":"x","created_at":"","message":{"role":"assistant","content":"Hel"},"done":false}\n{"mod';
  const backend = new OllamaBackend({ host: await startRawServer(t, `HTTP/1.0 200 OK\r\n\r\n${line}`) });
  assert.equal((await rejectionOf(backend.complete({ model, messages }))).code, "truncated");
});

test("[OLL-2] an endless line is refused at the limit, and the connection closed", async (t) => {
  const line = function* (): Generator<FakeStep> {
    for (;;) yield { raw: "x".repeat(10_000) };
  };
  const { ollama, backend } = await start(
    t,
    { turns: () => line() },
    { limits: { maxLineBytes: 1_000_000 } },
  );
  assert.equal((await rejectionOf(backend.complete({ model, messages }))).code, "bad_response");
  assert.equal(await ollama.chats[0]?.closed, "client");
});

/** A backend whose time stands still until the test lets it pass. */
async function startTimed(t: TestContext, steps: Iterable<FakeStep>) {
  const clock = new FakeClock();
  const limits = {
    connectTimeoutMs: 1,
    firstByteTimeoutMs: 20_000,
    idleTimeoutMs: 5_000,
    totalTimeoutMs: 60_000,
  };
  return { ...(await start(t, { turns: () => steps }, { clock, limits })), clock };
}

test("[OLL-8] a server that hangs before the headers is cut at the limit for the first byte", async (t) => {
  const { ollama, backend, clock } = await startTimed(t, [{ wait: never }]);
  const failure = rejectionOf(backend.complete({ model, messages }));
  const request = await ollama.waitForRequests(1);
  clock.advance(19_999);
  clock.advance(1);
  const error = await failure;
  assert.equal(error.code, "timeout");
  assert.match(error.message, /did not begin to answer within 20s/);
  assert.equal(await request.closed, "client");
  assert.equal(clock.pending, 0);
});

test("[OLL-8] a server that hangs in the stream is cut at the idle limit, which each piece starts anew", async (t) => {
  const more = Promise.withResolvers<void>();
  const { ollama, backend, clock } = await startTimed(t, ["a", { wait: more.promise }, "b", { wait: never }]);
  const stream = backend.completeStream({ model, messages });
  await stream.next();
  const second = stream.next();
  await turn();
  clock.advance(4_999);
  more.resolve();
  assert.equal((await second).value?.delta, "b");
  const third = rejectionOf(stream.next());
  await turn();
  clock.advance(4_999);
  clock.advance(1);
  const error = await third;
  assert.equal(error.code, "timeout");
  assert.match(error.message, /silent for 5s/);
  assert.equal(await ollama.chats[0]?.closed, "client");
  assert.equal(clock.pending, 0);
});

test("[OLL-8] a reader that takes its time is not a server that hangs", async (t) => {
  const { backend, clock } = await startTimed(t, ["a", "b"]);
  const stream = backend.completeStream({ model, messages });
  await stream.next();
  await turn();
  clock.advance(30_000);
  assert.deepEqual(
    (await collect(stream)).map(({ isFinal }) => isFinal),
    [false, true],
  );
  assert.equal(clock.pending, 0);
});

test("[OLL-8] an endless stream ends at the total limit", async (t) => {
  const words = function* (): Generator<FakeStep> {
    for (;;) yield "word ";
  };
  const { ollama, backend, clock } = await startTimed(t, words());
  const read = async () => {
    let count = 0;
    for await (const chunk of backend.completeStream({ model, messages })) {
      count += chunk.delta.length;
      if (count > 10_000) clock.advance(60_000);
    }
  };
  const error = await rejectionOf(read());
  assert.equal(error.code, "timeout");
  assert.match(error.message, /still answering after 60s/);
  assert.equal(await ollama.chats[0]?.closed, "client");
});

test("[OLL-8] a connection that is not taken is cut at its own limit", async () => {
  const clock = new FakeClock();
  const connect = () => Object.assign(new Socket(), { connecting: true });
  const backend = new OllamaBackend({ connect, clock, limits: { connectTimeoutMs: 3_000 } });
  const failure = rejectionOf(backend.complete({ model, messages }));
  while (clock.pending < 2) await turn();
  clock.advance(3_000);
  const error = await failure;
  assert.equal(error.code, "timeout");
  assert.match(error.message, /took no connection within 3s/);
  assert.equal(clock.pending, 0);
});

test("[OLL-8] a server that says done and does not end the answer costs its connection, not the answer", async (t) => {
  const line = '{"model":"x","created_at":"","message":{"role":"assistant","content":"Hi"},"done":true}\n';
  const { ollama, backend, clock } = await startTimed(t, [{ raw: line }, { wait: never }]);
  assert.equal((await backend.complete({ model, messages })).text, "Hi");
  clock.advance(1_000);
  assert.equal(await ollama.chats[0]?.closed, "client");
  assert.equal(clock.pending, 0);
});

test("[OLL-8] what comes after done is ignored, and the connection serves again", async (t) => {
  const line = '{"model":"x","created_at":"","message":{"role":"assistant","content":"Hi"},"done":true}\n';
  const goOn = Promise.withResolvers<void>();
  const { ollama, backend, clock } = await startTimed(t, [
    { raw: line },
    { wait: goOn.promise },
    { raw: "garbage" },
  ]);
  assert.equal((await backend.complete({ model, messages })).text, "Hi");
  goOn.resolve();
  assert.equal(await ollama.chats[0]?.closed, "complete");
  while (clock.pending > 0) await turn();
  await backend.complete({ model, messages });
  assert.equal(ollama.acceptedSockets, 1);
});

test("[OLL-7] an answer that is far too long is not read to its end", async (t) => {
  const long = await start(t, { turns: [[{ status: 500, body: "x".repeat(20_000_000) }]] });
  const error = await rejectionOf(long.backend.complete({ model, messages }));
  assert.ok(error.message.length < 1_000);
  assert.equal(await long.ollama.chats[0]?.closed, "client");

  const answers = { "/api/tags": [{ status: 200, body: { models: [], padding: "x".repeat(2_000) } }] };
  const { backend } = await start(t, { answers }, { limits: { maxLineBytes: 1_000 } });
  assert.equal((await rejectionOf(backend.models())).code, "bad_response");
});

test("[OLL-7] a kept connection that the server has closed meanwhile is replaced, once", async (t) => {
  const { ollama, backend } = await start(t, {
    turns: (_request, index) => [
      ["first", { cut: "reset" as const }, "again"][index] ?? { cut: "reset" as const },
    ],
  });
  assert.equal((await backend.complete({ model, messages })).text, "first");
  assert.equal((await backend.complete({ model, messages })).text, "again", "the cut one was asked again");
  assert.equal(ollama.chats.length, 3);
  assert.equal((await rejectionOf(backend.complete({ model, messages }))).code, "unreachable");
  assert.equal(ollama.chats.length, 5, "not more than once");
});

test("[OLL-8] a server that sends faster than it is read is made to wait", async (t) => {
  let sent = 0;
  const words = function* (): Generator<FakeStep> {
    for (;;) {
      sent += 1;
      yield "x".repeat(100_000);
    }
  };
  const { backend } = await start(t, { turns: () => words() });
  const stream = backend.completeStream({ model, messages });
  await stream.next();
  let before = -1;
  for (let rounds = 0; rounds < 100 && before !== sent; rounds += 1) {
    before = sent;
    for (let turns = 0; turns < 100; turns += 1) await turn();
  }
  assert.equal(sent, before, "it goes on and on");
  assert.ok(sent < 320, `${sent} pieces of 100 kB were taken in`);
  await stream.return?.();
});

test("[OLL-8] a connection that had to wait for its reader at the very end serves again", async (t) => {
  const line = (content: string, done: boolean) =>
    `${JSON.stringify({ model, created_at: "", message: { role: "assistant", content }, done })}\n`;
  const body = line("x".repeat(1_000), false).repeat(240) + line("y".repeat(30_000), true);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.on("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    t.after(() => socket.destroy());
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const backend = new OllamaBackend({ host: `127.0.0.1:${(server.address() as AddressInfo).port}` });
  for (let request = 0; request < 3; request += 1) {
    const stream = backend.completeStream({ model, messages });
    await stream.next();
    for (let turns = 0; turns < 50; turns += 1) await turn();
    await collect(stream);
  }
  assert.equal(connections, 1);
});
