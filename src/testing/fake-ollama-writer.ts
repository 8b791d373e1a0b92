import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate as nextTick } from "node:timers/promises";

import { toGoJson } from "./fake-ollama-wire.ts";

/** How bytes go out: one write for each line, as Ollama does, all at once, or so many bytes at a time. */
export type WriteMode = "lines" | "whole" | number;

/** Writes an answer with the bytes split as the test wants them, and stops when the client has gone. */
export class FakeWriter {
  /** The server, not the client, broke the answer off. */
  isCut = false;
  readonly #response: ServerResponse;
  readonly #mode: WriteMode;
  readonly #gone: Promise<unknown>;
  readonly #held: Uint8Array[] = [];

  constructor(response: ServerResponse, mode: WriteMode) {
    this.#response = response;
    this.#mode = mode;
    this.#gone = once(response, "close");
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
    if (!this.hasBegun) this.#response.writeHead(200, { "content-type": "application/x-ndjson" });
    if (this.#mode === "whole") this.#held.push(bytes);
    else if (this.#mode === "lines") await this.#send(bytes);
    else await this.#sendInPieces(bytes, this.#mode);
  }

  /** A whole answer in JSON, as it comes without a stream. */
  sendJson(status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
    this.#sendWhole(status, toGoJson(body), {
      "content-type": "application/json; charset=utf-8",
      ...headers,
    });
  }

  sendText(status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
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

  #sendWhole(status: number, body: string, headers: Readonly<Record<string, string>>): void {
    if (!this.isGone) this.#response.writeHead(status, headers).end(body);
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
