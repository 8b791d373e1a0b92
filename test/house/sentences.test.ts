import assert from "node:assert/strict";
import test from "node:test";
import { createZwaveTools } from "../../src/house/zwave-tools.ts";
import { connectBroker } from "../../src/mqtt/broker-connection.ts";
import { createOperator } from "../../src/providers/operator/operator.ts";
import { parseTemplate } from "../../src/providers/operator/template.ts";
import { housePlan } from "../../src/house/simulation/house-plan.ts";

const asked: [sentence: string, tool: string, args: Record<string, unknown>][] = [
  ["turn on switch one", "control_zwave_device", { deviceName: "Switch One", action: "on" }],
  ["switch the ceiling light off", "control_zwave_device", { deviceName: "Ceiling Light", action: "off" }],
  [
    "dim the bedside lamp to 40 percent",
    "control_zwave_device",
    { deviceName: "Bedside Lamp", action: "dim", level: 40 },
  ],
  ["set the thermostat to 21 degrees", "set_thermostat", { deviceName: "Thermostat", temperature: 21 }],
  ["set the temperature to 19.5 degrees", "set_thermostat", { temperature: 19.5 }],
  ["unlock the front door", "control_lock", { deviceName: "Front Door", action: "unlock" }],
  ["close the garage door", "control_garage_door", { deviceName: "Garage Door", action: "close" }],
  ["is the front door locked", "get_device_sensor_data", { deviceName: "Front Door" }],
  ["what is the humidity of the climate sensor", "get_device_sensor_data", { deviceName: "Climate Sensor" }],
  ["verify the fan", "verify_device", { deviceName: "Fan" }],
  ["is the garden pump working", "verify_device", { deviceName: "Garden Pump" }],
  ["what devices do I have", "list_zwave_devices", {}],
];

test("[VOX-6] people's sentences reach the tools of the house without a model", async (t) => {
  // The broker is not needed: nothing is called.
  const broker = connectBroker({ url: "mqtt://127.0.0.1:1" });
  t.after(() => broker.close());
  const tools = createZwaveTools({ broker });
  const operator = createOperator({ values: { deviceName: housePlan.map(({ name }) => name) } });
  for (const [sentence, tool, args] of asked) {
    const calls: unknown[] = [];
    for await (const { toolCalls } of operator.stream([{ role: "user", content: sentence }], { tools }))
      for (const call of toolCalls) calls.push([call.name, JSON.parse(call.argumentsDelta ?? "")]);
    assert.deepEqual(calls, [[tool, args]], sentence);
  }
});

test("every sentence of the house's tools can be read", (t) => {
  const broker = connectBroker({ url: "mqtt://127.0.0.1:1" });
  t.after(() => broker.close());
  for (const { name, sentences } of createZwaveTools({ broker })) {
    assert.ok(sentences.length > 0, name);
    for (const sentence of sentences) assert.doesNotThrow(() => parseTemplate(sentence));
  }
});
