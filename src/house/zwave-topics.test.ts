import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import {
  commandClassIds,
  parseValueTopic,
  toNamedValueTopic,
  toNodeTopic,
  toTopicLevel,
  toValueIdTopic,
  type CommandClass,
} from "./zwave-topics.ts";

const level = { commandClass: "switch_multilevel", endpoint: 0, property: "currentValue" } as const;

test("[VOX-6] names in topics are written as zwave-js-ui writes them", () => {
  assert.equal(toTopicLevel("Door state (simple)"), "Door_state_simple");
  assert.equal(toTopicLevel("Küche"), "Küche");
  assert.equal(toNodeTopic({ id: 3, name: "Floor Lamp", location: "Living Room" }), "Living_Room/Floor_Lamp");
  assert.equal(toNodeTopic({ id: 3, name: "", location: "" }), "nodeID_3");
});

test("[VOX-6] named topics and valueId topics mean the same value", () => {
  assert.equal(toNamedValueTopic(level), "switch_multilevel/endpoint_0/currentValue");
  assert.equal(toValueIdTopic(level), "38/0/currentValue");
  const expected = { node: "Kitchen/Lamp", place: level };
  assert.deepEqual(parseValueTopic("Kitchen/Lamp/switch_multilevel/endpoint_0/currentValue"), expected);
  assert.deepEqual(parseValueTopic("Kitchen/Lamp/38/0/currentValue"), expected);
});

test("a node whose id looks like a command class is still the node", () => {
  assert.deepEqual(parseValueTopic("Kitchen/38/38/0/currentValue"), { node: "Kitchen/38", place: level });
  assert.deepEqual(parseValueTopic("38/38/0/currentValue"), { node: "38", place: level });
});

test("other topics are no values", () => {
  for (const topic of ["Kitchen/Lamp/status", "driver/status", "_CLIENTS/ZWAVE_GATEWAY-x/api/getNodes", ""]) {
    assert.equal(parseValueTopic(topic), undefined, topic);
  }
});

test("every place is found again in its topic, in either form", () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,12}$/);
  const places = fc.record(
    {
      commandClass: fc.constantFrom(...(Object.keys(commandClassIds) as CommandClass[])),
      endpoint: fc.nat(20),
      property: name,
      propertyKey: fc.oneof(name, fc.nat(999).map(String)),
    },
    { requiredKeys: ["commandClass", "endpoint", "property"] },
  );
  fc.assert(
    fc.property(name, fc.option(name), places, (device, room, place) => {
      const node = toNodeTopic({ id: 1, name: device, location: room ?? "" });
      for (const topic of [toNamedValueTopic(place), toValueIdTopic(place)]) {
        assert.deepEqual(parseValueTopic(`${node}/${topic}`), { node, place: { ...place } });
      }
    }),
  );
});
