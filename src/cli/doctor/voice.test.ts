import assert from "node:assert/strict";
import { test } from "node:test";
import type { Settings } from "../../config/settings.ts";
import { checkVoice } from "./voice.ts";

const check = (voice: Record<string, unknown>) => checkVoice({ voice } as unknown as Settings);

test("[VOX-5] the doctor says what listens and what speaks, and that the packages are there", async () => {
  const { state, fact } = await check({});
  assert.equal(state, "fine");
  assert.match(fact, /^listens with soundswallower and speaks with flite; on the path: /);
});

test("[VOX-5] the doctor names a voice setting that is wrong", async () => {
  const { state, fact } = await check({ listen: "ears" });
  assert.equal(state, "broken");
  assert.match(fact, /voice\.listen must be one of/);
});
