import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { LineReader, type OversizedLine } from "./line-reader.ts";

function read(chunks: Iterable<Buffer>, maxLineBytes = 1_000) {
  const lines: string[] = [];
  const oversized: OversizedLine[] = [];
  const reader = new LineReader(maxLineBytes, {
    onLine: (line) => lines.push(line),
    onOversizedLine: (line) => oversized.push(line),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, oversized };
}

/** Cuts the bytes in pieces of the given sizes, over and over. */
function* cut(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let start = 0, i = 0; start < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test("lines are the same wherever the chunks are cut, also within a character", () => {
  const line = fc.string({ unit: "binary", maxLength: 60 }).map((text) => text.replaceAll("\n", " "));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), cuts, (lines, sizes) => {
      const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(""));
      assert.deepEqual(read(cut(bytes, sizes)), { lines, oversized: [] });
    }),
  );
});

test("a line over the limit is left out wherever it is cut, and its neighbours are not", () => {
  fc.assert(
    fc.property(cuts, fc.integer({ min: 1_501, max: 5_000 }), (sizes, length) => {
      const huge = `<${"x".repeat(length - 2)}>`;
      const { lines, oversized } = read(cut(Buffer.from(`a\n${huge}\nb\n`), sizes), 1_500);
      assert.deepEqual(lines, ["a", "b"]);
      assert.deepEqual(oversized, [{ head: huge.slice(0, 1024), tail: huge.slice(-1024), bytes: length }]);
    }),
  );
});

test("a line of exactly the limit is kept, one byte more is not", () => {
  assert.deepEqual(read([Buffer.from("12345\n")], 5).lines, ["12345"]);
  assert.deepEqual(read([Buffer.from("123"), Buffer.from("45\n")], 5).lines, ["12345"]);
  assert.deepEqual(read([Buffer.from("123456\n")], 5).lines, []);
});

test("what has no line end counts as a line when the stream is over, and not before", () => {
  const lines: string[] = [];
  const reader = new LineReader(100, { onLine: (line) => lines.push(line), onOversizedLine: () => {} });
  reader.push(Buffer.from("half"));
  assert.deepEqual(lines, []);
  reader.end();
  assert.deepEqual(lines, ["half"]);
});

test("a line in very many chunks costs no more than its length", () => {
  // Repeated copying of what is held would be 50 GB here.
  const chunk = Buffer.from("0123456789");
  const { lines } = read(
    (function* () {
      for (let i = 0; i < 100_000; i++) yield chunk;
    })(),
    2_000_000,
  );
  assert.equal(lines[0]?.length, 1_000_000);
});
