import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { ProtocolError } from "./protocol-error.ts";
import { ResponseReader } from "./response-reader.ts";

interface Read {
  readonly status: number | undefined;
  readonly body: string;
  /** Whether the connection serves again; `undefined` where the answer did not end. */
  readonly keeps: boolean | undefined;
}

/** What is read from these pieces, after which the connection ends. */
function read(pieces: readonly Uint8Array[]): Read {
  let status: number | undefined;
  let keeps: boolean | undefined;
  const content: Buffer[] = [];
  const reader = new ResponseReader({
    onHead: (head) => (status = head.status),
    onContent: (bytes) => content.push(Buffer.from(bytes)),
    onComplete: (keepsConnection) => (keeps = keepsConnection),
  });
  // Copies, as the reader writes into them.
  for (const piece of pieces) if (keeps === undefined) reader.push(Buffer.from(piece));
  reader.end();
  return { status, body: Buffer.concat(content).toString("utf8"), keeps };
}

const readWhole = (text: string) => read([Buffer.from(text)]);

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n";
const chunked = `${head}Transfer-Encoding: Chunked\r\n\r\n`;

const answers: Readonly<Record<string, readonly [text: string, read: Read]>> = {
  "a length": [`${head}content-length: 5\r\n\r\nHello`, { status: 200, body: "Hello", keeps: true }],
  "no content": ["HTTP/1.1 204 No Content\r\n\r\n", { status: 204, body: "", keeps: true }],
  "a length of 0": [`${head}Content-Length: 0\r\n\r\n`, { status: 200, body: "", keeps: true }],
  chunks: [
    `${chunked}5\r\nHello\r\n7\r\n, Welt!\r\n0\r\n\r\n`,
    { status: 200, body: "Hello, Welt!", keeps: true },
  ],
  "sizes in any spelling": [
    `${chunked}00a\r\n0123456789\r\nA\r\n0123456789\r\n000\r\n\r\n`,
    { status: 200, body: "01234567890123456789", keeps: true },
  ],
  extensions: [`${chunked}2;a=1;b="x"\r\nHi\r\n0 ; last\r\n\r\n`, { status: 200, body: "Hi", keeps: true }],
  trailers: [
    `${chunked}2\r\nHi\r\n0\r\nx-sum: 7\r\nx-other: 8\r\n\r\n`,
    { status: 200, body: "Hi", keeps: true },
  ],
  "the end of the connection": [`${head}\r\nHello`, { status: 200, body: "Hello", keeps: false }],
  "a connection that is to be closed": [
    `${head}Connection: Close\r\ncontent-length: 2\r\n\r\nHi`,
    { status: 200, body: "Hi", keeps: false },
  ],
  "HTTP/1.0": ["HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nHi", { status: 200, body: "Hi", keeps: false }],
  "HTTP/1.0 that keeps": [
    "HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nHi",
    { status: 200, body: "Hi", keeps: true },
  ],
  "interim answers before it": [
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${head}content-length: 2\r\n\r\nHi`,
    { status: 200, body: "Hi", keeps: true },
  ],
  "no reason": ["HTTP/1.1 500\r\ncontent-length: 2\r\n\r\nno", { status: 500, body: "no", keeps: true }],
  "half a body": [`${head}content-length: 9\r\n\r\nHello`, { status: 200, body: "Hello", keeps: undefined }],
  "half a chunk": [`${chunked}9\r\nHello`, { status: 200, body: "Hello", keeps: undefined }],
  "no last chunk": [`${chunked}5\r\nHello\r\n`, { status: 200, body: "Hello", keeps: undefined }],
};

for (const [what, [text, expected]] of Object.entries(answers)) {
  test(`an answer with ${what} is read the same, wherever it is split`, () => {
    const bytes = Buffer.from(text, "utf8");
    assert.deepEqual(readWhole(text), expected);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const split = read([bytes.subarray(0, cut), bytes.subarray(cut)].filter(({ length }) => length > 0));
      assert.deepEqual(split, expected, `split at ${cut}`);
    }
    assert.deepEqual(read(Array.from(bytes, (byte) => Uint8Array.of(byte))), expected);
  });
}

const malformed: Readonly<Record<string, string>> = {
  "another protocol": "SSH-2.0-OpenSSH\r\n\r\n",
  "another version": "HTTP/2.0 200 OK\r\n\r\n",
  "a status that is none": "HTTP/1.1 20 OK\r\n\r\n",
  "lines without a carriage return": "HTTP/1.1 200 OK\ncontent-length: 2\n\nHi",
  "a header without a colon": `${head}nonsense\r\n\r\n`,
  "space before a colon": `${head}content-length : 2\r\n\r\nHi`,
  "a folded header": `${head}x: 1\r\n  2\r\n\r\n`,
  "a NUL in a header": `${head}x: \0\r\n\r\n`,
  "two lengths": `${head}content-length: 2\r\ncontent-length: 3\r\n\r\nHi!`,
  "a length that is none": `${head}content-length: 0x2\r\n\r\nHi`,
  "a negative length": `${head}content-length: -2\r\n\r\nHi`,
  "a length beyond all numbers": `${head}content-length: 99999999999999999999\r\n\r\nHi`,
  "a length and chunks": `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nHi\r\n0\r\n\r\n`,
  "an encoding that nobody asked for": `${head}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  "another protocol from here on": "HTTP/1.1 101 Switching Protocols\r\n\r\n",
  "a chunk without a size": `${chunked}\r\nHi\r\n0\r\n\r\n`,
  "a size that is no number": `${chunked}zz\r\nHi\r\n0\r\n\r\n`,
  "a size with a sign": `${chunked}+2\r\nHi\r\n0\r\n\r\n`,
  "a size beyond all numbers": `${chunked}fffffffffffffff\r\nHi`,
  "a chunk longer than its size": `${chunked}2\r\nHi!\r\n0\r\n\r\n`,
  "a size that ends without a carriage return": `${chunked}2;a\nHi\r\n0\r\n\r\n`,
  "endless extensions": `${chunked}2;${"x".repeat(20_000)}`,
  "endless trailers": `${chunked}0\r\n${"x: 1\r\n".repeat(5_000)}`,
  "an endless head": `${head}${"x: 1\r\n".repeat(5_000)}`,
};

for (const [what, text] of Object.entries(malformed)) {
  test(`an answer with ${what} is refused, whole and byte by byte`, () => {
    assert.throws(() => readWhole(text), ProtocolError);
    assert.throws(() => read(Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte))), ProtocolError);
  });
}

test("bytes that nobody asked for make a connection useless, and are not part of the answer", () => {
  const text = `${head}content-length: 2\r\n\r\nHiHTTP/1.1 200 OK\r\n\r\n`;
  assert.deepEqual(readWhole(text), { status: 200, body: "Hi", keeps: false });
  assert.deepEqual(readWhole(`${chunked}2\r\nHi\r\n0\r\n\r\nmore`), {
    status: 200,
    body: "Hi",
    keeps: false,
  });
});

test("any body comes through any chunks with any splits", () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });
  const cuts = fc.array(fc.nat(600), { maxLength: 6 });
  fc.assert(
    fc.property(pieces, cuts, (contents, places) => {
      const framed = contents.flatMap((content) => [
        Buffer.from(`${content.length.toString(16)}\r\n`),
        Buffer.from(content),
        Buffer.from("\r\n"),
      ]);
      const bytes = Buffer.concat([Buffer.from(chunked), ...framed, Buffer.from("0\r\n\r\n")]);
      const ends = [...places.map((place) => place % bytes.length), bytes.length].toSorted((a, b) => a - b);
      const split = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
      assert.deepEqual(read(split.filter(({ length }) => length > 0)), {
        status: 200,
        body: Buffer.concat(contents).toString("utf8"),
        keeps: true,
      });
    }),
  );
});
