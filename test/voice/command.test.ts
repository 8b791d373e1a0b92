import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createFlite } from "../../src/voice/adapters/flite.ts";
import { parseWav } from "../../src/voice/wav.ts";
import { buildProgram } from "../fixtures/built-program.ts";
import { connectTo, listen, openHouse } from "../house/support.ts";
import { makeTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { never } from "./support.ts";

const root = join(import.meta.dirname, "../..");
const program = await buildProgram();

/** A person's folder with a config for the simulated house, and the command in it. */
async function openHome(t: TestContext) {
  const house = await openHouse(t);
  const folder = makeTemporaryFolder();
  const env = { MQTT_BROKER_URL: house.brokerUrl };
  const zwave = { command: process.execPath, args: [join(root, "src/house/zwave-mcp-server.ts")], env };
  const config = join(folder, "switchboard.json");
  await writeFile(
    config,
    JSON.stringify({ model: "operator", mqtt: { url: house.brokerUrl }, mcpServers: { zwave } }),
  );
  const run = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [program, "--config", config, ...args], {
      env: { PATH: process.env["PATH"], HOME: folder },
      cwd: folder,
    });
    t.after(() => child.kill("SIGKILL"));
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => void (errors += chunk.toString()));
    const ended = once(child, "close").then(([code]) => ({ code: code as number, output, errors }));
    return { child, ended, errors: () => errors };
  };
  return { house, folder, run };
}

test("[VOX-1] switchboard voice --wav runs one spoken turn, prints the answer and writes it as a WAV file", async (t) => {
  const { house, folder, run } = await openHome(t);
  const flite = createFlite();
  t.after(() => flite.close());
  const command = join(folder, "command.wav");
  const answer = join(folder, "answer.wav");
  await writeFile(command, await flite.synthesize("turn on the ceiling light", { signal: never }));
  const { code, output, errors } = await run("voice", "--wav", command, "--out", answer).ended;
  assert.deepEqual([code, output], [0, "Ceiling Light is on.\n"], errors);
  assert.match(errors, /turn on the ceiling light/);
  const light = house.devices.find(({ name }) => name === "Ceiling Light");
  assert.equal(light?.values["switch_binary/endpoint_0/currentValue"], true);
  assert.ok(parseWav(await readFile(answer)).samples.length > 8000);
});

test("[VOX-4] switchboard voice --listen answers over MQTT until it is told to end, and a lock needs more than that", async (t) => {
  const { house, run } = await openHome(t);
  const phone = await connectTo(t, house.brokerUrl);
  const status = await listen(phone, "voice/status");
  const answers = await listen(phone, "voice/ai-response");
  const { child, ended, errors } = run("voice", "--listen", "--no-microphone", "--no-say");
  await status.until(({ payload }) => payload === "online");
  await until(() => errors().includes("listening to"), child.stderr);
  await phone.publish("voice/request", '{"text":"turn on switch one","id":"a"}');
  const first = await answers.until(({ payload }) => payload.includes('"id":"a"'));
  assert.match(first.payload, /"answer":"Switch One is on\."/);
  await phone.publish("voice/request", '{"text":"unlock the front door","id":"b"}');
  const second = await answers.until(({ payload }) => payload.includes('"id":"b"'));
  assert.match(second.payload, /needs a person's approval/);
  child.kill("SIGTERM");
  await status.until(({ payload }) => payload === "offline");
  assert.match((await ended).output, /Switch One is on\./);
});

test("switchboard voice says what is wrong with its options and files", async (t) => {
  const { folder, run } = await openHome(t);
  const notes = join(folder, "notes.txt");
  await writeFile(notes, "not a sound");
  const ends = await Promise.all([
    run("voice").ended,
    run("voice", "--wav", join(folder, "none.wav")).ended,
    run("voice", "--wav", notes).ended,
  ]);
  assert.deepEqual(
    ends.map(({ code }) => code),
    [2, 2, 2],
  );
  const [usage, missing, noSound] = ends.map(({ errors }) => errors);
  assert.match(usage ?? "", /--wav <file>, or switchboard voice --listen/);
  assert.match(missing ?? "", /none\.wav cannot be read/);
  assert.match(noSound ?? "", /no WAV file that can be read/);
});

/** Checks again whenever the stream says something. */
async function until(isTrue: () => boolean, stream: NodeJS.ReadableStream): Promise<void> {
  while (!isTrue()) await once(stream, "data");
}
