import assert from "node:assert/strict";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { startFakeOllama } from "../../src/testing.ts";
import { createPlace, keys, open, sideBySide } from "./support.ts";

const server = join(import.meta.dirname, "fixtures", "lamp-server.ts");
const lamp = { name: "control_zwave_device", arguments: { deviceName: "Lamp", action: "on" } };

async function openAsk(t: TestContext) {
  const ollama = await startFakeOllama({ turns: [[{ calls: [lamp] }], "Done."] });
  t.after(() => ollama.close());
  const place = createPlace(t, {
    "c.json": { mcpServers: { zwave: { command: process.execPath, args: [server] } } },
  });
  const screen = open(t, place, ["-c", "c.json", "ask", "light"], { env: { OLLAMA_HOST: ollama.url } });
  await screen.shows("[n]o › ");
  return screen;
}

suite("a question in a terminal", sideBySide, () => {
  test("a question in a terminal asks about tools that change something", async (t) => {
    const screen = await openAsk(t);
    screen.type(`once${keys.enter}`);
    await screen.shows(/✓ control_zwave_device \d+ms/);
    await screen.shows("Done.");
    assert.equal(await screen.ended, 0);
  });

  test("Ctrl-C at that question ends the program with 130, and nothing has run", async (t) => {
    const screen = await openAsk(t);
    screen.type(keys.ctrlC);
    assert.equal(await screen.ended, 130);
    assert.doesNotMatch(screen.text, /✓ control_zwave_device/);
  });
});
