import assert from "node:assert/strict";
import test from "node:test";
import { parseReading } from "./zwave-payload.ts";

test("[VOX-6] the three payload forms of zwave-js-ui say the same", () => {
  assert.deepEqual(parseReading('{"time":1700000000000,"value":true}'), {
    value: true,
    time: 1_700_000_000_000,
  });
  const whole = '{"id":"49-0-Air temperature","unit":"°C","value":20.5,"lastUpdate":1700000000000}';
  assert.deepEqual(parseReading(whole), { value: 20.5, time: 1_700_000_000_000, unit: "°C" });
  assert.deepEqual(parseReading("20.5"), { value: 20.5 });
  assert.deepEqual(parseReading("false"), { value: false });
  assert.deepEqual(parseReading("heat"), { value: "heat" });
});

test("a value that is an object without `value` is the value", () => {
  assert.deepEqual(parseReading('{"red":255}'), { value: { red: 255 } });
});

test("a topic that was cleared says nothing", () => {
  assert.equal(parseReading(""), undefined);
  assert.equal(parseReading('""'), undefined);
});
