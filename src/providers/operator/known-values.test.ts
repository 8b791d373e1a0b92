import assert from "node:assert/strict";
import { test } from "node:test";
import { toStem } from "./language/stem.ts";
import { timeZones, toKnownValues } from "./known-values.ts";

const namesOf = (values: readonly unknown[], parameter: string) =>
  Object.fromEntries(
    toKnownValues(values, parameter).map(({ value, names }) => [value, names.map((name) => name.join(" "))]),
  );

test("codes of currencies are said in words and in signs", () => {
  const names = namesOf(["USD", "SEK"], "to");
  assert.ok(
    names["USD"]?.includes("us dollar") && names["USD"].includes("dollar") && names["USD"].includes("$"),
  );
  assert.ok(names["SEK"]?.includes("swedish kronor"));
});

test("the last word of a currency is not enough where two end so", () => {
  const names = namesOf(["USD", "CAD"], "currency");
  assert.ok(!names["USD"]?.includes("dollar") && names["CAD"]?.includes("canadian dollar"));
});

test("codes of languages and countries are said by their names, where the parameter is about them", () => {
  assert.ok(namesOf(["fr"], "targetLanguage")["fr"]?.includes("french"));
  assert.ok(namesOf(["FR"], "country")["FR"]?.includes(toStem("france")));
  assert.deepEqual(namesOf(["fr"], "mode")["fr"], ["fr"]);
});

test("names in any case are words", () => {
  assert.ok(namesOf(["low_power", "FullPower"], "mode")["low_power"]?.includes("low power"));
  assert.ok(namesOf(["low_power", "FullPower"], "mode")["FullPower"]?.includes("full power"));
});

test("time zones are said by their cities", () => {
  const zone = timeZones().find(({ names }) => names.some((name) => name.join(" ") === "new york"));
  assert.equal(zone?.value, "America/New_York");
});
