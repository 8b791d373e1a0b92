import assert from "node:assert/strict";
import test from "node:test";
import { startHouse } from "../../src/house/simulated-house.ts";
import { brokerKinds } from "./brokers.ts";
import { connectTo, listen, openHouse } from "./support.ts";

const switchOne = "zwave/Living_Room/Switch_One/switch_binary/endpoint_0";
const bedsideLamp = "zwave/Bedroom/Bedside_Lamp/switch_multilevel/endpoint_0";
const api = "zwave/_CLIENTS/ZWAVE_GATEWAY-house/api";

const valueOf = (payload: string) => (JSON.parse(payload) as { value: unknown }).value;

for (const { name, skip, start } of brokerKinds) {
  test(`[VOX-7] the house keeps the state of its devices at the broker (${name})`, { skip }, async (t) => {
    const { url } = await start(t);
    const house = await openHouse(t, { broker: { url } });
    const { until } = await listen(await connectTo(t, url), "zwave/#");
    const state = await until(({ topic }) => topic === `${switchOne}/currentValue`);
    assert.equal(state.isRetained, true);
    assert.deepEqual(Object.keys(JSON.parse(state.payload) as object), ["time", "value"]);
    const status = await until(({ topic }) => topic === "zwave/Living_Room/Switch_One/status");
    const { value, status: word, nodeId } = JSON.parse(status.payload) as Record<string, unknown>;
    assert.deepEqual([value, word, nodeId], [true, "Alive", 2]);
    const gateway = await until(({ topic }) => topic === "zwave/_CLIENTS/ZWAVE_GATEWAY-house/status");
    assert.equal(valueOf(gateway.payload), true);
    assert.ok(house.devices.length >= 12);
  });

  for (const payload of ["true", '{"value":true}', "on"]) {
    test(
      `[VOX-7] a switch takes ${payload} and reports it, at once and when it was asked again (${name})`,
      { skip },
      async (t) => {
        const { url } = await start(t);
        await openHouse(t, { broker: { url } });
        const client = await connectTo(t, url);
        const { messages, until } = await listen(client, `${switchOne}/currentValue`);
        await client.publish(`${switchOne}/targetValue/set`, payload);
        const first = await until(({ isRetained }) => !isRetained);
        assert.equal(valueOf(first.payload), true);
        const polled = await until((message) => !message.isRetained && message !== first);
        assert.equal(valueOf(polled.payload), true);
        assert.equal(messages.filter(({ isRetained }) => !isRetained).length, 2);
      },
    );
  }
}

test("[VOX-7] a dimmer takes 0 to 99, and 255 for as bright as it was; anything else changes nothing", async (t) => {
  // So that each report is that of a change, and none is what the device says when it is asked again.
  const house = await openHouse(t, { pollMs: 60_000 });
  const client = await connectTo(t, house.brokerUrl);
  const { messages } = await listen(client, `${bedsideLamp}/currentValue`);
  const level = () => house.devices.find((each) => each.name === "Bedside Lamp")?.values;
  for (const payload of ["45", "100", "-1", "bright", "0", "255"]) {
    await client.publish(`${bedsideLamp}/targetValue/set`, payload);
  }
  // The broker keeps the order: the answer comes behind all of them.
  const { until } = await listen(client, `${api}/#`);
  await client.publish(`${api}/pingNode/set`, '{"args":[6]}');
  await until(({ topic }) => topic === `${api}/pingNode`);
  assert.deepEqual(level(), {
    "switch_multilevel/endpoint_0/currentValue": 45,
    "switch_multilevel/endpoint_0/targetValue": 45,
  });
  const levels = messages.filter(({ isRetained }) => !isRetained).map(({ payload }) => valueOf(payload));
  assert.deepEqual(levels, [45, 0, 45]);
});

test("[VOX-7] a value can be written by its ids, and by its current value, as with zwave-js-ui", async (t) => {
  const house = await openHouse(t);
  const client = await connectTo(t, house.brokerUrl);
  const { until } = await listen(client, `${bedsideLamp}/currentValue`);
  await client.publish("zwave/Bedroom/Bedside_Lamp/38/0/targetValue/set", "12");
  await until(({ payload }) => valueOf(payload) === 12);
  await client.publish(`${bedsideLamp}/currentValue/set`, "13");
  await until(({ payload }) => valueOf(payload) === 13);
});

test("[VOX-7] the gateway's API writes, lists and says what it does not know", async (t) => {
  const house = await openHouse(t);
  const client = await connectTo(t, house.brokerUrl);
  const { until } = await listen(client, `${api}/#`);
  const ask = async (call: string, args: unknown) => {
    await client.publish(`${api}/${call}/set`, JSON.stringify({ args }));
    const { payload } = await until(({ topic }) => topic === `${api}/${call}`);
    return JSON.parse(payload) as Record<string, unknown>;
  };
  const valueId = { nodeId: 2, commandClass: 37, endpoint: 0, property: "targetValue" };
  const written = await ask("writeValue", [valueId, true]);
  assert.deepEqual([written["success"], written["result"]], [true, { status: 254 }]);
  assert.deepEqual(written["origin"], { args: [valueId, true] });
  const { result: nodes } = await ask("getNodes", []);
  const [first] = nodes as { id: number; name: string; loc: string; values: { value: unknown }[] }[];
  assert.deepEqual([first?.id, first?.name, first?.loc], [2, "Switch One", "Living Room"]);
  assert.deepEqual(
    first?.values.map(({ value }) => value),
    [true, true],
  );
  assert.equal((await ask("startFire", []))["success"], false);
  assert.equal((await ask("pingNode", "2"))["message"], "Args must be an array");
});

test("[VOX-7] a node that is dead reports nothing but that", async (t) => {
  const house = await openHouse(t);
  house.setFault("Switch One", "dead");
  const client = await connectTo(t, house.brokerUrl);
  const { messages, until } = await listen(client, "zwave/Living_Room/Switch_One/#");
  await client.publish(`${switchOne}/targetValue/set`, "on");
  const { payload } = await until(({ topic, isRetained }) => topic.endsWith("/status") && !isRetained);
  assert.equal(valueOf(payload), false);
  const values = messages.filter(({ topic, isRetained }) => topic.endsWith("Value") && !isRetained);
  assert.deepEqual(values, []);
});

test("[VOX-7] a gateway that leaves says so, and tells everything again when it comes back", async (t) => {
  const house = await openHouse(t);
  const client = await connectTo(t, house.brokerUrl);
  const { messages, until } = await listen(client, "zwave/#");
  await house.setGatewayOnline(false);
  const { payload } = await until(({ topic, isRetained }) => topic.endsWith("-house/status") && !isRetained);
  assert.equal(valueOf(payload), false);
  messages.length = 0;
  await house.setGatewayOnline(true);
  await until(({ topic, payload: text }) => topic.endsWith("-house/status") && valueOf(text) === true);
});

test("[VOX-7] a house whose broker is not there says so instead of waiting for ever", async () => {
  const house = await startHouse();
  await house.close();
  await assert.rejects(startHouse({ broker: { url: house.brokerUrl }, connectTimeoutMs: 50 }), {
    code: "unreachable",
    message: /ECONNREFUSED/,
  });
});
