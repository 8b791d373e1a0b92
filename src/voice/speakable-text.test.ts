import assert from "node:assert/strict";
import { test } from "node:test";
import { toSpeakable } from "./speakable-text.ts";

test("what is written for the eye is not read out", () => {
  const cases: [string, string][] = [
    ["The **kitchen** lamp is `on`.", "The kitchen lamp is on."],
    ["## Lamps", "Lamps"],
    ["- the *red* one", "the red one"],
    ["Done ✅ 👍🏽", "Done"],
    ["See [the manual](https://example.org/a_b).", "See the manual."],
    ["It is at https://example.org/x now", "It is at now"],
    ["snake_case stays, _this_ does not shout", "snake_case stays, this does not shout"],
    ["It is 21.5 °C and 40%.", "It is 21.5 degrees Celsius and 40 percent."],
    ["3 * 4", "3 4"],
    ["---", ""],
    ["…", ""],
  ];
  for (const [written, spoken] of cases) assert.equal(toSpeakable(written), spoken);
});
