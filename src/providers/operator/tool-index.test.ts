import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "../../tools/tool.ts";
import { toTokens } from "./language/tokens.ts";
import { toProfile } from "./profile.ts";
import { createToolIndex } from "./tool-index.ts";

const define = (name: string, description: string, properties = {}): Tool => ({
  name,
  description,
  schema: { type: "object", properties },
  invoke: () => "",
});

const indexOf = (...tools: readonly Tool[]) =>
  createToolIndex(tools.map((tool) => toProfile(tool, () => undefined)));
const rank = (index: ReturnType<typeof indexOf>, text: string, limit = 3) =>
  index.rank(toTokens(text), limit).map(({ name }) => name);

test("a rare word says more than one that many tools have", () => {
  const index = indexOf(
    define("report_device_state", "Reports a device, a device, a device."),
    define("report_device_level", "Reports a device, a device, a device."),
    define("report_device_power", "Reports a device, a device, a device."),
    define("show_aquarium", "Something about the aquarium of a house and all that lives in it."),
  );
  assert.equal(rank(index, "the device in the aquarium")[0], "show_aquarium");
});

test("names, descriptions, parameters, enum values and what people say for them are all found", () => {
  const index = indexOf(
    define("get_weather", "Gives the weather."),
    define("tune_radio", "Picks a station.", { band: { enum: ["shortwave", "longwave"] } }),
    define("order_taxi", "Calls a cab.", { passengerCount: { type: "integer" } }),
  );
  assert.deepEqual(rank(index, "forecast", 1), ["get_weather"]);
  assert.deepEqual(rank(index, "shortwave", 1), ["tune_radio"]);
  assert.deepEqual(rank(index, "cabs", 1), ["order_taxi"]);
  assert.deepEqual(rank(index, "passengers", 1), ["order_taxi"]);
  assert.deepEqual(rank(index, "nothing of the kind", 1), []);
});

test("no more tools are looked at than asked for", () => {
  const index = indexOf(
    ...Array.from({ length: 50 }, (_, number) => define(`get_thing_${number}`, "Gets a thing.")),
  );
  assert.equal(rank(index, "get the thing", 8).length, 8);
});
