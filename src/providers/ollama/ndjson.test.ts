import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { LineReader } from "./ndjson.ts";

function readLines(pieces: readonly Uint8Array[], maxLineBytes?: number): string[] {
  const reader = new LineReader(maxLineBytes);
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
}

function splitAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

test("[OLL-2] every split into two pieces gives the same lines, also inside a UTF-8 character", () => {
  const bytes = Buffer.from('{"a":"é€😀"}\n\n{"b":"日本"}\r\n{"last":"ß"}');
  const whole = ['{"a":"é€😀"}', "", '{"b":"日本"}\r', '{"last":"ß"}'];
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    assert.deepEqual(readLines(splitAt(bytes, [cut])), whole, `split at byte ${cut}`);
  }
  assert.deepEqual(readLines([...bytes].map((byte) => Uint8Array.of(byte))), whole, "byte by byte");
});

test("[OLL-2] any text, split anywhere, gives the lines that splitting the text gives", () => {
  const line = fc
    .string({ unit: "binary", maxLength: 20 })
    .map((text) => text.toWellFormed().replaceAll(/[\n\uFEFF]/g, " "));
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.boolean(),
      fc.array(fc.nat()),
      (lines, isClosed, cuts) => {
        const text = lines.join("\n") + (isClosed ? "\n" : "");
        const expected = text.split("\n");
        if (expected.at(-1) === "") expected.pop();
        assert.deepEqual(readLines(splitAt(Buffer.from(text), cuts)), expected);
      },
    ),
  );
});

test("[OLL-2] a byte order mark at the very start is dropped, elsewhere it is text", () => {
  const bytes = Buffer.from("\uFEFF{}\n\uFEFF{}");
  assert.deepEqual(readLines([bytes]), ["{}", "\uFEFF{}"]);
  assert.deepEqual(readLines(splitAt(bytes, [1, 2])), ["{}", "\uFEFF{}"]);
});

test("[OLL-2] a line without an end is refused at the limit, and held lines within it are not", () => {
  const reader = new LineReader(8);
  assert.deepEqual(reader.push(Buffer.from("1234\n12345678")), ["1234"]);
  assert.deepEqual(reader.push(Buffer.from("\n12345678\n1")), ["12345678", "12345678"]);
  assert.throws(() => reader.push(Buffer.from("2345678901")), {
    code: "bad_response",
    message: /more than 8 bytes/,
  });
});

test("[OLL-2] a source may use its buffer again after it was read", () => {
  const reader = new LineReader();
  const shared = Buffer.from("abc");
  reader.push(shared);
  shared.fill("x");
  assert.deepEqual(reader.push(Buffer.from("d\n")), ["abcd"]);
});
