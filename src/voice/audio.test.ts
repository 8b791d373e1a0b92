import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { energyOf, mayHoldSpeech, resample } from "./audio.ts";

const tone = (samples: number, loudness = 0.1) => new Float32Array(samples).fill(loudness);

test("[VOX-2] audio under 0.15 s holds no speech", () => {
  assert.equal(mayHoldSpeech(tone(2399), 16_000), false);
  assert.equal(mayHoldSpeech(tone(2400), 16_000), true);
  assert.equal(mayHoldSpeech(tone(2400), 48_000), false);
});

test("[VOX-2] audio with an energy under 1e-6 holds no speech, nor do samples that are no numbers", () => {
  assert.equal(mayHoldSpeech(tone(16_000, 0.0009), 16_000), false);
  assert.equal(mayHoldSpeech(tone(16_000, 0.0011), 16_000), true);
  assert.equal(mayHoldSpeech(tone(16_000, Number.NaN), 16_000), false);
});

test("the energy of nothing is nothing", () => {
  assert.equal(energyOf(new Float32Array(0)), 0);
});

test("resampling keeps the length in time, and a level stays where it is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 8000, max: 96_000 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.float({ min: -1, max: 1, noNaN: true }),
      (rate, length, level) => {
        const resampled = resample(tone(length, level), rate, 16_000);
        assert.ok(Math.abs(resampled.length / 16_000 - length / rate) <= 1 / 16_000);
        for (const sample of resampled) assert.ok(Math.abs(sample - level) < 1e-5);
      },
    ),
  );
});

test("what is too high for the new rate is taken out instead of coming back as another tone", () => {
  const high = Float32Array.from({ length: 48_000 }, (_, at) =>
    Math.sin((2 * Math.PI * 15_000 * at) / 48_000),
  );
  assert.ok(energyOf(resample(high, 48_000, 16_000)) < energyOf(high) / 10);
});
