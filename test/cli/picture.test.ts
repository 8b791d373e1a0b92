import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { toScreen } from "../../scripts/picture/terminal-screen.ts";
import { toSvg } from "../../scripts/picture/to-svg.ts";

const linesOf = (output: string, columns = 80) =>
  toScreen(output, columns).map((line) => line.map(({ character }) => character).join(""));

test("the screen of the picture is what a terminal shows of the program's output", () => {
  assert.deepEqual(linesOf("one\r\ntwo\rT"), ["one", "Two"]);
  assert.deepEqual(linesOf("\x1b[1G\x1b[0J› hi\x1b[5G!\x1b[2D?\x1b[K"), ["› h?"]);
  assert.deepEqual(linesOf("abcdef", 4), ["abcd", "ef"]);
  const [cells] = toScreen("\x1b[2mdim\x1b[22m \x1b[31mred\x1b[39m", 80);
  assert.deepEqual(
    [cells?.[0]?.style.isDim, cells?.[4]?.style.color, cells?.[3]?.style.color],
    [true, "red", undefined],
  );
});

test("the picture's text is escaped, and the one in the docs shows a real run", () => {
  assert.match(toSvg(toScreen('<b> & "c"', 80), 80, "t"), /&lt;b&gt; &amp; &quot;c&quot;/);
  const picture = readFileSync(join(import.meta.dirname, "..", "..", "docs", "images", "demo.svg"), "utf8");
  assert.match(picture, /✓ control_zwave_device \d+ms/);
});
