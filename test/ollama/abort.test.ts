import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";

import type { FakeStep } from "../../src/testing.ts";
import { collect, messages, model, start } from "./support.ts";

const never = new Promise(() => {});

test("[OLL-8] an abort before the request sends nothing", async (t) => {
  const { ollama, backend } = await start(t, {});
  const signal = AbortSignal.abort("too late");
  await assert.rejects(backend.complete({ model, messages, signal }), { code: "aborted", cause: "too late" });
  assert.equal(ollama.requests.length, 0);
  assert.equal(ollama.acceptedSockets, 0);
});

test("[OLL-8] an abort before the headers closes the socket", async (t) => {
  const { ollama, backend } = await start(t, { turns: [[{ wait: never }]] });
  const controller = new AbortController();
  const answer = backend.complete({ model, messages, signal: controller.signal });
  const request = await ollama.waitForRequests(1);
  controller.abort();
  await assert.rejects(answer, { code: "aborted" });
  assert.equal(await request.closed, "client");
  await ollama.waitForOpenSockets(0);
});

test("[OLL-8] an abort in the stream closes the socket, and nothing more is given out", async (t) => {
  const { ollama, backend } = await start(t, { turns: [["a", "b", { wait: never }]] });
  const controller = new AbortController();
  const stream = backend.completeStream({ model, messages, signal: controller.signal });
  await stream.next();
  controller.abort(new Error("enough"));
  await assert.rejects(stream.next(), { code: "aborted", cause: new Error("enough") });
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
  assert.equal(await ollama.chats[0]?.closed, "client");
  await ollama.waitForOpenSockets(0);
});

test("[OLL-8] an abort while nobody reads closes the socket as well", async (t) => {
  const { ollama, backend } = await start(t, { turns: [["a", { wait: never }]] });
  const controller = new AbortController();
  const stream = backend.completeStream({ model, messages, signal: controller.signal });
  await stream.next();
  controller.abort();
  assert.equal(await ollama.chats[0]?.closed, "client");
});

test("[OLL-8] an abort after the answer does nothing, and no listener stays behind", async (t) => {
  const { ollama, backend } = await start(t, { turns: () => "Hello" });
  const controller = new AbortController();
  const { signal } = controller;
  assert.equal((await backend.complete({ model, messages, signal })).text, "Hello");
  assert.equal(getEventListeners(signal, "abort").length, 0);
  controller.abort();
  assert.equal(await ollama.chats[0]?.closed, "complete");
  assert.equal((await backend.complete({ model, messages })).text, "Hello");
  assert.equal(ollama.acceptedSockets, 1, "the connection was kept");
});

test("[OLL-8] leaving the loop closes the socket", async (t) => {
  const words = function* (): Generator<FakeStep> {
    for (;;) yield "word ";
  };
  const { ollama, backend } = await start(t, { turns: () => words() });
  for await (const chunk of backend.completeStream({ model, messages })) {
    assert.equal(chunk.delta, "word ");
    break;
  }
  assert.equal(await ollama.chats[0]?.closed, "client");
  const failing = async () => {
    for await (const _ of backend.completeStream({ model, messages })) throw new Error("mine");
  };
  await assert.rejects(failing, { message: "mine" });
  assert.equal(await ollama.chats[1]?.closed, "client");
  await ollama.waitForOpenSockets(0);
});

test("[OLL-8] leaving a stream that still waits for its headers closes the socket", async (t) => {
  const { ollama, backend } = await start(t, { turns: [[{ wait: never }]] });
  const stream = backend.completeStream({ model, messages });
  const first = stream.next();
  const request = await ollama.waitForRequests(1);
  await Promise.all([assert.rejects(first, { code: "aborted" }), stream.return?.()]);
  assert.equal(await request.closed, "client");
});

test("[OLL-8] a stream that is never read, or left before it is, sends nothing", async (t) => {
  const { ollama, backend } = await start(t, { turns: () => "Hello" });
  const stream = backend.completeStream({ model, messages });
  await stream.return?.();
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
  backend.completeStream({ model, messages });
  await backend.complete({ model, messages });
  assert.equal(ollama.requests.length, 1);
});

test("[OLL-8] of two hundred streams at once, the one that is aborted is the only one to end", async (t) => {
  const goOn = Promise.withResolvers<void>();
  const { ollama, backend } = await start(t, {
    turns: (_request, index) => [`${index} `, { wait: goOn.promise }, "end"],
  });
  const controller = new AbortController();
  const streams = Array.from({ length: 200 }, (_, index) =>
    backend.completeStream({ model, messages, ...(index === 77 && { signal: controller.signal }) }),
  );
  const firsts = await Promise.all(streams.map((stream) => stream.next()));
  assert.equal(ollama.openSockets, 200);

  controller.abort();
  await ollama.waitForOpenSockets(199);
  goOn.resolve();
  const rests = await Promise.allSettled(streams.map(collect));
  assert.equal(ollama.closedByClient, 1);
  const failed = rests.flatMap((rest, index) => (rest.status === "rejected" ? [index] : []));
  assert.deepEqual(failed, [77]);
  assert.equal(new Set(firsts.map(({ value }) => value?.delta)).size, 200, "each has its own answer");
});

test("[OLL-8] hundreds of streams on one signal leave no listener, and cause no warning", async (t) => {
  const { backend } = await start(t, { turns: () => "Hello" });
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  t.after(() => process.off("warning", listen));
  const { signal } = new AbortController();
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 30 }, () => backend.complete({ model, messages, signal })));
  }
  assert.equal(getEventListeners(signal, "abort").length, 0);
  assert.deepEqual(warnings, []);
});
