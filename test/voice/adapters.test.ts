import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { createEspeak } from "../../src/voice/adapters/espeak-ng.ts";
import { findVoicePrograms } from "../../src/voice/adapters/find-programs.ts";
import { createFlite } from "../../src/voice/adapters/flite.ts";
import { createHttpSpeaker } from "../../src/voice/adapters/http-speaker.ts";
import { createHttpTranscriber } from "../../src/voice/adapters/http-transcriber.ts";
import { listen } from "../../src/voice/adapters/microphone.ts";
import { resolvePackage } from "../../src/voice/adapters/optional-package.ts";
import { createPiper } from "../../src/voice/adapters/piper.ts";
import { createProgramPlayer, createRecording, createSpeaker } from "../../src/voice/adapters/player.ts";
import { createPocketsphinx } from "../../src/voice/adapters/pocketsphinx.ts";
import { createSoundSwallower } from "../../src/voice/adapters/soundswallower.ts";
import { createWhisperCpp } from "../../src/voice/adapters/whisper-cpp.ts";
import { parseSpeech, parseWav, toWav } from "../../src/voice/wav.ts";
import { makeTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { never, requireProgram, watchTemporaryFiles, writeProgram } from "./support.ts";

const speech = new Float32Array(16_000).fill(0.1);
const sentences = [
  { sentence: "turn (on|off) [the] {device}", values: { device: ["Switch 1", "Kitchen Lamp", "Zwave Fan"] } },
];

test("[VOX-5] flite speaks and SoundSwallower understands, with nothing but npm, in threads of their own", async (t) => {
  const flite = createFlite();
  const ear = createSoundSwallower({ sentences, pronounce: flite.pronounce });
  t.after(() => Promise.all([flite.close(), ear.close()]));
  const hear = async (text: string) => {
    const wav = await flite.synthesize(text, { signal: never });
    return ear.transcribe(parseSpeech(wav), { sampleRate: 16_000, signal: never });
  };
  assert.equal(await hear("Turn on switch one."), "turn on switch one");
  assert.equal(await hear("Turn off the kitchen lamp, please."), "turn off the kitchen lamp please");
  // No dictionary has this word: flite says how it sounds.
  assert.equal(await hear("turn off the zwave fan"), "turn off the zwave fan");
  // A grammar alone would make a command of whatever is said in the room.
  for (const talk of [
    "The library opens at nine on Mondays.",
    "Turn left at the corner.",
    "turn on the radio",
    "okay",
  ]) {
    assert.equal(await hear(talk), "", talk);
  }
  await ear.setSentences([{ sentence: "good (morning|night)" }]);
  assert.equal(await hear("good night"), "good night");
  await assert.rejects(ear.transcribe(speech, { sampleRate: 8000, signal: never }), {
    code: "invalid_audio",
  });
});

test("[VOX-5] a word that nobody can pronounce, and a house in which nothing can be said, are errors that say so", async (t) => {
  const ear = createSoundSwallower({ sentences });
  t.after(() => ear.close());
  const listening = ear.transcribe(speech, { sampleRate: 16_000, signal: never });
  await assert.rejects(listening, { code: "unknown_word", message: /"zwave"/ });
  await assert.rejects(ear.setSentences([]), { code: "empty_grammar" });
  await ear.setSentences([{ sentence: "good night" }]);
  assert.equal(await ear.transcribe(speech, { sampleRate: 16_000, signal: never }), "");
});

test("[VOX-5] an aborted wait ends at once, and the thread serves the next", async (t) => {
  const flite = createFlite();
  t.after(() => flite.close());
  const controller = new AbortController();
  const aborted = flite.synthesize("This is a rather long sentence. ".repeat(20), {
    signal: controller.signal,
  });
  controller.abort();
  await assert.rejects(aborted, { name: "AbortError" });
  assert.ok((await flite.synthesize("- short", { signal: never })).length > 1000);
  const closed = assert.rejects(flite.synthesize("never said", { signal: never }), { code: "closed" });
  await flite.close();
  await closed;
});

test("[VOX-5] a package that is missing is named, with the line that installs it", () => {
  assert.throws(() => resolvePackage("no-such-package/x.wasm", "no-such-package", "Speaking"), {
    code: "missing_package",
    message: "Speaking needs the package no-such-package: npm install no-such-package",
  });
});

test("[VOX-5] whisper-cli gets a WAV file that is gone afterwards, and its marks for noises are no words", async (t) => {
  const folder = makeTemporaryFolder();
  const seen = join(folder, "seen");
  const command = await writeProgram(
    folder,
    "whisper-cli",
    `echo "$@" > ${seen}; for last; do :; done; head -c 4 "$last" >> ${seen}; echo " [BLANK_AUDIO] Turn it on. (music)"`,
  );
  const leftovers = watchTemporaryFiles(t);
  const ear = createWhisperCpp({ model: "a model; touch $(x)", command });
  assert.equal(await ear.transcribe(speech, { sampleRate: 16_000, signal: never }), "Turn it on.");
  const [args = "", start] = (await readFile(seen, "utf8")).split("\n");
  assert.ok(
    args.startsWith("--model a model; touch $(x) --language en --no-timestamps --no-prints --file "),
    args,
  );
  assert.equal(start, "RIFF");
  assert.deepEqual(await leftovers(), []);
});

test("[VOX-5] programs that fail, hang, are aborted or missing are errors, and leave no file behind", async (t) => {
  const folder = makeTemporaryFolder();
  const leftovers = watchTemporaryFiles(t);
  const failing = await writeProgram(folder, "failing", "echo no such voice >&2; exit 3");
  const hanging = await writeProgram(folder, "hanging", "exec sleep 60");
  const use = (command: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    createPiper({ model: "m", command, timeoutMs: options.timeoutMs ?? 10_000 }).synthesize("hello", {
      signal: options.signal ?? never,
    });
  await assert.rejects(use(failing), { code: "program_failed", message: /ended with 3: no such voice/ });
  await assert.rejects(use(hanging, { timeoutMs: 50 }), { code: "timeout" });
  const controller = new AbortController();
  const aborted = use(hanging, { signal: controller.signal });
  setImmediate(() => controller.abort());
  await assert.rejects(aborted, { name: "AbortError" });
  await assert.rejects(use(join(folder, "missing")), {
    code: "missing_program",
    message: /pip install piper-tts/,
  });
  assert.deepEqual(await leftovers(), []);
});

test("[VOX-5] piper is told its text on one line, and gives a WAV file", async () => {
  const folder = makeTemporaryFolder();
  const said = join(folder, "said");
  const command = await writeProgram(folder, "piper", `cat > ${said}; printf RIFFdata > "$4"`);
  const wav = await createPiper({ model: "voice.onnx", command }).synthesize("It's on;\nfine.", {
    signal: never,
  });
  assert.equal(Buffer.from(wav).toString(), "RIFFdata");
  assert.equal(await readFile(said, "utf8"), "It's on; fine.\n");
});

test("[VOX-5] pocketsphinx 5 answers in JSON", async () => {
  const folder = makeTemporaryFolder();
  const command = await writeProgram(
    folder,
    "pocketsphinx",
    `grep -q JSGF "$2" && echo '{"b":0,"t":"turn on","w":[]}'`,
  );
  const ear = createPocketsphinx({ sentences, command });
  assert.equal(await ear.transcribe(speech, { sampleRate: 16_000, signal: never }), "turn on");
});

test("[VOX-5] Debian's pocketsphinx understands flite with the same grammar", async (t) => {
  const command = await requireProgram(t, "pocketsphinx", "pocketsphinx_continuous");
  if (command === undefined) return;
  const flite = createFlite();
  t.after(() => flite.close());
  const ear = createPocketsphinx({
    command,
    sentences: [
      { sentence: "turn (on|off) [the] {device}", values: { device: ["Switch 1", "Kitchen Lamp"] } },
    ],
  });
  for (const text of ["turn on switch one", "turn off switch one", "turn off the kitchen lamp"]) {
    const wav = await flite.synthesize(text, { signal: never });
    assert.equal(await ear.transcribe(parseSpeech(wav), { sampleRate: 16_000, signal: never }), text);
  }
});

test("[VOX-5] Debian's espeak-ng speaks, also what looks like an option", async (t) => {
  const command = await requireProgram(t, "espeak-ng");
  if (command === undefined) return;
  const wav = await createEspeak({ command }).synthesize("--help me", { signal: never });
  assert.ok(parseWav(wav).samples.length > 5000);
});

async function serve(
  t: TestContext,
  answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => answer(request, body, response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
}

test("[VOX-5] a server with /v1/audio/transcriptions is a transcriber", async (t) => {
  const requests: [string | undefined, string | undefined, string][] = [];
  const url = await serve(t, (request, body, response) => {
    requests.push([request.url, request.headers.authorization, body.toString("latin1")]);
    response.setHeader("content-type", "application/json").end('{"text":" Turn it on. "}');
  });
  const ear = createHttpTranscriber({ url, apiKey: "k", model: "small", language: "en" });
  assert.equal(await ear.transcribe(speech, { sampleRate: 16_000, signal: never }), "Turn it on.");
  const [[path, authorization, body] = ["", "", ""]] = requests;
  assert.deepEqual([path, authorization], ["/v1/audio/transcriptions", "Bearer k"]);
  for (const part of [
    'filename="speech.wav"',
    "RIFF",
    'name="model"\r\n\r\nsmall',
    'name="language"\r\n\r\nen',
  ]) {
    assert.ok(body.includes(part), part);
  }
});

test("[VOX-5] a server with /v1/audio/speech is a voice", async (t) => {
  const bodies: unknown[] = [];
  const url = await serve(t, (_, body, response) => {
    bodies.push(JSON.parse(body.toString()));
    response.end(toWav({ samples: speech, sampleRate: 16_000 }));
  });
  const wav = await createHttpSpeaker({ url, voice: "amy" }).synthesize("It is on.", { signal: never });
  assert.equal(parseWav(wav).samples.length, 16_000);
  assert.deepEqual(bodies, [{ model: "tts-1", voice: "amy", input: "It is on.", response_format: "wav" }]);
});

test("[VOX-5] what a server sends that is no speech and no transcript is an error, and is not played", async (t) => {
  const page = await serve(t, (_, __, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html>");
  });
  const problem = {
    code: "server_error",
    message: /\/v1\/audio\/\w+ answered with text\/html, and not with/,
  };
  await assert.rejects(createHttpSpeaker({ url: page }).synthesize("x", { signal: never }), problem);
  const hear = (url: string) =>
    createHttpTranscriber({ url }).transcribe(speech, { sampleRate: 16_000, signal: never });
  await assert.rejects(hear(page), problem);
  const wordless = await serve(t, (_, __, response) => response.end('{"error":"no model"}'));
  await assert.rejects(hear(wordless), { code: "server_error", message: /a transcript in JSON/ });
});

test("[VOX-5] a speech server that refuses, is silent or not there is an error that says so", async (t) => {
  const refusing = await serve(t, (_, __, response) => response.writeHead(401).end("no key"));
  const silent = await serve(t, () => {});
  const say = (url: string) => createHttpSpeaker({ url, timeoutMs: 100 }).synthesize("x", { signal: never });
  await assert.rejects(say(refusing), { code: "unauthorized", message: /answered 401: no key/ });
  await assert.rejects(say(silent), { code: "timeout" });
  await assert.rejects(say("http://127.0.0.1:1/v1"), {
    code: "unreachable",
    message: /is the server running/,
  });
});

test("[VOX-5] a speaker is a voice and a player, and a recording plays to nobody", async () => {
  const folder = makeTemporaryFolder();
  const heard = join(folder, "heard");
  const command = await writeProgram(folder, "player", `head -c 4 "$1" > ${heard}`);
  const voice = { synthesize: async () => toWav({ samples: speech, sampleRate: 16_000 }) };
  await createSpeaker(voice, createProgramPlayer({ command })).speak("hello", { signal: never });
  assert.equal(await readFile(heard, "utf8"), "RIFF");
  const recording = createRecording();
  const speaker = createSpeaker(voice, recording);
  await speaker.speak("one", { signal: never });
  await speaker.speak("two", { signal: never });
  assert.equal(parseWav(recording.toWav()).samples.length, 32_000);
});

test("what is said into a microphone comes out utterance by utterance, until it is enough", async () => {
  const folder = makeTemporaryFolder();
  const part = (loudness: number, seconds: number) =>
    Buffer.from(new Int16Array(16_000 * seconds).fill(loudness).buffer);
  const raw = Buffer.concat([part(10, 1), part(3000, 1), part(10, 2), part(3000, 1), part(10, 2)]);
  const file = join(folder, "room.raw");
  await writeFile(file, raw);
  const command = await writeProgram(
    folder,
    "arecord",
    `echo "$@" > ${folder}/args; cat ${file}; exec sleep 60`,
  );
  const controller = new AbortController();
  const utterances: number[] = [];
  for await (const utterance of listen(controller.signal, { command, device: "plughw:1" })) {
    utterances.push(utterance.length / 16_000);
    if (utterances.length === 2) controller.abort();
  }
  assert.deepEqual(utterances.map(Math.round), [3, 3]);
  assert.equal(
    await readFile(join(folder, "args"), "utf8"),
    "-D plughw:1 -q -t raw -f S16_LE -c 1 -r 16000\n",
  );
});

test("a machine without a microphone, or without arecord, is told so", async () => {
  const folder = makeTemporaryFolder();
  const failing = await writeProgram(folder, "arecord", "echo 'no soundcards found' >&2; exit 1");
  const first = (command: string) => listen(never, { command }).next();
  await assert.rejects(first(failing), { code: "microphone", message: /no soundcards found/ });
  await assert.rejects(first(join(folder, "none")), {
    code: "microphone",
    message: /apt install alsa-utils/,
  });
});

test("the programs on the path are found, and of the others it is said how to get them", async () => {
  const folder = makeTemporaryFolder();
  await writeProgram(folder, "pocketsphinx_continuous", "");
  await writeProgram(folder, "aplay", "");
  const programs = await findVoicePrograms(`/nowhere:${folder}`);
  const found = programs.filter(({ path }) => path !== undefined);
  assert.deepEqual(
    found.map(({ purpose, command, path }) => [purpose, command, path]),
    [
      ["listen", "pocketsphinx_continuous", join(folder, "pocketsphinx_continuous")],
      ["play", "aplay", join(folder, "aplay")],
    ],
  );
  assert.ok(programs.length > found.length && programs.every(({ install }) => install !== ""));
});

test("[VOX-5] flite leaves no files behind when it is closed in the middle of a sentence", async (t) => {
  const left = watchTemporaryFiles(t);
  const flite = createFlite();
  const text = "This is a long sentence, and it goes on. ".repeat(200);
  const refused = assert.rejects(flite.synthesize(text, { signal: never }), { code: "closed" });
  while ((await left()).length === 0) await new Promise(setImmediate);
  await flite.close();
  await refused;
  assert.deepEqual(await left(), []);
});
