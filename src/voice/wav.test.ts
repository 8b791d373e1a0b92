import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { parseSpeech, parseWav, toWav } from "./wav.ts";

interface Chunk {
  readonly tag: string;
  readonly body: Buffer;
}

function riff(...chunks: readonly Chunk[]): Buffer {
  const bodies = chunks.map(({ tag, body }) => {
    const head = Buffer.alloc(8);
    head.write(tag, "latin1");
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(4 + Buffer.concat(bodies).length);
  return Buffer.concat([Buffer.from("RIFF"), length, Buffer.from("WAVE"), ...bodies]);
}

function format(code: number, bits: number, { channels = 1, rate = 16_000 } = {}): Chunk {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(code, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt16LE(bits, 14);
  return { tag: "fmt ", body };
}

const data = (...bytes: readonly number[]): Chunk => ({ tag: "data", body: Buffer.from(bytes) });

test("[VOX-1] what is written as a WAV file is read as it was, to 16 bits", () => {
  fc.assert(
    fc.property(
      fc.float32Array({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(8000, 16_000, 44_100),
      (samples, sampleRate) => {
        const read = parseWav(toWav({ samples, sampleRate }));
        assert.equal(read.sampleRate, sampleRate);
        assert.equal(read.samples.length, samples.length);
        for (const [at, value] of read.samples.entries()) {
          assert.ok(Math.abs(value - (samples[at] ?? 0)) < 1e-4);
        }
      },
    ),
  );
});

test("PCM of 8, 16, 24 and 32 bits and floats are read", () => {
  const float = Buffer.alloc(4);
  float.writeFloatLE(-0.5);
  const readings: [Buffer, number][] = [
    [riff(format(1, 8), data(64)), -0.5],
    [riff(format(1, 16), data(0, 0xc0)), -0.5],
    [riff(format(1, 24), data(0, 0, 0xc0)), -0.5],
    [riff(format(1, 32), data(0, 0, 0, 0xc0)), -0.5],
    [riff(format(3, 32), { tag: "data", body: float }), -0.5],
  ];
  for (const [file, expected] of readings) assert.deepEqual([...parseWav(file).samples], [expected]);
});

test("channels become one, and chunks that mean nothing here are passed over", () => {
  const list: Chunk = { tag: "LIST", body: Buffer.from("odd") };
  const file = riff(list, format(1, 16, { channels: 2 }), list, data(0, 0x40, 0, 0x20));
  assert.deepEqual([...parseWav(file).samples], [0.375]);
});

test("an extensible format is read as what it extends", () => {
  const body = Buffer.alloc(40);
  format(0xff_fe, 16).body.copy(body);
  body.writeUInt16LE(1, 24);
  assert.deepEqual([...parseWav(riff({ tag: "fmt ", body }, data(0, 0x40))).samples], [0.5]);
});

test("a file that a program wrote into a pipe claims to be longer than it is, and is read to its end", () => {
  const file = riff(format(1, 16), data(0, 0x40, 0, 0x40));
  file.writeUInt32LE(0x7f_ff_f0_00, 40);
  assert.deepEqual([...parseWav(file).samples], [0.5, 0.5]);
});

test("[VOX-1] speech comes out at 16 kHz, whatever the file has", () => {
  const samples = new Float32Array(44_100).fill(0.25);
  const speech = parseSpeech(toWav({ samples, sampleRate: 44_100 }));
  assert.equal(speech.length, 16_000);
});

test("what is no WAV file is refused with the reason, never with an accident", () => {
  const reasons: [Uint8Array, RegExp][] = [
    [Buffer.from(""), /does not start with a RIFF/],
    [Buffer.from("ID3 this is an MP3 file"), /does not start with a RIFF/],
    [riff(format(1, 16)), /no data/],
    [riff(data(1, 2)), /data comes before its format/],
    [riff(format(85, 16), data(1)), /format 85 with 16 bits/],
    [riff(format(1, 12), data(1)), /12 bits/],
    [riff(format(1, 16, { channels: 0 }), data(1)), /0 channels/],
    // As 16 kHz, each of its seconds would be 16,000 samples.
    [riff(format(1, 16, { rate: 1 }), data(1)), /1 channels at 1 Hz/],
    [riff(format(1, 16, { rate: 0xff_ff_ff_ff }), data(1)), /at 4294967295 Hz/],
    [riff({ tag: "fmt ", body: Buffer.alloc(4) }, data(1)), /format is cut off/],
  ];
  for (const [bytes, message] of reasons)
    assert.throws(() => parseWav(bytes), { code: "invalid_audio", message });
});

test("however a file is damaged, it is read or refused", () => {
  const whole = riff(format(1, 16), data(...Array.from({ length: 64 }, (_, at) => at)));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, length) => {
      const damaged = Buffer.from(whole).subarray(0, length);
      if (at < damaged.length) damaged[at] = byte;
      try {
        parseWav(damaged);
      } catch (error) {
        assert.equal((error as { code?: unknown }).code, "invalid_audio");
      }
    }),
  );
});
