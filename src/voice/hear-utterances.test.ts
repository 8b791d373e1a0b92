import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock } from "../testing.ts";
import type { VoiceState } from "./events.ts";
import { hearUtterances } from "./hear-utterances.ts";
import type { TurnReport } from "./turn-report.ts";

/** One second of speech each, while the gateway thinks, speaks, has just spoken, and has long been quiet. */
async function hearAll(bargeIn: boolean): Promise<VoiceState[]> {
  const clock = new FakeClock();
  const heard: VoiceState[] = [];
  let listener: (state: VoiceState) => void = () => {};
  const gateway = {
    state: "idle" as VoiceState,
    onState(next: (state: VoiceState) => void) {
      listener = next;
      return () => {};
    },
    hear() {
      heard.push(gateway.state);
      return Promise.resolve({} as TurnReport);
    },
  };
  const become = (state: VoiceState) => {
    gateway.state = state;
    listener(state);
  };
  async function* utterances() {
    const speech = new Float32Array(16_000);
    clock.advance(2000);
    become("thinking");
    yield speech;
    become("speaking");
    yield speech;
    become("idle");
    clock.advance(500);
    yield speech;
    clock.advance(1000);
    yield speech;
  }
  await hearUtterances(gateway, utterances(), { bargeIn, clock });
  return heard;
}

test("[VOX-3] what began while the gateway spoke is not taken for somebody else's words", async () => {
  assert.deepEqual(await hearAll(false), ["thinking", "idle"]);
});

test("[VOX-3] with a microphone that does not hear the speaker, everything is heard", async () => {
  assert.deepEqual(await hearAll(true), ["thinking", "speaking", "idle", "idle"]);
});
