import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { withoutByteOrderMark } from "../stdio/byte-order-mark.ts";
import { LineReader, type OversizedLine } from "../stdio/line-reader.ts";
import { toAskedId } from "../stdio/oversized-response.ts";
import type { ServerPackage } from "./tool-server.ts";

/** A longer message is left out: no tool takes arguments of that size. */
const maxLineBytes = 10_000_000;

/**
 * A message a line, over stdin and stdout. The package's own drops what is in flight when stdin ends, so that
 * `printf … | server` would print nothing, and it skips lines that are not JSON without a word.
 */
export class StdioServerTransport implements Transport {
  readonly #sdk: ServerPackage;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new LineReader(maxLineBytes, {
    onLine: (line) => this.#receive(line),
    onOversizedLine: (line) => this.#refuse(line),
  });
  readonly #unanswered = new Set<RequestId>();
  readonly #finished = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #hasEnded = false;
  #isClosed = false;
  onmessage?: Transport["onmessage"];
  onerror?: Transport["onerror"];
  onclose?: Transport["onclose"];

  constructor(sdk: ServerPackage, input: Readable, output: Writable) {
    this.#sdk = sdk;
    this.#input = input;
    this.#output = output;
  }

  /** Resolves when stdin has ended and every request that came has its answer. */
  get finished(): Promise<void> {
    return this.#finished.promise;
  }

  /** Resolves when the connection is over, for whatever reason. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  async start(): Promise<void> {
    // Every answer that waits for the client to read on is a listener.
    this.#output.setMaxListeners(0).on("error", (error) => {
      this.onerror?.(error);
      void this.close();
    });
    // A file ends without being closed, a broken pipe is closed without an end.
    this.#input
      .on("data", this.#read)
      .on("error", this.#report)
      .once("end", this.#end)
      .once("close", this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (!this.#output.write(this.#sdk.serializeMessage(message))) await once(this.#output, "drain");
    } finally {
      if (!("method" in message)) this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off("data", this.#read).pause();
    this.onclose?.();
    this.#closed.resolve();
  }

  readonly #report = (error: Error): void => this.onerror?.(error);

  readonly #read = (chunk: Buffer): void => this.#lines.push(chunk);

  readonly #end = (): void => {
    this.#lines.end();
    this.#hasEnded = true;
    this.#finishWhenAnswered();
  };

  #receive(line: string): void {
    const message = line.trim() === "" ? undefined : this.#parse(line);
    if (message === undefined || this.#isClosed) return;
    this.#watch(message);
    this.onmessage?.(message);
  }

  #parse(line: string): JSONRPCMessage | undefined {
    try {
      return this.#sdk.deserializeMessage(withoutByteOrderMark(line));
    } catch (error) {
      const start = line.slice(0, 200);
      this.onerror?.(new Error(`A line came in that is no JSON-RPC message: ${start}`, { cause: error }));
      return undefined;
    }
  }

  #refuse(line: OversizedLine): void {
    const reason = `A message of ${line.bytes} bytes came in and was not read: ${maxLineBytes} are the limit`;
    this.onerror?.(new Error(reason));
    const id = toAskedId(line);
    const code = this.#sdk.ProtocolErrorCode.InvalidRequest;
    if (id === undefined) return;
    this.send({ jsonrpc: "2.0", id, error: { code, message: reason } }).catch(this.#report);
  }

  #watch(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    // A subscription stays open as long as the connection does.
    if ("id" in message && message.method !== "subscriptions/listen") this.#unanswered.add(message.id);
    // A request that was cancelled gets no answer.
    if (message.method === "notifications/cancelled") {
      this.#settle((message.params as { readonly requestId?: RequestId } | undefined)?.requestId);
    }
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#unanswered.delete(id);
    this.#finishWhenAnswered();
  }

  #finishWhenAnswered(): void {
    if (this.#hasEnded && this.#unanswered.size === 0) this.#finished.resolve();
  }
}
