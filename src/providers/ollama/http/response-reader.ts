import { ChunkedBody } from "./chunked-body.ts";
import { ProtocolError } from "./protocol-error.ts";
import { parseResponseHead, type ResponseHead } from "./response-head.ts";

/** Is told of one answer, part by part. */
export interface ResponseListener {
  onHead(head: ResponseHead): void;
  /** The bytes are only lent: they are overwritten when this has returned. */
  onContent(bytes: Uint8Array): void;
  onComplete(keepsConnection: boolean): void;
}

/** As `node:http` has it. */
const maxHeadBytes = 16 * 1024;

/** Reads one answer from the bytes of a connection, however they are split. It writes into them. */
export class ResponseReader {
  readonly #listener: ResponseListener;
  /** A head that has not come to its end. */
  #headBytes: Buffer | undefined;
  #head: ResponseHead | undefined;
  #chunks: ChunkedBody | undefined;
  /** What is missing of a body with a length. */
  #missing = 0;
  #isComplete = false;

  constructor(listener: ResponseListener) {
    this.#listener = listener;
  }

  push(bytes: Buffer): void {
    let body = bytes;
    let from = 0;
    while (this.#head === undefined) {
      const seen =
        this.#headBytes === undefined ? body.subarray(from) : Buffer.concat([this.#headBytes, body]);
      const end = seen.indexOf("\r\n\r\n");
      if (end > maxHeadBytes || (end < 0 && seen.length > maxHeadBytes)) {
        throw new ProtocolError(`its head has more than ${maxHeadBytes} bytes`);
      }
      if (end < 0) {
        // A copy: what was lent is not to be kept. Something that is no HTTP is said to be so at once.
        this.#headBytes = Buffer.from(seen);
        return checkBeginning(seen);
      }
      this.#headBytes = undefined;
      this.#begin(parseResponseHead(seen.toString("latin1", 0, end)));
      body = seen;
      from = end + 4;
    }
    this.#readBody(body, from);
  }

  /** The connection has ended. False where something is missing of the answer. */
  end(): boolean {
    if (this.#head?.framing === "close") this.#complete(false);
    return this.#isComplete;
  }

  #begin(head: ResponseHead): void {
    // An interim answer: the one that counts follows.
    if (head.status < 200 && head.status !== 101) return;
    if (head.status === 101) throw new ProtocolError("it changes to another protocol");
    this.#head = head;
    this.#missing = head.length;
    if (head.framing === "chunked") this.#chunks = new ChunkedBody();
    this.#listener.onHead(head);
  }

  #readBody(bytes: Buffer, from: number): void {
    const { framing = "close", keepsConnection = false } = this.#head ?? {};
    if (framing === "chunked" && this.#chunks !== undefined) {
      const { contentEnd, at } = this.#chunks.read(bytes, from);
      if (contentEnd > from) this.#listener.onContent(bytes.subarray(from, contentEnd));
      if (this.#chunks.hasEnded) this.#complete(keepsConnection && at === bytes.length);
      return;
    }
    const end = framing === "length" ? Math.min(bytes.length, from + this.#missing) : bytes.length;
    this.#missing -= end - from;
    if (end > from) this.#listener.onContent(bytes.subarray(from, end));
    // What nobody asked for makes the connection useless for the next request.
    if (framing === "length" && this.#missing === 0) this.#complete(keepsConnection && end === bytes.length);
  }

  #complete(keepsConnection: boolean): void {
    if (this.#isComplete) return;
    this.#isComplete = true;
    this.#listener.onComplete(keepsConnection);
  }
}

const beginning = Buffer.from("HTTP/1.");
const carriageReturn = 0x0d;

function checkBeginning(seen: Buffer): void {
  const length = Math.min(seen.length, beginning.length);
  if (seen.compare(beginning, 0, length, 0, length) !== 0) {
    throw new ProtocolError(`it begins with ${JSON.stringify(seen.toString("latin1", 0, 20))}`);
  }
  // Without this, a head whose lines end otherwise would be waited for until the time is up.
  const lineEnd = seen.indexOf("\n");
  if (lineEnd > 0 && seen[lineEnd - 1] !== carriageReturn) {
    throw new ProtocolError("a line of its head ends without a carriage return");
  }
}
