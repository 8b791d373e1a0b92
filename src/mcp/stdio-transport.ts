import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { SwitchboardError } from "../errors.ts";
import { checkPositive } from "../options.ts";
import type { StdioServerConfig } from "./server-config.ts";
import { LineReader, type OversizedLine } from "./stdio/line-reader.ts";
import { LineWriter } from "./stdio/line-writer.ts";
import { toTooLargeResponse } from "./stdio/oversized-response.ts";
import { parseMessage } from "./stdio/parse-message.ts";
import { hasProcessGroups, ProcessGroup } from "./stdio/process-group.ts";
import { toSpawnError } from "./stdio/spawn-error.ts";
import { Tail } from "./stdio/tail.ts";

export interface StdioTransportOptions {
  /** What the child's environment starts from; without it, the child has only what its config names (MCP-18). */
  readonly baseEnv?: Readonly<Record<string, string>>;
  /** How much of the end of the server's stderr is kept: 64 KB. */
  readonly stderrBytes?: number;
  /** A longer line is not read, and the call that it answers fails: 10 MB (MCP-16). */
  readonly maxLineBytes?: number;
  /** A line on stdout that is not JSON-RPC (MCP-8). */
  onGarbage?(line: string): void;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

const defaults = { stderrBytes: 64 * 1024, maxLineBytes: 10 * 1024 * 1024 };
/** Enough of a line that is not JSON-RPC to recognise it by. */
const maxGarbageLength = 2_000;
/** How long a dead server's last words may take: a child of its own may hold the pipes open. */
const lastWordsMs = 50;
/** How long a server may live on with a pipe closed: one that is about to end closes them first. */
const pipelessMs = 500;

/**
 * Speaks to an MCP server over the stdin and stdout of a process of its own. One transport is one life of that process.
 * Messages are not checked against the protocol's schemas here, as the client that takes them does so itself.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];

  readonly #server: Pick<StdioServerConfig, "command" | "args" | "env" | "cwd">;
  readonly #options: StdioTransportOptions;
  readonly #maxLineBytes: number;
  readonly #stderr: Tail;
  #child: ChildProcessWithoutNullStreams | undefined;
  #group: ProcessGroup | undefined;
  #writer: LineWriter | undefined;
  #exit: ProcessExit | undefined;
  #isClosed = false;
  /** Settled when nothing more is read or written. */
  readonly #released = Promise.withResolvers<void>();

  constructor(
    server: Pick<StdioServerConfig, "command" | "args" | "env" | "cwd">,
    options: StdioTransportOptions = {},
  ) {
    this.#server = server;
    this.#options = options;
    this.#maxLineBytes = checkPositive("maxLineBytes", options.maxLineBytes ?? defaults.maxLineBytes);
    this.#stderr = new Tail(checkPositive("stderrBytes", options.stderrBytes ?? defaults.stderrBytes));
  }

  /** The end of what the server wrote to its stderr, from its first byte on (MCP-5). */
  get stderr(): string {
    return this.#stderr.text;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How the process ended, once it has. */
  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  async start(): Promise<void> {
    if (this.#child !== undefined || this.#isClosed) {
      throw new SwitchboardError(
        "closed",
        `"${this.#server.command}" was started already: use a new transport`,
      );
    }
    try {
      await this.#spawn();
    } catch (error) {
      this.#isClosed = true;
      throw toSpawnError(this.#server, error);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed || this.#writer === undefined) throw this.#goneError();
    const backpressure = this.#writer.write(`${JSON.stringify(message)}\n`);
    if (backpressure !== undefined) await backpressure;
  }

  /** Calls under way end at once; the promise waits until the process and all that it started are gone (MCP-13). */
  async close(): Promise<void> {
    this.#announceClose();
    this.#writer?.end();
    await this.#group?.end();
    await Promise.race([this.#released.promise, delay(lastWordsMs, undefined, { ref: false })]);
    this.#release();
  }

  async #spawn(): Promise<void> {
    const { command, args = [], env, cwd } = this.#server;
    const child = spawn(command, [...args], {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...this.#options.baseEnv, ...env },
      detached: hasProcessGroups,
      windowsHide: true,
    });
    const { promise: spawned, resolve, reject } = Promise.withResolvers<void>();
    child.once("spawn", resolve);
    child.on("error", reject);
    // What was not started may have no pipes, whatever its type says: with EMFILE it has none.
    if (child.pid !== undefined) this.#attend(child);
    await spawned;
  }

  #attend(child: ChildProcessWithoutNullStreams): void {
    this.#child = child;
    this.#group = new ProcessGroup(child);
    this.#writer = new LineWriter(child.stdin);

    child.stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    const reader = new LineReader(this.#maxLineBytes, {
      onLine: (line) => this.#onLine(line),
      onOversizedLine: (line) => this.#onOversizedLine(line),
    });
    child.stdout.on("data", (chunk: Buffer) => reader.push(chunk));
    child.stdout.on("end", () => {
      reader.end();
      this.#endUnlessItExits();
    });
    child.stdin.on("error", (error) => this.#onInputGone(error));
    child.once("exit", (code, signal) => this.#onExit({ code, signal }));
    // Comes after the last byte of stdout and stderr, unless somebody else holds them.
    child.once("close", () => this.#release());
  }

  #onLine(line: string): void {
    if (this.#isClosed) return;
    const message = parseMessage(line);
    try {
      if (message !== undefined) this.onmessage?.(message);
      else if (line.trim() !== "") this.#options.onGarbage?.(shorten(line.trimEnd()));
    } catch (error) {
      // One listener that throws must not cost the lines behind this one.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #onOversizedLine(line: OversizedLine): void {
    if (this.#isClosed) return;
    const response = toTooLargeResponse(line, this.#maxLineBytes);
    if (response !== undefined) {
      this.onmessage?.(response);
      return;
    }
    const limits = `${line.bytes} bytes, and at most ${this.#maxLineBytes} are read`;
    const text = `"${this.#server.command}" sent a line of ${limits}: ${shorten(line.head)}`;
    this.onerror?.(new SwitchboardError("line_too_large", text));
  }

  #onInputGone(cause: Error): void {
    if (this.#isClosed) return;
    const text = `"${this.#server.command}" no longer reads its input: ${cause.message}`;
    this.onerror?.(new SwitchboardError("server_gone", text, { cause }));
    this.#endUnlessItExits();
  }

  /** A server that has closed one of its pipes can answer nothing more, even if it lives on. */
  #endUnlessItExits(): void {
    afterReading(pipelessMs, () => {
      if (this.#exit === undefined) void this.close();
    });
  }

  #onExit(exit: ProcessExit): void {
    this.#exit = exit;
    void this.#group?.end();
    afterReading(lastWordsMs, () => this.#release());
  }

  #announceClose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#writer?.fail(this.#goneError());
    this.onclose?.();
  }

  /** Lets go of the pipes, which a process outside the group may hold open for ever. */
  #release(): void {
    this.#announceClose();
    this.#child?.stdin.destroy();
    this.#child?.stdout.destroy();
    this.#child?.stderr.destroy();
    this.#released.resolve();
  }

  #goneError(): SwitchboardError {
    return new SwitchboardError("server_gone", `"${this.#server.command}" is not running`);
  }
}

/** Does something later, but not before what has come by then was read: a busy program is behind with reading. */
function afterReading(delayMs: number, action: () => void): void {
  setTimeout(() => setImmediate(action), delayMs).unref();
}

function shorten(line: string): string {
  return line.length > maxGarbageLength ? `${line.slice(0, maxGarbageLength)}…` : line;
}
