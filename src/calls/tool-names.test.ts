import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createNameIndex, matchToolName, nearestNames } from "./tool-names.ts";

const known = ["add", "get_weather", "kitchen__switch_on", "home__delete", "work__delete", "control.lamp"];

const matches: readonly (readonly [called: string, meant: string])[] = [
  ["add", "add"],
  ["Add", "add"],
  ["ADD", "add"],
  [" add ", "add"],
  ["getWeather", "get_weather"],
  ["get-weather", "get_weather"],
  ["Get Weather", "get_weather"],
  ["get.weather", "get_weather"],
  ["functions.add", "add"],
  ["functions.Get-Weather", "get_weather"],
  ["tools:add", "add"],
  ["default_api/add", "add"],
  ["server__add", "add"],
  ["mcp__server__add", "add"],
  ["functions.home__delete", "home__delete"],
  ["Home__Delete", "home__delete"],
  ["switch_on", "kitchen__switch_on"],
  ["SwitchOn", "kitchen__switch_on"],
  ["control_lamp", "control.lamp"],
];

for (const [called, meant] of matches) {
  test(`[FIX-5] "${called}" is ${meant}`, () => {
    assert.equal(matchToolName(called, known), meant);
  });
}

const strangers: readonly (readonly [called: unknown, why: string])[] = [
  ["subtract", "nothing is like it"],
  ["ad", "a part is not the name"],
  ["xadd", "a prefix has to end in a separator"],
  ["my_add", "a single underscore belongs to the name"],
  ["delete", "two servers have it"],
  ["garden__delete", "it names another server"],
  ["garden__switch_on", "it names another server"],
  ["", "it is empty"],
  ["__", "it is only separators"],
  ["functions.", "there is nothing behind the prefix"],
  ["__proto__", "it is no tool"],
  ["constructor", "it is no tool"],
  [undefined, "it is no text"],
  [null, "it is no text"],
  [7, "it is no text"],
  [{ name: "add" }, "it is no text"],
];

for (const [called, why] of strangers) {
  test(`[FIX-5] ${JSON.stringify(called)} is an unknown tool: ${why}`, () => {
    assert.equal(matchToolName(called, known), undefined);
  });
}

test("[FIX-5] two names that fit equally are an unknown tool, but each is found by its exact name", () => {
  const twins = ["get_weather", "getWeather"];
  assert.equal(matchToolName("get-weather", twins), undefined);
  assert.equal(matchToolName("functions.get-weather", twins), undefined);
  for (const name of twins) assert.equal(matchToolName(name, twins), name);
});

test("[FIX-5] the reading that ignores less comes first", () => {
  assert.equal(matchToolName("a.b_c", ["b_c", "a_b_c"]), "a_b_c");
  assert.equal(matchToolName("x.b.c", ["c", "b_c"]), "b_c");
  assert.equal(matchToolName("Add", ["server__add", "add"]), "add");
});

test("every known name is itself, whatever names there are", () => {
  const name = fc.string({ unit: fc.constantFrom(..."abAB_.-:/ ".split("")) });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (names) => {
      const index = createNameIndex(names);
      for (const each of names) assert.equal(index.match(each), each);
    }),
  );
});

test("a match is a known name with the same letters behind its prefix", () => {
  const name = fc.string({ unit: fc.constantFrom(..."abAB_.-:/ ".split("")) });
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^ab]/g, "");
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 6 }), (called, names) => {
      const match = matchToolName(called, names);
      if (match === undefined) return;
      assert.ok(names.includes(match));
      assert.ok(letters(called).endsWith(letters(match)) || letters(match).endsWith(letters(called)));
    }),
  );
});

test("a name of a megabyte is matched only as it stands", () => {
  const long = ".".repeat(1_000_000);
  assert.equal(matchToolName(long, known), undefined);
  assert.equal(matchToolName(long, [long]), long);
  assert.equal(matchToolName(`functions.${"a".repeat(1_000_000)}`, known), undefined);
});

test("[EX-3] the nearest names come first, and only near ones", () => {
  assert.deepEqual(nearestNames("get_wether", ["echo", "get_weather", "set_weather"]), [
    "get_weather",
    "set_weather",
  ]);
  assert.deepEqual(nearestNames("weather", ["get_weather", "echo"]), ["get_weather"]);
  assert.deepEqual(nearestNames("functions.ad", ["add", "echo"]), ["add"]);
  assert.deepEqual(nearestNames("delte", known), ["home__delete", "work__delete"]);
  assert.deepEqual(nearestNames("zzzzzz", known), []);
  assert.deepEqual(nearestNames("", known), []);
});

test("as many nearest names as were asked for, equals in the order of the tools", () => {
  const names = ["add1", "add2", "add3", "add4"];
  assert.deepEqual(nearestNames("add", names), ["add1", "add2", "add3"]);
  assert.deepEqual(nearestNames("add", names, 1), ["add1"]);
});

test("ten thousand names and a name of a megabyte are no trouble", () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `tool_number_${index}_of_many`);
  assert.equal(nearestNames("tool_numbr_77_of_many", names)[0], "tool_number_77_of_many");
  assert.equal(createNameIndex(names).match("Tool-Number-9999-of-many"), "tool_number_9999_of_many");
  assert.deepEqual(nearestNames("x".repeat(1_000_000), names), []);
});
