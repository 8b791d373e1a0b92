import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock } from "../../testing/fake-clock.ts";
import { LiveValues, parseValues } from "./live-values.ts";

test("names are found at a path", () => {
  const result = JSON.stringify({
    house: { devices: [{ name: "Lamp" }, { name: "Fan" }, { id: 3 }, { name: "Lamp" }] },
  });
  assert.deepEqual(parseValues(result, "house.devices[].name"), ["Lamp", "Fan"]);
  assert.equal(parseValues(result, "house.rooms[].name"), undefined);
  assert.deepEqual(parseValues('["a","b"]', "[]"), ["a", "b"]);
});

test("without a path, the one list of names in a result is meant", () => {
  assert.deepEqual(parseValues('["a","b"]', undefined), ["a", "b"]);
  assert.deepEqual(parseValues('{"ok":true,"items":[{"name":"a"}]}', undefined), ["a"]);
  assert.equal(parseValues('{"a":["x"],"b":["y"]}', undefined), undefined);
  assert.equal(parseValues("no JSON", undefined), undefined);
});

test("names are remembered for a while, and a change is noticed", () => {
  const clock = new FakeClock();
  const live = new LiveValues(clock, 60_000);
  const source = { tool: "list_devices" };
  assert.equal(live.isFresh(source), false);
  live.set(source, ["Lamp"]);
  assert.equal(live.version, 1);
  live.set(source, ["Lamp"]);
  assert.equal(live.version, 1);
  assert.deepEqual(live.get(source), ["Lamp"]);
  assert.equal(live.get({ ...source, path: "other" }), undefined);
  clock.advance(59_999);
  assert.equal(live.isFresh(source), true);
  clock.advance(1);
  assert.equal(live.isFresh(source), false);
  assert.deepEqual(live.get(source), ["Lamp"]);
});
