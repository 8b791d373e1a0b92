import assert from "node:assert/strict";
import test from "node:test";
import { binarySwitch } from "../../src/house/simulation/node-values.ts";
import { createZwaveTools } from "../../src/house/zwave-tools.ts";
import { connectBroker } from "../../src/mqtt/broker-connection.ts";
import { annotationsOf } from "../../src/tools/annotations.ts";
import { brokerKinds } from "./brokers.ts";
import { connectTo, listen, openHouse, openTools, structureOf } from "./support.ts";

interface Listed {
  readonly gateway: string;
  readonly devices: readonly { name: string; room?: string; type: string; state: string; problem?: string }[];
}

const textOf = (result: { text: string }) => result.text;

for (const { name, skip, start } of brokerKinds) {
  test(
    `[VOX-6] a switch is turned on over the wire, and the answer is its new state (${name})`,
    { skip },
    async (t) => {
      const { url } = await start(t);
      const house = await openHouse(t, { broker: { url } });
      const broker = await connectTo(t, url);
      const call = openTools(broker);
      const { messages } = await listen(broker, "zwave/+/+/+/+/+/set");
      const result = await call("control_zwave_device", { deviceName: "Switch One", action: "on" });
      assert.equal(result.text, "Switch One is on.");
      assert.deepEqual(
        messages.map(({ topic, payload }) => [topic, payload]),
        [["zwave/Living_Room/Switch_One/switch_binary/endpoint_0/targetValue/set", '{"value":true}']],
      );
      assert.equal(house.devices[0]?.values["switch_binary/endpoint_0/currentValue"], true);
    },
  );

  test(`[VOX-6] all devices are listed, with rooms, kinds and states (${name})`, { skip }, async (t) => {
    const { url } = await start(t);
    await openHouse(t, { broker: { url } });
    const result = await openTools(await connectTo(t, url))("list_zwave_devices");
    const { gateway, devices } = JSON.parse(result.text) as Listed;
    assert.equal(gateway, "online");
    assert.equal(devices.length, 13);
    assert.deepEqual(devices.slice(0, 2), [
      { name: "Switch One", room: "Living Room", type: "switch", state: "off" },
      { name: "Floor Lamp", room: "Living Room", type: "dimmer", state: "off" },
    ]);
    assert.equal(devices.find((each) => each.name === "Front Door")?.state, "locked");
  });

  test(`[VOX-6] a big house is listed whole, at the first call (${name})`, { skip }, async (t) => {
    const { url } = await start(t);
    const devices = Array.from({ length: 400 }, (_, index) => ({
      id: index + 2,
      name: `Lamp ${index}`,
      location: "",
      product: "Lamp",
      values: binarySwitch(false),
    }));
    await openHouse(t, { broker: { url }, devices });
    const broker = connectBroker({ url });
    t.after(() => broker.close());
    const result = await openTools(broker)("list_zwave_devices");
    assert.equal((JSON.parse(result.text) as Listed).devices.length, devices.length);
  });

  test(`[VOX-6] a command that a dead node never confirms is an error (${name})`, { skip }, async (t) => {
    const { url } = await start(t);
    const house = await openHouse(t, { broker: { url } });
    house.setFault("Fan", "dead");
    const call = openTools(await connectTo(t, url));
    const result = await call("control_zwave_device", { deviceName: "Fan", action: "on" });
    assert.deepEqual([result.ok, !result.ok && result.code], [false, "failed"]);
    assert.match(result.text, /"Fan" did not confirm the command: .* node is dead/);
  });
}

for (const topics of ["named", "valueId"] as const) {
  for (const payload of ["timeValue", "valueId", "raw"] as const) {
    test(`[VOX-6] works with zwave-js-ui's ${topics} topics and ${payload} payloads`, async (t) => {
      const house = await openHouse(t, { topics, payload });
      const call = openTools(await connectTo(t, house.brokerUrl));
      const dimmed = await call("control_zwave_device", {
        deviceName: "Floor Lamp",
        action: "dim",
        level: 40,
      });
      assert.equal(dimmed.text, "Floor Lamp is on at 40 %.");
      const { devices } = JSON.parse((await call("list_zwave_devices")).text) as Listed;
      assert.equal(devices.length, 13);
      assert.equal(devices.find(({ name }) => name === "Thermostat")?.state, "set to 20 °C");
    });
  }
}

test("[VOX-6] a prefix of more than one level is fine", async (t) => {
  const house = await openHouse(t, { prefix: "home/zwave" });
  const call = openTools(await connectTo(t, house.brokerUrl), { prefix: "home/zwave" });
  const result = await call("control_zwave_device", { deviceName: "Garden Pump", action: "on" });
  assert.equal(result.text, "Garden Pump is on.");
});

const commands: [tool: string, args: Record<string, unknown>, answer: string][] = [
  ["control_zwave_device", { deviceName: "kitchen ceiling_light", action: "on" }, "Ceiling Light is on."],
  ["control_zwave_device", { deviceName: "Bedside Lamp", action: "off" }, "Bedside Lamp is off."],
  ["control_zwave_device", { deviceName: "Bedside Lamp", action: "on" }, "Bedside Lamp is on at 30 %."],
  [
    "control_zwave_device",
    { deviceName: "Bedside Lamp", action: "dim", level: 100 },
    "Bedside Lamp is on at 100 %.",
  ],
  ["control_zwave_device", { deviceName: "Bedside Lamp", action: "dim", level: 0 }, "Bedside Lamp is off."],
  [
    "control_zwave_device",
    { deviceName: "Floor Lamp", action: "on", level: 20 },
    "Floor Lamp is on at 20 %.",
  ],
  ["set_thermostat", { temperature: 21.5 }, "Thermostat is set to 21.5 °C."],
  ["set_thermostat", { deviceName: "thermostat", temperature: 18 }, "Thermostat is set to 18 °C."],
  ["control_lock", { action: "unlock" }, "Front Door is unlocked."],
  ["control_lock", { deviceName: "front door", action: "lock" }, "Front Door is locked."],
  ["control_garage_door", { action: "open" }, "Garage Door is opening."],
];

test("[VOX-6] each kind of device does what it is told", async (t) => {
  const house = await openHouse(t);
  const call = openTools(await connectTo(t, house.brokerUrl));
  for (const [tool, args, answer] of commands) {
    assert.equal(textOf(await call(tool, args)), answer, JSON.stringify(args));
  }
});

const refusals: [tool: string, args: Record<string, unknown>, words: RegExp][] = [
  [
    "control_zwave_device",
    { deviceName: "Switch Own", action: "on" },
    /no device "Switch Own". Did you mean "Switch One"/,
  ],
  // A part of a name may leave out the very word for which it would have needed approval.
  [
    "control_zwave_device",
    { deviceName: "lamp", action: "on" },
    /no device "lamp". Did you mean "Floor Lamp" or "Bedside Lamp"/,
  ],
  [
    "control_zwave_device",
    { deviceName: "pump", action: "on" },
    /no device "pump". Did you mean "Garden Pump"/,
  ],
  ["control_zwave_device", { deviceName: "Fan", action: "dim", level: 5 }, /cannot be dimmed/],
  ["control_zwave_device", { deviceName: "Floor Lamp", action: "dim" }, /give a level from 0 to 100/],
  ["control_zwave_device", { deviceName: "Floor Lamp", action: "dim", level: 101 }, /level.*100/],
  [
    "control_zwave_device",
    { deviceName: "Front Door", action: "off" },
    /is a lock and cannot be switched. Use control_lock/,
  ],
  ["control_zwave_device", { deviceName: "Climate Sensor", action: "on" }, /Use get_device_sensor_data/],
  ["set_thermostat", { temperature: 90 }, /takes 4 to 35 °C/],
  ["set_thermostat", { deviceName: "Fan", temperature: 20 }, /"Fan" is no thermostat but a switch/],
];

test("[VOX-6] what cannot be done is refused before anything is sent, with what to do instead", async (t) => {
  const house = await openHouse(t);
  const broker = await connectTo(t, house.brokerUrl);
  const call = openTools(broker);
  const { messages } = await listen(broker, "zwave/+/+/+/+/+/set");
  for (const [tool, args, words] of refusals) {
    const result = await call(tool, args);
    assert.equal(!result.ok && result.code, "invalid_arguments", JSON.stringify(args));
    assert.match(result.text, words);
  }
  assert.deepEqual(messages, []);
});

test("[VOX-6] a state that the broker had kept confirms nothing", async (t) => {
  const house = await openHouse(t);
  const broker = await connectTo(t, house.brokerUrl);
  const call = openTools(broker, { confirmMs: 60 });
  await call("list_zwave_devices");
  // It is off already, as the broker knows, and will not say so again.
  house.setFault("Switch One", { slowMs: 10_000 });
  const result = call("control_zwave_device", { deviceName: "Switch One", action: "off" });
  // Whoever subscribes anew is told again what was kept.
  await broker.subscribe("zwave/#", () => {});
  assert.match((await result).text, /has not reported the new state within 60ms/);
});

test("[VOX-6] a device that reports another state has not confirmed", async (t) => {
  const house = await openHouse(t);
  const call = openTools(await connectTo(t, house.brokerUrl), { confirmMs: 60 });
  await call("list_zwave_devices");
  house.setFault("Switch One", { slowMs: 10_000 });
  const result = call("control_zwave_device", { deviceName: "Switch One", action: "on" });
  house.change("Switch One", "currentValue", false);
  assert.equal((await result).ok, false);
});

test("[VOX-6] a lamp that is off has not been dimmed, however little was asked for", async (t) => {
  const house = await openHouse(t);
  const call = openTools(await connectTo(t, house.brokerUrl), { confirmMs: 60 });
  await call("list_zwave_devices");
  house.setFault("Floor Lamp", { slowMs: 10_000 });
  const result = call("control_zwave_device", { deviceName: "Floor Lamp", action: "dim", level: 1 });
  house.change("Floor Lamp", "currentValue", 0);
  assert.equal((await result).ok, false);
});

test("[VOX-6] sensors are read with units, words and ages", async (t) => {
  const house = await openHouse(t);
  const broker = await connectTo(t, house.brokerUrl);
  const call = openTools(broker);
  const read = async (deviceName: string) => {
    const { readings } = structureOf(await call("get_device_sensor_data", { deviceName }));
    return (readings as Record<string, unknown>[]).map(({ age, ...reading }) => {
      assert.match(String(age), /^\d+ s ago$/);
      return reading;
    });
  };
  assert.deepEqual(await read("climate sensor"), [
    { sensor: "Air temperature", value: 22.4, unit: "°C" },
    { sensor: "Humidity", value: 58, unit: "%" },
    { sensor: "Battery level", value: 74, unit: "%" },
  ]);
  const { text } = await call("get_device_sensor_data", { deviceName: "climate sensor" });
  assert.match(text, /^Climate Sensor: Air temperature 22.4 °C \(\d+ s ago\), Humidity 58 % \(/);
  const { text: door } = await call("get_device_sensor_data", { deviceName: "front door" });
  assert.match(door, /^Front Door is locked. Front Door: Battery level 82 % \(\d+ s ago\)\.$/);
  const { until } = await listen(broker, "zwave/Hallway/Motion_Sensor/#");
  house.change("Motion Sensor", "Motion sensor status", 8);
  await until(({ isRetained }) => !isRetained);
  assert.equal((await read("motion sensor"))[0]?.["value"], "Motion detection");
});

test("[VOX-6] verifying asks the device itself, whatever was last heard of it", async (t) => {
  const house = await openHouse(t, { pollMs: 60_000 });
  const broker = await connectTo(t, house.brokerUrl);
  const call = openTools(broker);
  const { until } = await listen(broker, "zwave/+/Fan/status");
  const verify = async (deviceName: string) => {
    const result = await call("verify_device", { deviceName });
    const { device, reachable, state, source } = structureOf(result);
    return { device, reachable, state, source };
  };
  house.setFault("Ceiling Light", "stuck");
  await call("control_zwave_device", { deviceName: "Ceiling Light", action: "on" });
  assert.deepEqual(await verify("ceiling light"), {
    device: "Ceiling Light",
    reachable: true,
    state: "off",
    source: "the device",
  });
  house.setFault("Fan", "dead");
  const fan = { device: "Fan", reachable: false, state: "off", source: "the last report" };
  assert.deepEqual(await verify("fan"), fan);
  await until(({ payload }) => payload.includes("Dead"));
  const sensor = { device: "Motion Sensor", reachable: true, state: undefined, source: "the last report" };
  assert.deepEqual(await verify("motion sensor"), sensor);
  const { text } = await call("verify_device", { deviceName: "fan" });
  assert.match(text, /^Fan cannot be reached \(Dead\)\. When it last reported, \d+ s ago, it was off\.$/);
  assert.equal((await verify("thermostat")).state, "set to 20 °C");
  const { devices } = JSON.parse((await call("list_zwave_devices")).text) as Listed;
  assert.equal(devices.find(({ name }) => name === "Fan")?.problem, "cannot be reached (Dead)");
});

test("[VOX-6] a gateway that is offline makes commands unavailable, at once", async (t) => {
  const house = await openHouse(t);
  const call = openTools(await connectTo(t, house.brokerUrl));
  await call("list_zwave_devices");
  const watcher = await connectTo(t, house.brokerUrl);
  const { until } = await listen(watcher, "zwave/_CLIENTS/+/status");
  await house.setGatewayOnline(false);
  await until(({ isRetained }) => !isRetained);
  const result = await call("control_zwave_device", { deviceName: "Switch One", action: "on" });
  assert.equal(!result.ok && result.code, "unavailable");
  assert.match(result.text, /gateway is offline/);
  const { gateway } = JSON.parse((await call("list_zwave_devices")).text) as Listed;
  assert.match(gateway, /^offline/);
});

test("[VOX-6] a broker that is gone makes tools unavailable, and one that is back makes them work again", async (t) => {
  const house = await openHouse(t);
  const broker = await connectTo(t, house.brokerUrl);
  const call = openTools(broker);
  await call("list_zwave_devices");
  const port = Number(new URL(house.brokerUrl).port);
  const lost = new Promise<void>((resolve) => {
    broker.onState(({ isConnected }) => isConnected || resolve());
  });
  await house.close();
  await lost;
  const result = await call("control_zwave_device", { deviceName: "Switch One", action: "on" });
  assert.equal(!result.ok && result.code, "unavailable");
  assert.match(result.text, /The MQTT broker at mqtt:\/\/127\.0\.0\.1:\d+ cannot be reached/);
  await openHouse(t, { port });
  await broker.connected();
  const again = await call("control_zwave_device", { deviceName: "Switch One", action: "on" });
  assert.equal(again.text, "Switch One is on.");
});

test("[VOX-6] a house of which nothing is known says what to look at", async (t) => {
  const house = await openHouse(t);
  const { text } = await openTools(await connectTo(t, house.brokerUrl), { prefix: "elsewhere" })(
    "list_zwave_devices",
  );
  assert.match(text, /Nothing is known under the topic \\"elsewhere\\"/);
});

test("a command ends with its signal", async (t) => {
  const house = await openHouse(t);
  const call = openTools(await connectTo(t, house.brokerUrl));
  await call("list_zwave_devices");
  house.setFault("Fan", { slowMs: 10_000 });
  const abort = new AbortController();
  const result = call("control_zwave_device", { deviceName: "Fan", action: "on" }, abort.signal);
  setImmediate(() => abort.abort());
  const { ok, text } = await result;
  assert.equal(ok, false, text);
});

test("what reads is marked as reading, and what opens a door as needing approval", async (t) => {
  const house = await openHouse(t);
  const tools = createZwaveTools({ broker: await connectTo(t, house.brokerUrl) });
  const marked = Object.fromEntries(
    tools.map((tool) => {
      const { readOnlyHint, destructiveHint } = annotationsOf(tool);
      return [tool.name, readOnlyHint === true ? "reads" : destructiveHint === true ? "ask" : "acts"];
    }),
  );
  assert.deepEqual(marked, {
    list_zwave_devices: "reads",
    get_device_sensor_data: "reads",
    verify_device: "reads",
    control_zwave_device: "acts",
    set_thermostat: "acts",
    control_lock: "ask",
    control_garage_door: "ask",
  });
});

test("[VOX-6] a device that sleeps is not taken for a dead one, nor asked", async (t) => {
  const house = await openHouse(t);
  const broker = await connectTo(t, house.brokerUrl);
  const call = openTools(broker);
  await call("list_zwave_devices");
  const status = '{"value":false,"status":"Asleep","nodeId":9}';
  await broker.publish("zwave/Hallway/Motion_Sensor/status", status, { retain: true });
  const { messages } = await listen(broker, "zwave/_CLIENTS/+/api/+/set");
  const verified = await call("verify_device", { deviceName: "motion sensor" });
  assert.equal(verified.text, "Motion Sensor could not be asked (Asleep).");
  assert.deepEqual(messages, []);
  const { devices } = JSON.parse((await call("list_zwave_devices")).text) as Listed;
  assert.equal(devices.find(({ name }) => name === "Motion Sensor")?.problem, undefined);
});

test("[VOX-6] a node that was renamed is one device, under the name that was heard of last", async (t) => {
  const house = await openHouse(t);
  const broker = await connectTo(t, house.brokerUrl);
  const status = '{"value":true,"status":"Alive","nodeId":4}';
  await broker.publish("zwave/Kitchen/Old_Name/status", status, { retain: true });
  await broker.publish("zwave/Kitchen/Old_Name/37/0/currentValue", '{"time":1,"value":true}', {
    retain: true,
  });
  const call = openTools(broker);
  const { devices } = JSON.parse((await call("list_zwave_devices")).text) as Listed;
  assert.deepEqual(
    devices
      .filter(({ room }) => room === "Kitchen")
      .map(({ name, state }) => [name, state])
      .slice(0, 2),
    [
      ["Ceiling Light", "off"],
      ["Coffee Maker", "off"],
    ],
  );
  const result = await call("control_zwave_device", { deviceName: "Ceiling Light", action: "on" });
  assert.equal(result.text, "Ceiling Light is on.");
});

test("[VOX-6] a gateway that leaves the rooms out of its topics is asked for them", async (t) => {
  const house = await openHouse(t, { devices: [] });
  const broker = await connectTo(t, house.brokerUrl);
  await broker.publish("zwave/Lamp/status", '{"value":true,"nodeId":4}', { retain: true });
  await broker.publish("zwave/Lamp/37/0/currentValue", '{"value":true}', { retain: true });
  const call = openTools(broker);
  await call("list_zwave_devices");
  const nodes = [{ id: 4, name: "Lamp", loc: "Küche", values: [] }];
  const topic = "zwave/_CLIENTS/ZWAVE_GATEWAY-house/api/getNodes";
  const { until } = await listen(broker, topic);
  await broker.publish(topic, JSON.stringify({ success: true, result: nodes }));
  await until(({ payload }) => payload.includes("Küche"));
  const { devices } = JSON.parse((await call("list_zwave_devices")).text) as Listed;
  assert.deepEqual(devices, [{ name: "Lamp", room: "Küche", type: "switch", state: "on" }]);
});
