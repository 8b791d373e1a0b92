import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate as nextTick } from "node:timers/promises";

/** How bytes go out: one write for each line or event, as servers do, all at once, or so many bytes at a time. */
export type WriteMode = "lines" | "whole" | number;

type Headers = Readonly<Record<string, string>>;

/** What the answers of one API have in common. */
export interface FakeWire {
  readonly streamType: string;
  readonly jsonType: string;
  readonly toJson: (body: object) => string;
  /** Headers of every answer, made anew for each. */
  readonly createHeaders?: () => Headers;
}

/** Writes an answer with the bytes split as the test wants them, and stops when the client has gone. */
export class FakeWriter {
  /** The server, not the client, broke the answer off. */
  isCut = false;
  /** Those that this answer has whatever it says. */
  readonly headers: Headers;
  readonly #response: ServerResponse;
  readonly #wire: FakeWire;
  readonly #mode: WriteMode;
  readonly #gone: Promise<unknown>;
  readonly #held: Uint8Array[] = [];

  constructor(response: ServerResponse, wire: FakeWire, mode: WriteMode) {
    this.#response = response;
    this.#wire = wire;
    this.#mode = mode;
    this.#gone = once(response, "close");
    this.headers = wire.createHeaders?.() ?? {};
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  get hasBegun(): boolean {
    return this.#response.headersSent;
  }

  /** Waits for the test, but no longer than the client does. */
  async wait(event: Promise<unknown>): Promise<void> {
    await Promise.race([event, this.#gone]);
  }

  /** The head goes out with the first bytes: a script that waits before them hangs before the headers. */
  async write(data: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(data);
    if (!this.hasBegun) {
      this.#response.writeHead(200, { "content-type": this.#wire.streamType, ...this.headers });
    }
    if (this.#mode === "whole") this.#held.push(bytes);
    else if (this.#mode === "lines") await this.#send(bytes);
    else await this.#sendInPieces(bytes, this.#mode);
  }

  /** A whole answer in JSON, as it comes without a stream. */
  sendJson(status: number, body: object, headers: Headers = {}): void {
    this.#sendWhole(status, this.#wire.toJson(body), { "content-type": this.#wire.jsonType, ...headers });
  }

  sendText(status: number, body: string, headers: Headers = {}): void {
    this.#sendWhole(status, body, { "content-type": "text/plain; charset=utf-8", ...headers });
  }

  async end(): Promise<void> {
    await this.#flush();
    this.#response.end();
  }

  /** Ends the answer too early. What was written before goes out first. */
  async cut(way: "end" | "close" | "reset"): Promise<void> {
    if (way === "end") return this.end();
    await this.#flush();
    await nextTick();
    this.isCut = true;
    if (way === "reset") this.#response.socket?.resetAndDestroy();
    else this.#response.socket?.destroy();
  }

  #sendWhole(status: number, body: string, headers: Headers): void {
    if (!this.isGone) this.#response.writeHead(status, { ...this.headers, ...headers }).end(body);
  }

  async #flush(): Promise<void> {
    if (this.#held.length > 0) await this.#send(Buffer.concat(this.#held.splice(0)));
  }

  /** Bytes written in one turn of the event loop go out together; so each piece gets its own. */
  async #sendInPieces(bytes: Uint8Array, length: number): Promise<void> {
    for (let start = 0; start < bytes.length; start += length) {
      await this.#send(bytes.subarray(start, start + length));
      await nextTick();
    }
  }

  async #send(bytes: Uint8Array): Promise<void> {
    if (this.isGone || this.#response.write(bytes)) return;
    await this.wait(once(this.#response, "drain"));
  }
}
