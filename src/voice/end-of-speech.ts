import { energyOf, joinSamples, speechSampleRate } from "./audio.ts";

export interface EndOfSpeechOptions {
  /** So much silence ends an utterance: 1.5 s. */
  readonly silenceMs?: number;
  /** An utterance is cut here: 10 s. */
  readonly maxMs?: number;
  /** What is kept from before the first loud frame, so that no first sound is lost: 300 ms. */
  readonly preRollMs?: number;
}

export const frameMs = 30;
export const frameSamples = (speechSampleRate * frameMs) / 1000;

/** Louder than the room by this factor is speech. */
const loudness = 6;
/** In a room without any noise this is speech all the same. */
const minSpeechEnergy = 1e-5;
/** How fast the idea of the room's noise follows what is heard: within about a second. */
const noiseShare = 0.05;
/** Fewer loud frames than this are a click, not a word. */
const minLoudFrames = 4;

/** Cuts the frames of a microphone into utterances by their energy: no model, no package, no delay. */
export class EndOfSpeech {
  readonly #silenceFrames: number;
  readonly #maxFrames: number;
  readonly #preRollFrames: number;
  #frames: Float32Array[] = [];
  #isSpeech = false;
  #loudFrames = 0;
  #quietFrames = 0;
  #noise = minSpeechEnergy / loudness;

  constructor({ silenceMs = 1500, maxMs = 10_000, preRollMs = 300 }: EndOfSpeechOptions = {}) {
    this.#silenceFrames = Math.ceil(silenceMs / frameMs);
    this.#maxFrames = Math.floor(maxMs / frameMs);
    this.#preRollFrames = Math.ceil(preRollMs / frameMs);
  }

  /** Takes a frame; gives the whole utterance when this frame ended one. */
  push(frame: Float32Array): Float32Array | undefined {
    const energy = energyOf(frame);
    const isLoud = energy > Math.max(minSpeechEnergy, this.#noise * loudness);
    this.#frames.push(frame);
    if (!this.#isSpeech) {
      if (!isLoud) this.#learnNoise(energy);
      this.#isSpeech = isLoud;
      this.#quietFrames = 0;
      this.#loudFrames = isLoud ? 1 : 0;
      if (!isLoud && this.#frames.length > this.#preRollFrames) this.#frames.shift();
      return undefined;
    }
    this.#loudFrames += isLoud ? 1 : 0;
    this.#quietFrames = isLoud ? 0 : this.#quietFrames + 1;
    const isOver = this.#quietFrames >= this.#silenceFrames || this.#frames.length >= this.#maxFrames;
    return isOver ? this.#take() : undefined;
  }

  #take(): Float32Array | undefined {
    const frames = this.#frames;
    const isClick = this.#loudFrames < minLoudFrames;
    this.#frames = [];
    this.#isSpeech = false;
    // What was loud all the way to the limit is the room: without learning it, it would be heard for ever.
    if (this.#quietFrames === 0) this.#noise = energyOf(joinSamples(frames)) / 2;
    return isClick ? undefined : joinSamples(frames);
  }

  #learnNoise(energy: number): void {
    this.#noise += (energy - this.#noise) * noiseShare;
  }
}
