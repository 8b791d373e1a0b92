import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptedStep } from "../testing.ts";
import { createScriptedModel, FakeClock } from "../testing.ts";
import { createSwitchboard } from "../switchboard.ts";
import type { Tool } from "../tools/tool.ts";
import { BackgroundTranscriber, type BackgroundTranscriberOptions } from "./background-transcriber.ts";
import type { VoiceEvent } from "./events.ts";
import { toWav } from "./wav.ts";

const speech = new Float32Array(16_000).fill(0.1);

type Turns = readonly (string | readonly ScriptedStep[])[];

interface Rig extends Partial<BackgroundTranscriberOptions> {
  readonly turns?: Turns;
  readonly tools?: readonly Tool[];
  /** What the transcriber hears, one after the other. */
  readonly heard?: readonly string[];
}

/** A gateway whose model follows a script, and all that it told. */
function rig({ turns = [], tools = [], heard = [], ...options }: Rig = {}) {
  const model = createScriptedModel(turns.map((turn) => (typeof turn === "string" ? turn : [...turn])));
  const spoken: string[] = [];
  const published: { topic: string; payload: Record<string, unknown> }[] = [];
  const events: VoiceEvent[] = [];
  const words = [...heard];
  const gateway = new BackgroundTranscriber({
    client: createSwitchboard({ model, tools, log: false }),
    model,
    transcriber: { transcribe: async () => words.shift() ?? "turn on the lamp" },
    speaker: { speak: async (text) => void spoken.push(text) },
    publisher: {
      publish: (topic, payload) => {
        published.push({ topic, payload: JSON.parse(payload) as Record<string, unknown> });
      },
    },
    observe: (event) => events.push(event),
    ...options,
  });
  const states = () => events.flatMap((event) => (event.type === "voice.changed" ? [event.state] : []));
  return { gateway, model, spoken, published, events, states };
}

const lamp: Tool = {
  name: "turn_on",
  description: "Turns on a device",
  schema: { type: "object", properties: { device: { type: "string" } } },
  invoke: ({ device }) => `${device} is on`,
};
const callOf = (device: string): ScriptedStep => ({ calls: [{ name: "turn_on", arguments: { device } }] });

/** A promise that the test resolves. */
const gate = () => Promise.withResolvers<void>();

/** When the gateway reaches a state. */
function reached(gateway: BackgroundTranscriber, state: string): Promise<void> {
  return new Promise((resolve) => {
    const forget = gateway.onState((now) => {
      if (now !== state) return;
      forget();
      resolve();
    });
  });
}

test("[VOX-1] audio is transcribed, answered with tools through the executor, spoken and published", async () => {
  const { gateway, spoken, published, states } = rig({
    turns: [[callOf("lamp")], "The lamp is on."],
    tools: [lamp],
  });
  const report = await gateway.hear(speech);
  assert.equal(report.end, "answered");
  assert.equal(report.question, "turn on the lamp");
  assert.equal(report.answer, "The lamp is on.");
  assert.deepEqual(
    report.results.map(({ name, text }) => [name, text]),
    [["turn_on", "lamp is on"]],
  );
  assert.deepEqual(spoken, ["The lamp is on."]);
  assert.deepEqual(
    published.map(({ topic }) => topic),
    ["voice/transcription", "voice/ai-response"],
  );
  assert.deepEqual(states(), ["transcribing", "thinking", "speaking", "idle"]);
});

test("[VOX-1] a WAV file is heard as well, and one that is none is refused", async () => {
  const rates: number[] = [];
  const { gateway } = rig({
    turns: ["Done."],
    transcriber: {
      transcribe: async (audio, { sampleRate }) => {
        rates.push(audio.length, sampleRate);
        return "hello";
      },
    },
  });
  const samples = new Float32Array(48_000).fill(0.1);
  const report = await gateway.hearWav(toWav({ samples, sampleRate: 48_000 }));
  assert.equal(report.source, "wav");
  assert.deepEqual(rates, [16_000, 16_000]);
  await assert.rejects(gateway.hearWav(Buffer.from("no sound")), { code: "invalid_audio" });
});

test("[VOX-1] it has the client's executor and no other", () => {
  const client = createSwitchboard({ model: createScriptedModel([]), log: false });
  const { gateway } = rig({ client });
  assert.equal(gateway.executor, client.executor);
});

test("[VOX-2] silence and short noises are dropped quietly: nothing is transcribed, asked or told", async () => {
  const { gateway, model, published, states } = rig();
  assert.equal((await gateway.hear(new Float32Array(16_000))).end, "ignored");
  assert.equal((await gateway.hear(speech.subarray(0, 2000))).end, "ignored");
  assert.deepEqual([model.requests, published, states()], [[], [], []]);
});

test("[VOX-2] an empty transcript ends the turn", async () => {
  const { gateway, model, published, states } = rig({ heard: [" \n"] });
  assert.equal((await gateway.hear(speech)).end, "ignored");
  assert.deepEqual([model.requests, published], [[], []]);
  assert.deepEqual(states(), ["transcribing", "idle"]);
});

test("[VOX-3] while a turn runs the next ones wait, up to the limit, and none overlaps", async () => {
  const first = gate();
  const { gateway, events } = rig({
    turns: [[{ wait: first.promise }, "One."], "Two.", "Three."],
    heard: ["one", "two", "three"],
    maxWaiting: 2,
  });
  const thinking = reached(gateway, "thinking");
  const turns = [gateway.hear(speech)];
  await thinking;
  turns.push(gateway.hear(speech), gateway.hear(speech), gateway.hear(speech));
  first.resolve();
  assert.deepEqual(
    (await Promise.all(turns)).map(({ end, answer }) => [end, answer]),
    [
      ["answered", "One."],
      ["answered", "Two."],
      ["answered", "Three."],
      ["dropped", ""],
    ],
  );
  const starts = events.flatMap((event) => (event.type === "voice.changed" ? [event.state] : []));
  assert.deepEqual(
    starts.filter((state) => state === "transcribing" || state === "idle"),
    ["transcribing", "idle", "transcribing", "idle", "transcribing", "idle"],
  );
});

test("[VOX-3] by the policy `drop` the next turn is let go", async () => {
  const first = gate();
  const { gateway } = rig({ turns: [[{ wait: first.promise }, "One."]], whenBusy: "drop" });
  const thinking = reached(gateway, "thinking");
  const running = gateway.hear(speech);
  await thinking;
  assert.equal((await gateway.hear(speech)).end, "dropped");
  first.resolve();
  assert.equal((await running).end, "answered");
});

test("[VOX-3] who speaks cancels the turn that speaks, and is heard next", async () => {
  const stopped: unknown[] = [];
  const { gateway } = rig({
    turns: ["A long answer.", "Waiting.", "Stopped."],
    heard: ["tell me", "stop"],
    speaker: {
      speak: (text, { signal }) =>
        new Promise((resolve) => {
          if (text !== "A long answer.") return resolve();
          signal.addEventListener("abort", () => {
            stopped.push(text);
            resolve();
          });
        }),
    },
  });
  const speaking = reached(gateway, "speaking");
  const first = gateway.hear(speech);
  await speaking;
  const waiting = gateway.ask("and this?");
  const second = gateway.hear(speech);
  assert.equal((await first).end, "interrupted");
  assert.deepEqual(stopped, ["A long answer."]);
  const reports = await Promise.all([second, waiting]);
  assert.deepEqual(
    reports.map(({ question, answer }) => [question, answer]),
    [
      ["stop", "Waiting."],
      ["and this?", "Stopped."],
    ],
  );
});

test("[VOX-3] who speaks twice while a turn is being cancelled is heard in order", async () => {
  const { gateway } = rig({
    turns: ["A long answer.", "One.", "Two."],
    heard: ["tell me", "first", "second"],
    speaker: { speak: (text) => (text === "A long answer." ? new Promise(() => {}) : Promise.resolve()) },
  });
  const speaking = reached(gateway, "speaking");
  void gateway.hear(speech);
  await speaking;
  const reports = await Promise.all([gateway.hear(speech), gateway.hear(speech)]);
  assert.deepEqual(
    reports.map(({ question, answer }) => [question, answer]),
    [
      ["first", "One."],
      ["second", "Two."],
    ],
  );
});

test("[VOX-3] without barge-in, and by noise, the turn that speaks is not cancelled", async () => {
  for (const [bargeIn, audio] of [
    [false, speech],
    [true, new Float32Array(16_000)],
  ] as const) {
    const said = gate();
    const { gateway } = rig({ turns: ["One.", "Two."], bargeIn, speaker: { speak: () => said.promise } });
    const speaking = reached(gateway, "speaking");
    const first = gateway.hear(speech);
    await speaking;
    const second = gateway.hear(audio);
    said.resolve();
    assert.equal((await first).end, "answered");
    await second;
  }
});

test("[VOX-3] a turn that fails is in state `error` until the next one begins, says so aloud, and throws nothing", async () => {
  const { gateway, spoken, published, states } = rig({ turns: [[{ error: "out of memory" }], "Fine."] });
  const report = await gateway.hear(speech);
  assert.equal(report.end, "failed");
  assert.match(String(report.error), /out of memory/);
  assert.equal(gateway.state, "error");
  assert.deepEqual(spoken, ["Sorry, that did not work."]);
  assert.match(String(published.at(-1)?.payload["error"]), /out of memory/);
  assert.equal((await gateway.hear(speech)).end, "answered");
  assert.equal(
    states().join(" "),
    "transcribing thinking speaking error transcribing thinking speaking idle",
  );
});

test("[VOX-3] a transcriber that fails, or never ends, fails its turn only", async () => {
  const failing = rig({ transcriber: { transcribe: () => Promise.reject(new Error("no model")) } });
  assert.match(String((await failing.gateway.hear(speech)).error), /no model/);
  const clock = new FakeClock();
  const hanging = rig({ transcriber: { transcribe: () => new Promise(() => {}) }, clock });
  const turn = hanging.gateway.hear(speech);
  clock.advance(30_000);
  const report = await turn;
  assert.equal(report.end, "failed");
  assert.match(String(report.error), /Transcribing took longer than 30/);
});

test("[VOX-4] the payloads have what is promised", async () => {
  const { gateway, published } = rig({ turns: ["It is on.", "It is off."] });
  await gateway.hear(speech, { source: "kitchen" });
  await gateway.hear(speech, { source: "kitchen" });
  const [transcription, , , response] = published;
  const { timestamp, duration, ...rest } = transcription?.payload ?? {};
  assert.deepEqual(rest, { text: "turn on the lamp", source: "kitchen" });
  assert.equal(typeof duration, "number");
  assert.ok(!Number.isNaN(Date.parse(String(timestamp))));
  const { timestamp: answeredAt, duration: took, ...answered } = response?.payload ?? {};
  assert.deepEqual(answered, {
    question: "turn on the lamp",
    answer: "It is off.",
    source: "kitchen",
    model: "scripted",
    provider: "scripted",
    conversationTurns: 2,
  });
  assert.equal(typeof took, "number");
  assert.ok(!Number.isNaN(Date.parse(String(answeredAt))));
});

test("[VOX-4] a text request is answered with its id, and not aloud", async () => {
  const { gateway, published, spoken } = rig({ turns: ["Yes."] });
  await gateway.ask("is it on?", { source: "mqtt", id: "7", session: "phone" });
  assert.equal(published.length, 1);
  const { id, session, answer, source } = published[0]?.payload ?? {};
  assert.deepEqual(
    { id, session, answer, source },
    { id: "7", session: "phone", answer: "Yes.", source: "mqtt" },
  );
  assert.deepEqual(spoken, []);
});

test("[VOX-4] a publisher that throws, rejects or hangs neither blocks nor fails a turn, and it is told", async () => {
  const publishers = [
    () => {
      throw new Error("broken");
    },
    () => Promise.reject(new Error("broken")),
    () => new Promise(() => {}),
  ];
  for (const publish of publishers) {
    const { gateway, events, spoken } = rig({ turns: ["Done."], publisher: { publish } });
    assert.equal((await gateway.hear(speech)).end, "answered");
    assert.deepEqual(spoken, ["Done."]);
    const failures = events.filter(({ type }) => type === "publish.failed");
    assert.ok(failures.length === 2 || publish === publishers[2]);
  }
});

test("[VOX-5] a speaker that fails, or never ends, does not fail the turn", async () => {
  const failing = rig({
    turns: ["One. Two."],
    speaker: { speak: () => Promise.reject(new Error("no card")) },
  });
  const report = await failing.gateway.hear(speech);
  assert.deepEqual([report.end, report.answer], ["answered", "One. Two."]);
  assert.equal(failing.events.filter(({ type }) => type === "speech.failed").length, 1);
  const clock = new FakeClock();
  const hanging = rig({ turns: ["One."], speaker: { speak: () => new Promise(() => {}) }, clock });
  const speaking = reached(hanging.gateway, "speaking");
  const turn = hanging.gateway.hear(speech);
  await speaking;
  clock.advance(30_000);
  assert.equal((await turn).end, "answered");
});

test("[VOX-1] speech starts with the first whole sentence, while the rest is still being written", async () => {
  const rest = gate();
  const { gateway, spoken } = rig({ turns: [["The lamp is on. It ", { wait: rest.promise }, "glows."]] });
  const speaking = reached(gateway, "speaking");
  const turn = gateway.hear(speech);
  await speaking;
  assert.deepEqual(spoken, ["The lamp is on."]);
  rest.resolve();
  const { durations } = await turn;
  assert.deepEqual(spoken, ["The lamp is on.", "It glows."]);
  assert.ok((durations.untilSpeechMs ?? Infinity) <= (durations.thinkMs ?? 0));
});

test("[VOX-1] what the model thinks is never spoken, and what it says before a call is said before its answer", async () => {
  const { gateway, spoken } = rig({
    turns: [
      [{ thinking: "The user wants light. " }, "One moment", callOf("lamp")],
      ["<think>Secret. </think>", "It is on."],
    ],
    tools: [lamp],
  });
  await gateway.hear(speech);
  assert.deepEqual(spoken, ["One moment", "It is on."]);
});

test("[VOX-1] every action is told with the words that caused it, and one utterance causes only so many", async () => {
  const calls = ["a", "b", "c"].map((device) => ({ name: "turn_on", arguments: { device } }));
  const { gateway, events } = rig({
    turns: [[{ calls }], [callOf("d")], "Done."],
    tools: [lamp],
    maxActions: 2,
    heard: ["turn everything on"],
  });
  const { results } = await gateway.hear(speech);
  assert.deepEqual(
    results.map((result) => (result.ok ? result.text : result.code)),
    ["a is on", "b is on", "denied", "denied"],
  );
  const actions = events.flatMap((event) => (event.type === "action.taken" ? [event] : []));
  assert.deepEqual(
    actions.map(({ words, result }) => [words, result.ok]),
    [true, true, false, false].map((ok) => ["turn everything on", ok]),
  );
});

test("[VOX-1] the model is reminded of the conversation, until two minutes were quiet", async () => {
  const clock = new FakeClock();
  const { gateway, model } = rig({ turns: ["One.", "Two.", "Three."], instructions: "Be short.", clock });
  await gateway.hear(speech);
  await gateway.hear(speech);
  clock.advance(120_000);
  await gateway.hear(speech);
  assert.deepEqual(
    model.requests.map(({ messages }) => messages.map(({ role }) => role).join(" ")),
    ["system user", "system user assistant user", "system user"],
  );
});

test("a turn ends with its signal, and a gateway that is closed takes no more", async () => {
  const { gateway, published } = rig({
    turns: [[{ wait: new Promise(() => {}) }], [{ wait: new Promise(() => {}) }]],
  });
  const controller = new AbortController();
  const thinking = reached(gateway, "thinking");
  const first = gateway.ask("hello", { signal: controller.signal });
  await thinking;
  controller.abort();
  assert.equal((await first).end, "interrupted");
  const again = reached(gateway, "thinking");
  const second = gateway.ask("hello", { id: "2" });
  await again;
  await gateway.close();
  assert.equal((await second).end, "interrupted");
  const { id, error } = published.at(-1)?.payload ?? {};
  assert.deepEqual([id, error], ["2", "The voice gateway was closed"]);
  assert.equal((await gateway.hear(speech)).end, "dropped");
  assert.equal(gateway.state, "idle");
});

test("an observer or a listener that throws breaks no turn", async () => {
  const { gateway } = rig({
    turns: ["Done."],
    observe: () => {
      throw new Error("observer");
    },
  });
  gateway.onState(() => {
    throw new Error("listener");
  });
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  assert.equal((await gateway.hear(speech)).end, "answered");
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  assert.ok(warnings.length > 0);
});
