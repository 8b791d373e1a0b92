import { Aedes } from "aedes";
import assert from "node:assert/strict";
import { EventEmitter, on, once } from "node:events";
import { createConnection, createServer as createTcpServer, type AddressInfo } from "node:net";
import test, { type TestContext } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import {
  connectBroker,
  type BrokerConnection,
  type BrokerEvent,
  type BrokerMessage,
  type BrokerOptions,
} from "../../src/mqtt/broker-connection.ts";
import { startInProcessBroker, type InProcessBrokerOptions } from "../../src/mqtt/in-process-broker.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import { createCertificate } from "../fixtures/create-certificate.ts";

async function startBroker(t: TestContext, options?: InProcessBrokerOptions) {
  const broker = await startInProcessBroker(options);
  t.after(() => broker.close());
  return broker;
}

function connect(t: TestContext, url: string, options: Partial<BrokerOptions> = {}): BrokerConnection {
  const connection = connectBroker({ url, retryDelayMs: 10, maxRetryDelayMs: 40, ...options });
  t.after(() => connection.close());
  return connection;
}

/** Messages as they come, to be awaited one by one. */
async function listen(connection: BrokerConnection, filter: string) {
  const messages: BrokerMessage[] = [];
  let wake = () => {};
  const stop = await connection.subscribe(filter, (message) => {
    messages.push(message);
    wake();
  });
  const next = async (): Promise<BrokerMessage> => {
    for (;;) {
      const message = messages.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return { next, stop, messages };
}

const stateChange = (connection: BrokerConnection, isConnected: boolean) =>
  new Promise<string | undefined>((resolve) => {
    const stop = connection.onState((state) => {
      if (state.isConnected !== isConnected) return;
      stop();
      resolve(state.reason);
    });
  });

/** Every loss of the connection, to be awaited one by one. */
function lostEvents() {
  type Lost = Extract<BrokerEvent, { type: "broker.lost" }>;
  const events = new EventEmitter<{ lost: [Lost] }>();
  const all = on(events, "lost") as AsyncIterator<[Lost]>;
  return {
    observe: (event: BrokerEvent) => void (event.type === "broker.lost" && events.emit("lost", event)),
    async next(): Promise<Lost> {
      const { value } = (await all.next()) as { value: [Lost] };
      return value[0];
    },
  };
}

/** An address where nobody listens. */
async function unusedUrl(): Promise<string> {
  const broker = await startInProcessBroker();
  await broker.close();
  return broker.url;
}

test("what one publishes the other hears, as it was sent", async (t) => {
  const broker = await startBroker(t);
  const listener = connect(t, broker.url);
  await listener.connected();
  const { next } = await listen(listener, "house/+/state");
  const speaker = connect(t, broker.url);
  assert.equal(await speaker.publish("house/lamp/state", "größer → an"), true);
  assert.deepEqual(await next(), { topic: "house/lamp/state", payload: "größer → an", isRetained: false });
});

test("a retained message comes to who subscribes later, and says that it is one", async (t) => {
  const { url } = await startBroker(t);
  await connect(t, url).publish("house/door", "open", { retain: true });
  const { next } = await listen(connect(t, url), "house/#");
  assert.deepEqual(await next(), { topic: "house/door", payload: "open", isRetained: true });
});

test("a broker that is down throws nothing: what is published waits and is dropped when stale", async (t) => {
  const events: BrokerEvent[] = [];
  const connection = connect(t, await unusedUrl(), {
    staleAfterMs: 30,
    observe: (event) => void events.push(event),
  });
  await connection.subscribe("a/#", () => {});
  assert.equal(connection.isConnected, false);
  assert.equal(await connection.publish("a/b", "1"), false);
  assert.match(connection.trouble ?? "", /ECONNREFUSED/);
  assert.ok(events.some(({ type }) => type === "broker.dropped"));
});

test("the pause between attempts doubles up to its limit", async (t) => {
  const delays: number[] = [];
  const url = await unusedUrl();
  await new Promise<void>((resolve) => {
    connect(t, url, {
      observe: (event) => {
        if (event.type === "broker.lost" && delays.push(event.retryInMs) === 4) resolve();
      },
    });
  });
  assert.deepEqual(delays, [10, 20, 40, 40]);
});

test("only a connection that held starts again with the shortest pause", async (t) => {
  const clock = new FakeClock();
  const first = await startInProcessBroker();
  const lost = lostEvents();
  const connection = connect(t, first.url, { clock, observe: lost.observe });
  await connection.connected();
  await first.close();
  assert.equal((await lost.next()).retryInMs, 10);
  clock.advance(10);
  assert.equal((await lost.next()).retryInMs, 20);

  const second = await startInProcessBroker({ port: first.port });
  clock.advance(20);
  await connection.connected();
  await second.close();
  assert.equal((await lost.next()).retryInMs, 40, "it was gone at once");

  const third = await startInProcessBroker({ port: first.port });
  clock.advance(40);
  await connection.connected();
  clock.advance(40);
  await third.close();
  assert.equal((await lost.next()).retryInMs, 10, "it held");
});

test("a broker that restarts on its port is found again, with subscriptions and what waited", async (t) => {
  const first = await startInProcessBroker();
  const connection = connect(t, first.url);
  await connection.connected();
  const { next } = await listen(connection, "house/#");
  const lost = stateChange(connection, false);
  await first.close();
  assert.ok(await lost);
  const sent = connection.publish("house/lamp", "on");
  await startBroker(t, { port: first.port });
  assert.equal(await sent, true);
  assert.equal((await next()).payload, "on");
  assert.equal(connection.trouble, undefined);
});

test("a message that a dying broker took no notice of is sent again to the next one", async (t) => {
  // This broker lets everybody in and then says nothing more.
  const sockets = new Set<{ destroy(): void }>();
  const mute = createTcpServer((socket) => {
    sockets.add(socket);
    let isLetIn = false;
    socket.on("error", () => {});
    socket.on("data", () => {
      if (!isLetIn) socket.write(Buffer.from([0x20, 2, 0, 0]));
      else for (const each of sockets) each.destroy();
      isLetIn = true;
    });
  });
  mute.listen(0, "127.0.0.1");
  await once(mute, "listening");
  const { port } = mute.address() as AddressInfo;
  const connection = connect(t, `mqtt://127.0.0.1:${port}`);
  await connection.connected();
  const lost = stateChange(connection, false);
  const sent = connection.publish("house/lamp", "on");
  await lost;
  mute.close();
  await once(mute, "close");
  await startBroker(t, { port });
  assert.equal(await sent, true);
});

test("refused credentials are told, and the right ones let in, also from the address", async (t) => {
  const credentials = { username: "anna", password: "right" };
  const { url, port } = await startBroker(t, { credentials });
  const refused = connect(t, url, { username: "anna", password: "wrong" });
  assert.match((await stateChange(refused, false)) ?? "", /not authorized|bad user name or password/i);
  assert.equal(refused.isConnected, false);
  await connect(t, url, credentials).connected();
  const fromUrl = connect(t, `mqtt://anna:right@127.0.0.1:${port}`);
  await fromUrl.connected();
  assert.doesNotMatch(fromUrl.url, /anna|right/);
});

test("a topic that the broker does not let us listen to is told, and the others are heard", async (t) => {
  const broker = await Aedes.createBroker({
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, subscription.topic === "secret/#" ? null : subscription),
  });
  const server = createTcpServer((socket) => void broker.handle(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    broker.close();
    server.close();
  });
  const refused: (readonly string[])[] = [];
  const connection = connect(t, `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    observe: (event) => void (event.type === "broker.refused" && refused.push(event.filters)),
  });
  await connection.subscribe("secret/#", () => {});
  assert.deepEqual(refused, [], "before there is a connection nobody knows");
  await connection.connected();
  assert.deepEqual(refused, [["secret/#"]]);
  const { next } = await listen(connection, "open/#");
  await connection.publish("open/door", "now");
  assert.equal((await next()).payload, "now");
  assert.equal(refused.length, 1);
});

test("availability is retained, and says offline after a close as after a crash", async (t) => {
  const broker = await startBroker(t);
  const watcher = connect(t, broker.url);
  const { next } = await listen(watcher, "status/#");
  const availability = { topic: "status/gateway", online: "online", offline: "offline" };
  const connection = connect(t, broker.url, { availability });
  assert.equal((await next()).payload, "online");
  await connection.close();
  assert.equal((await next()).payload, "offline");
  const late = await listen(connect(t, broker.url), "status/#");
  assert.deepEqual(await late.next(), { topic: "status/gateway", payload: "offline", isRetained: true });
});

test("the last will is published when a client is gone without a goodbye", async (t) => {
  const aedes = await Aedes.createBroker();
  const server = createTcpServer((socket) => aedes.handle(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => new Promise<void>((resolve) => aedes.close(() => server.close(() => resolve()))));
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const watcher = connect(t, url);
  await watcher.connected();
  const { next } = await listen(watcher, "status/#");
  // The next attempt is far away: this client stays gone.
  const dying = connect(t, url, {
    clientId: "dying",
    retryDelayMs: 60_000,
    maxRetryDelayMs: 60_000,
    will: { topic: "status/dying", payload: "gone" },
  });
  const [client] = (await once(aedes, "clientReady")) as [{ id: string; conn: { destroy(): void } }];
  assert.equal(client.id, "dying");
  await dying.connected();
  client.conn.destroy();
  assert.deepEqual(await next(), { topic: "status/dying", payload: "gone", isRetained: false });
});

test("TLS: a broker whose certificate is signed by the given authority is trusted, any other is not", async (t) => {
  const { cert, key } = createCertificate();
  const aedes = await Aedes.createBroker();
  const server = createTlsServer({ cert, key }, (socket) => aedes.handle(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => new Promise<void>((resolve) => aedes.close(() => server.close(() => resolve()))));
  const url = `mqtts://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trusting = connect(t, url, { ca: cert });
  await trusting.connected();
  assert.equal(await trusting.publish("a", "b"), true);
  const careful = connect(t, url);
  assert.match((await stateChange(careful, false)) ?? "", /self-signed certificate/);
});

test("a listener that throws or rejects harms nobody", async (t) => {
  const { url } = await startBroker(t);
  const connection = connect(t, url);
  await connection.connected();
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => void warnings.push(message);
  process.on("warning", onWarning);
  t.after(() => process.off("warning", onWarning));
  await connection.subscribe("a", () => {
    throw new Error("first");
  });
  await connection.subscribe("a", () => Promise.reject(new Error("second")) as unknown as undefined);
  const { next } = await listen(connection, "a");
  await connection.publish("a", "x");
  assert.equal((await next()).payload, "x");
  await new Promise(setImmediate);
  assert.deepEqual(warnings, [
    'A listener failed on topic "a": first',
    'A listener failed on topic "a": second',
  ]);
});

test("who stops listening hears nothing more, the others still do", async (t) => {
  const { url } = await startBroker(t);
  const connection = connect(t, url);
  await connection.connected();
  const gone = await listen(connection, "a");
  const stays = await listen(connection, "a");
  await gone.stop();
  await connection.publish("a", "x");
  assert.equal((await stays.next()).payload, "x");
  assert.deepEqual(gone.messages, []);
});

test("a listener whose filters overlap hears a message once", async (t) => {
  const { url } = await startBroker(t);
  const connection = connect(t, url);
  await connection.connected();
  const heard: string[] = [];
  const listener = ({ payload }: BrokerMessage) => void heard.push(payload);
  await connection.subscribe("a/+", listener);
  await connection.subscribe("a/#", listener);
  const { next } = await listen(connection, "end");
  await connection.publish("a/b", "x");
  await connection.publish("end", "");
  await next();
  assert.deepEqual(heard, ["x"]);
});

test("close ends all: who waits is told, and what waits is dropped", async (t) => {
  const connection = connect(t, await unusedUrl());
  const waiting = assert.rejects(connection.connected(), { code: "closed" });
  const sent = connection.publish("a", "b");
  await connection.close();
  await waiting;
  assert.equal(await sent, false);
  assert.equal(await connection.publish("a", "b"), false);
  await assert.rejects(connection.connected(), { code: "closed" });
});

test("who closes while the next attempt is waited for has no attempt made any more", async (t) => {
  const clock = new FakeClock();
  const lost = lostEvents();
  const connection = connect(t, await unusedUrl(), { clock, observe: lost.observe });
  await lost.next();
  assert.equal(clock.pending, 1);
  await connection.close();
  assert.equal(clock.pending, 0);
});

test("a broker that is closed does not wait for clients that have said nothing yet", async () => {
  const broker = await startInProcessBroker();
  const silent = createConnection(broker.port, "127.0.0.1");
  await once(silent, "connect");
  const gone = once(silent, "close");
  await broker.close();
  await gone;
});

test("waiting for the connection ends with its signal", async (t) => {
  const connection = connect(t, await unusedUrl());
  const abort = new AbortController();
  const waiting = connection.connected(abort.signal);
  abort.abort(new Error("no more time"));
  await assert.rejects(waiting, /no more time/);
});

test("what is no address of a broker is refused at once", () => {
  assert.throws(() => connectBroker({ url: "localhost" }), { code: "invalid_option" });
});

test("a broker whose port is taken says so", async (t) => {
  const { port } = await startBroker(t);
  await assert.rejects(startInProcessBroker({ port }), { code: "EADDRINUSE" });
});

test("a message that is taken back while the broker is gone is never sent", async (t) => {
  const url = await unusedUrl();
  const connection = connect(t, url);
  const abort = new AbortController();
  const sent = connection.publish("lamp/set", "on", { signal: abort.signal });
  abort.abort();
  assert.equal(await sent, false);
  assert.equal(await connection.publish("lamp/set", "off", { signal: abort.signal }), false);
  await startBroker(t, { port: Number(new URL(url).port) });
  await connection.connected();
  const { next } = await listen(connection, "lamp/set");
  await connection.publish("lamp/set", "now");
  assert.equal((await next()).payload, "now");
});
