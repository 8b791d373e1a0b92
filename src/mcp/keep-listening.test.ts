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

test("without such a stream there is nothing to watch", async () => {
  const clock = new FakeClock();
  await keepListening(clientWith(undefined), clock, new AbortController().signal, () => assert.fail());
});
