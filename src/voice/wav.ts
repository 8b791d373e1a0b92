import { SwitchboardError } from "../errors.ts";
import { resample, speechSampleRate } from "./audio.ts";

export interface Sound {
  /** One channel; samples lie between -1 and 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

interface WavFormat {
  readonly encoding: "pcm" | "float";
  readonly channels: number;
  readonly sampleRate: number;
  readonly bytesPerSample: number;
}

const headerBytes = 44;
/** Nobody records speech beyond these; a header that claims so would make a huge sound of a small file. */
const [minSampleRate, maxSampleRate] = [1_000, 1_000_000];
const encodings = new Map([
  [1, "pcm"],
  [3, "float"],
] as const);
/** The encoding is then the first word of the sub-format. */
const extensible = 0xff_fe;

/** Whether bytes say of themselves that they are a WAV file. Players take what is none for samples, and that is loud. */
export function isWav(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  return bytes.length >= 12 && tagAt(view, 0) === "RIFF" && tagAt(view, 8) === "WAVE";
}

/** Reads a WAV file of 8, 16, 24 or 32 bit PCM or of floats, at any rate; channels become one. */
export function parseWav(bytes: Uint8Array): Sound {
  if (!isWav(bytes)) throw invalid("it does not start with a RIFF/WAVE header");
  const view = viewOf(bytes);
  let format: WavFormat | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const start = at + 8;
    // A program that writes into a pipe cannot know the length beforehand: the rest is meant.
    const length = Math.min(view.getUint32(at + 4, true), bytes.length - start);
    const tag = tagAt(view, at);
    if (tag === "fmt ") format = parseFormat(view, start, length);
    if (tag === "data") {
      if (format === undefined) throw invalid("its data comes before its format");
      return { samples: readSamples(view, start, length, format), sampleRate: format.sampleRate };
    }
    // Chunks start at even places.
    at = start + length + (length % 2);
  }
  throw invalid("it has no data");
}

/** Reads a WAV file as transcribers want it: 16 kHz, one channel (VOX-1). */
export function parseSpeech(bytes: Uint8Array): Float32Array {
  const { samples, sampleRate } = parseWav(bytes);
  return resample(samples, sampleRate, speechSampleRate);
}

/** Writes 16 bit PCM. */
export function toWav({ samples, sampleRate }: Sound): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerBytes + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const writeTag = (at: number, tag: string) => bytes.set(Buffer.from(tag, "latin1"), at);
  writeTag(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  writeTag(8, "WAVE");
  writeTag(12, "fmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  writeTag(36, "data");
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) {
    const bounded = Math.max(-1, Math.min(1, sample));
    view.setInt16(headerBytes + index * 2, Math.round(bounded * 32_767), true);
  }
  return bytes;
}

function parseFormat(view: DataView, at: number, length: number): WavFormat {
  if (length < 16) throw invalid("its format is cut off");
  const tag = view.getUint16(at, true);
  const code = tag === extensible && length >= 26 ? view.getUint16(at + 24, true) : tag;
  const encoding = encodings.get(code as 1 | 3);
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  const sizes = encoding === "float" ? [32, 64] : [8, 16, 24, 32];
  if (encoding === undefined || !sizes.includes(bits)) {
    throw invalid(`its samples are of format ${code} with ${bits} bits; PCM and floats can be read`);
  }
  if (channels === 0 || sampleRate < minSampleRate || sampleRate > maxSampleRate)
    throw invalid(`it has ${channels} channels at ${sampleRate} Hz`);
  return { encoding, channels, sampleRate, bytesPerSample: bits / 8 };
}

function readSamples(view: DataView, start: number, length: number, format: WavFormat): Float32Array {
  const { channels, bytesPerSample } = format;
  const read = sampleReaders[`${format.encoding}${bytesPerSample}` as keyof typeof sampleReaders];
  const samples = new Float32Array(Math.floor(length / (channels * bytesPerSample)));
  let at = start;
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1, at += bytesPerSample) sum += read(view, at);
    samples[index] = sum / channels;
  }
  return samples;
}

const sampleReaders = {
  pcm1: (view: DataView, at: number) => (view.getUint8(at) - 128) / 128,
  pcm2: (view: DataView, at: number) => view.getInt16(at, true) / 32_768,
  pcm3: (view: DataView, at: number) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  pcm4: (view: DataView, at: number) => view.getInt32(at, true) / 2_147_483_648,
  float4: (view: DataView, at: number) => view.getFloat32(at, true),
  float8: (view: DataView, at: number) => view.getFloat64(at, true),
};

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}

function invalid(reason: string): SwitchboardError {
  return new SwitchboardError("invalid_audio", `This is no WAV file that can be read: ${reason}`);
}
