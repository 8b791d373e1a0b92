/** What every transcriber here wants to hear. */
export const speechSampleRate = 16_000;

/** Shorter than any word (VOX-2). */
const minDurationMs = 150;
/** Quieter than any voice: digital silence and the hiss of a microphone that is off (VOX-2). */
const minEnergy = 1e-6;

/** The mean of the squares of the samples, which lie between -1 and 1. */
export function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : sum / samples.length;
}

export function durationMsOf(samples: Float32Array, sampleRate: number): number {
  return (samples.length / sampleRate) * 1000;
}

/** One sound after the other. */
export function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether there may be speech in it (VOX-2). Samples that are no numbers are no speech either. */
export function mayHoldSpeech(samples: Float32Array, sampleRate: number): boolean {
  return durationMsOf(samples, sampleRate) >= minDurationMs && energyOf(samples) >= minEnergy;
}

/**
 * The same sound at another rate. On the way down each new sample is the mean of those that it stands for, so that
 * what is too high for the new rate does not come back as noise; on the way up samples are joined by lines.
 */
export function resample(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return samples;
  const step = fromRate / toRate;
  const resampled = new Float32Array(Math.round(samples.length / step));
  return step > 1 ? averageInto(resampled, samples, step) : interpolateInto(resampled, samples, step);
}

function averageInto(target: Float32Array, samples: Float32Array, step: number): Float32Array {
  for (let index = 0; index < target.length; index += 1) {
    const start = index * step;
    const end = Math.min(start + step, samples.length);
    let sum = 0;
    for (let at = Math.floor(start); at < end; at += 1) {
      // The first and the last may belong to this window only in part.
      const share = Math.min(at + 1, end) - Math.max(at, start);
      sum += (samples[at] ?? 0) * share;
    }
    target[index] = sum / (end - start);
  }
  return target;
}

function interpolateInto(target: Float32Array, samples: Float32Array, step: number): Float32Array {
  const last = samples.length - 1;
  for (let index = 0; index < target.length; index += 1) {
    const place = Math.min(index * step, last);
    const before = Math.floor(place);
    const left = samples[before] ?? 0;
    const right = samples[Math.min(before + 1, last)] ?? 0;
    target[index] = left + (right - left) * (place - before);
  }
  return target;
}
