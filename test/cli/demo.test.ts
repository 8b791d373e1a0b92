import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { createPlace, keys, open, run, sideBySide, sourceProgram } from "./support.ts";

suite("the demo", sideBySide, () => {
  test("without a terminal the demo is a tour: requests, calls on the house's MCP server, answers, and the end is 0; whatever the machine has", async (t) => {
    const known = "../state/switchboard/known-tools.json";
    const place = createPlace(t, {
      "../config/switchboard/config.jsonc": "{ broken",
      ".mcp.json": { mcpServers: { other: { command: "no-such-program" } } },
      [known]: "of another version",
    });
    const { exitCode, stdout, stderr } = await run(place, ["demo"], { program: sourceProgram });
    assert.equal(exitCode, 0, stdout + stderr);
    assert.equal(stderr, "");
    assert.match(
      stdout,
      /› turn on the ceiling light\n→ control_zwave_device {2}deviceName: "Ceiling Light", action: "on"\n/,
    );
    assert.match(stdout, /✓ control_zwave_device \d+ms {2}Ceiling Light is on\./);
    assert.match(stdout, /→ control_zwave_device {2}deviceName: "Floor Lamp", action: "dim", level: 40/);
    assert.match(stdout, /⊘ control_lock .*needs a person's approval, and there is nobody to ask/);
    assert.doesNotMatch(stdout, /known|trust|other/);
    assert.equal(readFileSync(join(place.folder, known), "utf8"), "of another version");
  });

  test("the tour as JSON is a line for each request, and nothing else", async (t) => {
    const { exitCode, stdout, stderr } = await run(createPlace(t), ["demo", "--json"]);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    assert.equal(answers.length, 7);
    assert.partialDeepStrictEqual(answers[1], {
      text: "Ceiling Light is on.",
      results: [{ ok: true, name: "control_zwave_device" }],
      model: "operator",
    });
  });

  test("in a terminal the demo is a conversation with the house, in which a door is opened by a person's word only", async (t) => {
    const screen = open(t, createPlace(t), ["demo"]);
    await screen.shows("Switchboard");
    await screen.shows("operator");
    await screen.shows("› ");
    screen.type(`turn on the ceiling light${keys.enter}`);
    await screen.shows(/✓ control_zwave_device \d+ms {2}Ceiling Light is on\./);
    await screen.shows("› ");
    screen.type(`unlock the front door${keys.enter}`);
    await screen.shows('control_lock wants to run: deviceName: "Front Door", action: "unlock"');
    await screen.shows("[n]o › ");
    screen.type(`o${keys.enter}`);
    await screen.shows(/✓ control_lock \d+ms {2}Front Door is unlocked\./);
    await screen.shows("› ");
    screen.type(`/servers${keys.enter}`);
    await screen.shows(/✓ zwave {2}ready, \d+ tools/);
    screen.type(keys.ctrlD);
    assert.equal(await screen.ended, 0);
  });
});
