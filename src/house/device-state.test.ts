import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { describeState, toPercent, toZwaveLevel } from "./device-state.ts";
import { ZwaveDevice } from "./zwave-device.ts";
import { parseValueTopic } from "./zwave-topics.ts";

test("[VOX-6] levels of 0 to 100 are Z-Wave's 0 to 99, and read back as they were set", () => {
  assert.deepEqual([0, 1, 50, 75, 98, 100].map(toZwaveLevel), [0, 1, 50, 75, 98, 99]);
  assert.deepEqual([0, 1, 50, 75, 98, 99].map(toPercent), [0, 1, 50, 75, 98, 100]);
  // Z-Wave has one level less: 99 % is the one that reads back as full.
  const percents = fc.integer({ min: 0, max: 100 }).filter((percent) => percent !== 99);
  fc.assert(fc.property(percents, (percent) => toPercent(toZwaveLevel(percent)) === percent));
});

const states: [topic: string, value: unknown, words: string | undefined][] = [
  ["switch_binary/endpoint_0/currentValue", true, "on"],
  ["switch_binary/endpoint_1/currentValue", false, "off"],
  ["switch_binary/endpoint_0/currentValue", null, undefined],
  ["switch_multilevel/endpoint_0/currentValue", 0, "off"],
  ["switch_multilevel/endpoint_0/currentValue", 99, "on at 100 %"],
  ["door_lock/endpoint_0/currentMode", 255, "locked"],
  ["door_lock/endpoint_0/currentMode", 0, "unlocked"],
  ["barrier_operator/endpoint_0/currentState", 252, "closing"],
  ["thermostat_setpoint/endpoint_0/setpoint/1", 20, "set to 20 degrees"],
  ["sensor_binary/endpoint_0/Any", true, undefined],
];

for (const [topic, value, words] of states) {
  test(`${topic} with ${String(value)} is ${words ?? "not known"}`, () => {
    const device = new ZwaveDevice("Room/Device");
    const parsed = parseValueTopic(`Room/Device/${topic}`);
    assert.ok(parsed);
    device.update(parsed.place, topic, { value });
    assert.equal(describeState(device), words);
  });
}
