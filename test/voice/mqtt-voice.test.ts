import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startInProcessBroker } from "../../src/mqtt/in-process-broker.ts";
import { createSwitchboard } from "../../src/switchboard.ts";
import { createScriptedModel } from "../../src/testing.ts";
import { BackgroundTranscriber, type AskOptions } from "../../src/voice/background-transcriber.ts";
import { connectMqttVoice } from "../../src/voice/mqtt-voice.ts";
import { brokerKinds } from "../house/brokers.ts";
import { connectTo, listen } from "../house/support.ts";

const speech = new Float32Array(16_000).fill(0.1);

function openGateway(t: TestContext, url: string, answers: readonly string[]) {
  const model = createScriptedModel(answers);
  const mqtt = connectMqttVoice({ url, retryDelayMs: 10 });
  t.after(() => mqtt.close());
  const gateway = new BackgroundTranscriber({
    client: createSwitchboard({ model, log: false }),
    model,
    transcriber: { transcribe: async () => "is it on?" },
    publisher: mqtt,
  });
  return { gateway, mqtt };
}

for (const kind of brokerKinds) {
  test(`[VOX-4] what is heard and answered is published, and text requests are answered with their id (${kind.name})`, async (t) => {
    if (kind.skip !== false) return t.skip(`NOT TESTED: ${kind.skip}`);
    const { url } = await kind.start(t);
    const { gateway, mqtt } = openGateway(t, url, ["Yes.", "No."]);
    await mqtt.serve(gateway);
    await mqtt.broker.connected();
    const phone = await connectTo(t, url);
    const heard = await listen(phone, "voice/transcription");
    const answers = await listen(phone, "voice/ai-response");

    await gateway.hear(speech, { source: "kitchen" });
    const { text, source } = JSON.parse((await heard.until(() => true)).payload) as Record<string, unknown>;
    assert.deepEqual([text, source], ["is it on?", "kitchen"]);

    await phone.publish("voice/request", '{"text":"is it off?","id":7,"session":"phone"}');
    const second = await answers.until((message) => message.payload.includes('"id"'));
    const answer = JSON.parse(second.payload) as Record<string, unknown>;
    assert.deepEqual(
      [answer["question"], answer["answer"], answer["id"], answer["session"], answer["source"]],
      ["is it off?", "No.", "7", "phone", "mqtt"],
    );
    assert.equal(answers.messages.length, 2);
  });
}

test("[VOX-4] the gateway is announced as online, and the broker says offline when it is gone", async (t) => {
  const broker = await startInProcessBroker();
  t.after(() => broker.close());
  const watcher = await connectTo(t, broker.url);
  const { messages, until } = await listen(watcher, "voice/status");
  const mqtt = connectMqttVoice({ url: broker.url });
  await until(({ payload }) => payload === "online");
  await mqtt.close();
  await until(({ payload }) => payload === "offline");
  assert.deepEqual(
    messages.map(({ payload }) => payload),
    ["online", "offline"],
  );
});

test("[VOX-4] retained requests and what is no request are nobody's question; plain text is one", async (t) => {
  const broker = await startInProcessBroker();
  t.after(() => broker.close());
  const phone = await connectTo(t, broker.url);
  await phone.publish("voice/request", '{"text":"unlock the door"}', { retain: true });
  const asked: [string, AskOptions | undefined][] = [];
  const last = Promise.withResolvers<void>();
  const mqtt = connectMqttVoice({ url: broker.url });
  t.after(() => mqtt.close());
  await mqtt.serve({
    ask: (text, options) => {
      asked.push([text, options]);
      if (text === "good night") last.resolve();
      return Promise.resolve({
        end: "answered",
        source: "",
        question: "",
        answer: "",
        results: [],
        durations: { totalMs: 0 },
      });
    },
  });
  await mqtt.broker.connected();
  const requests = [
    "{",
    "[]",
    "12",
    '{"text":5}',
    "null",
    "x".repeat(5000),
    '{"text":"hello","id":{},"session":[]}',
  ];
  for (const request of [...requests, "good night"]) await phone.publish("voice/request", request);
  await last.promise;
  assert.deepEqual(asked, [
    ["hello", { source: "mqtt" }],
    ["good night", { source: "mqtt" }],
  ]);
});

test("[VOX-4] a broker that is down neither blocks nor fails a turn, and gets the answer when it is back", async (t) => {
  const first = await startInProcessBroker();
  const { port, url } = first;
  await first.close();
  const { gateway, mqtt } = openGateway(t, url, ["Yes."]);
  await mqtt.serve(gateway);
  const report = await gateway.hear(speech);
  assert.equal(report.end, "answered");
  assert.equal(mqtt.broker.isConnected, false);
  const second = await startInProcessBroker({ port });
  t.after(() => second.close());
  const phone = await connectTo(t, url);
  const { until } = await listen(phone, "voice/ai-response");
  assert.match((await until(() => true)).payload, /"answer":"Yes\."/);
});
