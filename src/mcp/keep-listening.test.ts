import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import { FakeClock } from "../testing/fake-clock.ts";
import { keepListening } from "./keep-listening.ts";

/** A stream of changes that can break off, and a client that opens the given ones, or none. */
function openStream() {
  const { promise: closed, resolve } = Promise.withResolvers<"remote">();
  const subscription: McpSubscription = { honoredFilter: {}, closed, close: () => Promise.resolve() };
  return { subscription, breakOff: () => resolve("remote") };
}

function clientWith(first: McpSubscription | undefined, ...later: (McpSubscription | Error)[]): Client {
  const client = {
    autoOpenedSubscription: first,
    listen: () => {
      const next = later.shift() ?? new Error("away");
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
  };
  return client as unknown as Client;
}

test("[MCP-11] a stream of changes that breaks off is opened anew, and what was missed is asked for", async () => {
  const clock = new FakeClock();
  const [first, second] = [openStream(), openStream()];
  const client = clientWith(first.subscription, new Error("away"), second.subscription);
  let wishes = 0;
  const ending = new AbortController();
  const done = keepListening(client, clock, ending.signal, () => (wishes += 1));
  first.breakOff();
  await turn();
  clock.advance(1_000);
  await turn();
  assert.equal(wishes, 0, "the server is away");
  clock.advance(1_999);
  await turn();
  assert.equal(wishes, 0, "the second pause is longer");
  clock.advance(1);
  await turn();
  assert.equal(wishes, 1);
  second.breakOff();
  await turn();
  ending.abort();
  await done;
  assert.equal(clock.pending, 0);
});

test("[MCP-11] a server that stays away is asked after pauses that grow to a minute", async () => {
  const clock = new FakeClock();
  const first = openStream();
  const askedAt: number[] = [];
  const client = {
    autoOpenedSubscription: first.subscription,
    listen: () => {
      askedAt.push(clock.now() / 1_000);
      return Promise.reject(new Error("away"));
    },
  } as unknown as Client;
  const ending = new AbortController();
  const done = keepListening(client, clock, ending.signal, () => assert.fail());
  first.breakOff();
  for (let second = 0; second < 200; second += 1) {
    await turn();
    clock.advance(1_000);
  }
  assert.deepEqual(askedAt, [1, 3, 7, 15, 31, 63, 123, 183]);
  ending.abort();
  await done;
});

test("without such a stream there is nothing to watch", async () => {
  const clock = new FakeClock();
  await keepListening(clientWith(undefined), clock, new AbortController().signal, () => assert.fail());
});
