import * as fc from "fast-check";
import assert from "node:assert/strict";
import test from "node:test";
import { findDevice, nameDevices } from "./device-names.ts";
import { ZwaveDevice } from "./zwave-device.ts";

const devices = [
  "Living_Room/Switch_One",
  "Living_Room/Floor_Lamp",
  "Bedroom/Bedside_Lamp",
  "Bedroom/Fan",
  "Bathroom/Fan",
  "Kitchen/Ceiling_Light",
  "Garden_Pump",
].map((path) => new ZwaveDevice(path));

const found: [wanted: string, path: string][] = [
  ["Switch One", "Living_Room/Switch_One"],
  ["switch_one", "Living_Room/Switch_One"],
  ["SWITCH-ONE", "Living_Room/Switch_One"],
  ["Switch 1", "Living_Room/Switch_One"],
  ["the switch one", "Living_Room/Switch_One"],
  ["Living Room Switch One", "Living_Room/Switch_One"],
  ["Living_Room/Switch_One", "Living_Room/Switch_One"],
  ["floor lamp in the living room", "Living_Room/Floor_Lamp"],
  ["bedroom fan", "Bedroom/Fan"],
  ["Fan in the Bathroom", "Bathroom/Fan"],
  ["kitchen light", "Kitchen/Ceiling_Light"],
  ["pump", "Garden_Pump"],
];

for (const [wanted, path] of found) {
  test(`[VOX-6] "${wanted}" is ${path}`, () => {
    assert.equal(findDevice(devices, wanted).path, path);
  });
}

const refused: [wanted: string, words: RegExp][] = [
  ["lamp", /"lamp" could be "Floor Lamp" or "Bedside Lamp"/],
  ["fan", /"fan" could be "Bedroom Fan" or "Bathroom Fan"/],
  ["Swich One", /no device "Swich One". Did you mean "Switch One"\?/],
  ["flor lamp", /Did you mean "Floor Lamp"/],
  ["the lmap", /Did you mean "Floor Lamp" or "Bedside Lamp"/],
  // A room alone is no device, even where it has only one.
  ["kitchen", /There is no device "kitchen"/],
  ["zzz", /These are known: "Switch One", .* "Garden Pump"/],
  ["", /There is no device/],
  ["the", /There is no device/],
];

for (const [wanted, words] of refused) {
  test(`[VOX-6] "${wanted}" is refused with what it could be`, () => {
    assert.throws(() => findDevice(devices, wanted), { code: "invalid_arguments", message: words });
  });
}

test("a device goes by its name, and by its room where that is not enough", () => {
  assert.deepEqual(
    [...nameDevices(devices).keys()],
    [
      "Switch One",
      "Floor Lamp",
      "Bedside Lamp",
      "Bedroom Fan",
      "Bathroom Fan",
      "Ceiling Light",
      "Garden Pump",
    ],
  );
});

test("two devices with one name in one room go by their topics", () => {
  const twins = [new ZwaveDevice("Room/A_B"), new ZwaveDevice("Room/A-B")];
  assert.deepEqual([...nameDevices(twins).keys()], ["Room/A_B", "Room/A-B"]);
  assert.equal(findDevice(twins, "Room/A-B"), twins[1]);
  assert.throws(() => findDevice(twins, "a b"), /could be "Room\/A_B" or "Room\/A-B"/);
});

test("[VOX-6] every device has a name of its own, and every name that is given out finds its device", () => {
  const word = fc.constantFrom("Kitchen", "Lamp", "Hall", "1", "One", "the", "\u{1f4a1}", "Kü");
  const level = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join("_"));
  const path = fc
    .tuple(fc.option(level, { nil: undefined }), level)
    .map((levels) => levels.filter((each) => each !== undefined).join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 6 }), (paths) => {
      const house = paths.map((each) => new ZwaveDevice(each));
      const named = nameDevices(house);
      assert.deepEqual([...named.values()], house);
      for (const [name, device] of named) assert.equal(findDevice(house, name), device);
    }),
  );
});

test("[VOX-6] a name of signs alone is found by them, and by nothing else", () => {
  const house = [new ZwaveDevice("Hall/\u{1f4a1}")];
  assert.equal(findDevice(house, "\u{1f4a1}"), house[0]);
  for (const wanted of ["the", "\u{1f525}"])
    assert.throws(() => findDevice(house, wanted), /There is no device/);
});

test("[VOX-6] an umlaut is the same letter, however it is written down", () => {
  const house = [new ZwaveDevice("Küche/Lampe")];
  assert.equal(findDevice(house, "Ku\u0308che Lampe"), house[0]);
});
