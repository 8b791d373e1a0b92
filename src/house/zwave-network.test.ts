import assert from "node:assert/strict";
import test from "node:test";
import type { BrokerConnection, BrokerState, MessageListener } from "../mqtt/broker-connection.ts";
import { FakeClock } from "../testing.ts";
import { createZwaveTools } from "./zwave-tools.ts";
import { ZwaveNetwork } from "./zwave-network.ts";

/** A broker that says what the test says. */
class ScriptedBroker implements BrokerConnection {
  readonly url = "mqtt://scripted";
  readonly trouble = undefined;
  readonly published: string[] = [];
  isConnected = true;
  #hear: MessageListener = () => {};
  #onState: (state: BrokerState) => void = () => {};

  connected = () => Promise.resolve();
  close = () => Promise.resolve();

  publish(topic: string): Promise<boolean> {
    this.published.push(topic);
    return Promise.resolve(true);
  }

  async subscribe(_filter: string, listener: MessageListener): Promise<() => Promise<void>> {
    this.#hear = listener;
    return () => Promise.resolve();
  }

  onState(listener: (state: BrokerState) => void): () => void {
    this.#onState = listener;
    return () => {};
  }

  setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
    this.#onState({ isConnected });
  }

  /** What it had kept. */
  recall(path: string, content: unknown): void {
    this.#hear({ topic: `zwave/${path}`, payload: JSON.stringify(content), isRetained: true });
  }

  /** What happens now. */
  tell(path: string, content: unknown): void {
    this.#hear({ topic: `zwave/${path}`, payload: JSON.stringify(content), isRetained: false });
  }

  get questions(): number {
    return this.published.filter((topic) => topic === `zwave/${getNodes}/set`).length;
  }
}

const gateway = "_CLIENTS/ZWAVE_GATEWAY-house";
const getNodes = `${gateway}/api/getNodes`;
const origin = { args: [] };

function switchNode(id: number, name: string, value: boolean | null = false) {
  const values = [{ commandClass: 37, endpoint: 0, property: "currentValue", value }];
  return { id, name, loc: "Hall", values };
}

const answer = (...result: object[]) => ({ success: true, message: "", result, origin });
const state = (name: string) => `Hall/${name}/switch_binary/endpoint_0/currentValue`;

function open({ isWaitedFor = true } = {}) {
  const clock = new FakeClock();
  const broker = new ScriptedBroker();
  const network = new ZwaveNetwork({ broker, prefix: "zwave", clock });
  if (isWaitedFor) void network.settled;
  const names = () => network.devices.map(({ name }) => name);
  const isSettled = async () => {
    let isDone = false;
    void network.settled.then(() => (isDone = true));
    // A few turns of the loop, so that all that can follow has followed.
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    return isDone;
  };
  return { clock, broker, network, names, isSettled };
}

test("[VOX-6] every device of which the gateway tells is waited for, however long the broker pauses", async () => {
  const { clock, broker, names, isSettled } = open();
  broker.recall(`${gateway}/status`, { value: true });
  broker.recall(state("One"), { time: 1, value: true });
  clock.advance(900);
  assert.equal(await isSettled(), false, "the gateway was asked and has not answered");
  broker.tell(getNodes, answer(switchNode(2, "One"), switchNode(3, "Two"), { id: 1, name: "Stick" }));
  clock.advance(900);
  assert.equal(await isSettled(), false, "a device is missing");
  broker.recall("Hall/Two/battery/endpoint_0/level", { value: 80 });
  clock.advance(900);
  assert.equal(await isSettled(), false, "what it is has not been told yet");
  broker.recall(state("Two"), { value: false });
  assert.equal(await isSettled(), true);
  assert.deepEqual([names(), clock.pending], [["One", "Two"], 0]);
});

test("[VOX-6] a value that the gateway does not know is not waited for", async () => {
  const { broker, isSettled } = open();
  broker.recall(`${gateway}/status`, { value: true });
  broker.tell(getNodes, answer(switchNode(2, "New", null)));
  assert.equal(await isSettled(), true);
});

test("[VOX-6] without a gateway that answers, what the broker had kept is all", async () => {
  const { clock, broker, names, isSettled } = open();
  broker.recall(state("One"), { value: true });
  clock.advance(400);
  broker.recall(state("Two"), { value: true });
  clock.advance(400);
  assert.equal(await isSettled(), false);
  clock.advance(100);
  assert.equal(await isSettled(), true);
  assert.deepEqual(names(), ["One", "Two"]);
});

test("[VOX-6] a broker that takes long to begin is waited for: an empty house is not one that was slow to tell", async () => {
  const { clock, broker, names, isSettled } = open();
  clock.advance(2_000);
  assert.equal(await isSettled(), false);
  broker.recall(state("One"), { value: true });
  clock.advance(500);
  assert.equal(await isSettled(), true);
  assert.deepEqual(names(), ["One"]);
});

test("[VOX-6] time in which the program was too busy to listen is no silence, and does not count for the three seconds", async () => {
  const { clock, broker, names, isSettled } = open();
  broker.recall(state("One"), { value: true });
  clock.block(10_000);
  clock.advance(0);
  assert.equal(await isSettled(), false);
  broker.recall(state("Two"), { value: true });
  clock.advance(500);
  assert.equal(await isSettled(), true);
  assert.deepEqual(names(), ["One", "Two"]);
});

test("[VOX-6] the time runs while somebody waits: before that, a broker may be as busy as it likes", async () => {
  const { clock, broker, names, isSettled } = open({ isWaitedFor: false });
  broker.recall(state("One"), { value: true });
  clock.advance(10_000);
  assert.equal(await isSettled(), false);
  clock.advance(400);
  broker.recall(state("Two"), { value: true });
  clock.advance(500);
  assert.equal(await isSettled(), true);
  assert.deepEqual(names(), ["One", "Two"]);
});

test("[VOX-6] a big house is waited for as long as the broker goes on telling of it", async () => {
  const { clock, broker, names, isSettled } = open();
  const all = ["One", "Two", "Three", "Four"];
  broker.recall(`${gateway}/status`, { value: true });
  broker.tell(getNodes, answer(...all.map((name, index) => switchNode(index + 2, name))));
  for (const name of all) {
    assert.equal(await isSettled(), false);
    clock.advance(2_000);
    broker.recall(state(name), { value: true });
  }
  assert.equal(await isSettled(), true);
  assert.deepEqual(names(), all);
});

test("[VOX-6] what a broker tells before it says that we are connected counts as its beginning", async () => {
  const { clock, broker, isSettled } = open();
  broker.setConnected(false);
  assert.equal(await isSettled(), false);
  broker.recall(state("One"), { value: true });
  broker.setConnected(true);
  clock.advance(500);
  assert.equal(await isSettled(), true);
});

for (const [what, told] of [
  ["never answers", []],
  ["tells of devices that never tell of themselves", [answer(switchNode(2, "Ghost"))]],
] as const) {
  test(`[VOX-6] a gateway that ${what} holds nobody up for more than three seconds`, async () => {
    const { clock, broker, isSettled } = open();
    broker.recall(`${gateway}/status`, { value: true });
    for (const each of told) broker.tell(getNodes, each);
    clock.advance(2_900);
    assert.equal(await isSettled(), false);
    clock.advance(100);
    assert.equal(await isSettled(), true);
  });
}

test("[VOX-6] a connection that is lost leaves nobody waiting, and no alarm", async () => {
  const { clock, broker, network, isSettled } = open();
  broker.recall(`${gateway}/status`, { value: true });
  const { settled } = network;
  broker.setConnected(false);
  await settled;
  assert.equal(clock.pending, 0);
  broker.setConnected(true);
  assert.equal(await isSettled(), false);
});

test("[VOX-6] a device that is renamed while all runs goes by its new name", async () => {
  const { broker, names, isSettled } = open();
  broker.recall(`${gateway}/status`, { value: true });
  broker.recall("Hall/Old/status", { value: true, nodeId: 2 });
  broker.recall(state("Old"), { time: 1, value: true });
  broker.tell(getNodes, answer(switchNode(2, "Old")));
  assert.equal(await isSettled(), true);
  broker.tell("Hall/New/status", { value: true, nodeId: 2 });
  broker.tell(state("New"), { time: 2, value: true });
  assert.equal(broker.questions, 2);
  broker.tell(getNodes, answer(switchNode(2, "New")));
  assert.deepEqual(names(), ["New"]);
});

test("[VOX-6] a device that was taken out of the network is not listed, one that was added is", async () => {
  const { broker, names, isSettled } = open();
  broker.recall(`${gateway}/status`, { value: true });
  for (const [id, name] of [
    [2, "Stays"],
    [3, "Gone"],
  ] as const) {
    broker.recall(`Hall/${name}/status`, { value: true, nodeId: id });
    broker.recall(state(name), { value: true });
  }
  broker.tell(getNodes, answer(switchNode(2, "Stays")));
  assert.equal(await isSettled(), true);
  assert.deepEqual(names(), ["Stays"]);
  broker.tell("Hall/Added/status", { value: true, nodeId: 4 });
  broker.tell(state("Added"), { value: true });
  broker.tell(getNodes, answer(switchNode(2, "Stays"), switchNode(4, "Added")));
  assert.deepEqual(names(), ["Stays", "Added"]);
});

test("[VOX-6] a gateway whose driver is still starting is asked again when it has started", async () => {
  const { broker, names, isSettled } = open();
  broker.recall(`${gateway}/status`, { value: true });
  broker.recall(state("Kuche"), { value: true });
  broker.tell(getNodes, { success: false, message: "Z-Wave client not connected", origin });
  await isSettled();
  broker.tell("driver/status", true);
  assert.equal(broker.questions, 2);
  broker.tell(getNodes, answer({ ...switchNode(2, "Ku\u0308che") }));
  broker.tell(getNodes, { success: false, message: "Z-Wave client not connected", origin });
  assert.deepEqual(names(), ["Ku\u0308che"]);
});

test("[VOX-6] who gives up before the house is known has nothing sent", async () => {
  const broker = new ScriptedBroker();
  const clock = new FakeClock();
  const control = createZwaveTools({ broker, clock }).find(({ name }) => name === "control_zwave_device");
  broker.recall(state("One"), { value: false });
  const abort = new AbortController();
  const run = control?.invoke({ deviceName: "One", action: "on" }, { signal: abort.signal });
  abort.abort();
  // It waits for the house by now.
  await new Promise(setImmediate);
  clock.advance(500);
  await assert.rejects(Promise.resolve(run), { name: "AbortError" });
  assert.deepEqual(broker.published, []);
});
