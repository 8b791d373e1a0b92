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

test("every name that is given out finds its device", () => {
  for (const [name, device] of nameDevices(devices)) assert.equal(findDevice(devices, name), device);
});
