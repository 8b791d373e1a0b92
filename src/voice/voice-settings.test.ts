import assert from "node:assert/strict";
import { test } from "node:test";
import { parseVoiceSettings } from "./voice-settings.ts";

test("[VOX-5] without settings, a gateway listens and speaks with what comes from npm", () => {
  const { listen, speak, bargeIn } = parseVoiceSettings({});
  assert.deepEqual([listen, speak, bargeIn], ["soundswallower", "flite", false]);
});

test("a setting that is wrong, unknown or missing is named, with what it should be", () => {
  const faults: [unknown, RegExp][] = [
    ["loud", /^voice must be an object/],
    [{ listen: "ears" }, /^voice\.listen must be one of soundswallower, pocketsphinx, whisper, http/],
    [{ volume: 3 }, /^voice\.volume must be one of listen, speak,/],
    [{ constructor: 1 }, /^voice\.constructor must be one of/],
    [{ listen: "whisper" }, /^voice\.whisperModel must be the path of a model/],
    [{ speak: "piper" }, /^voice\.piperModel must be/],
    [{ speak: "http" }, /^voice\.url must be an address/],
    [{ maxActions: 0 }, /^voice\.maxActions must be a whole number above 0/],
    [{ guardedWords: "lock" }, /^voice\.guardedWords must be a list of words/],
    [{ topicPrefix: "voice/#" }, /^voice\.topicPrefix must be a topic without/],
  ];
  for (const [input, message] of faults) {
    assert.throws(() => parseVoiceSettings(input), { code: "invalid_config", message });
  }
});
