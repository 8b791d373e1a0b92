import { isJson } from "../../calls/is-json.ts";
import { parseJsonLine } from "../ollama/chunk-reader.ts";
import { OllamaError } from "../ollama/errors.ts";
import { LineReader } from "../ollama/ndjson.ts";
import { toStreamError } from "../ollama/server-errors.ts";
import type { OllamaCall } from "./ollama-fetch.ts";

/** The bytes of an answer, split anywhere. */
export interface AnswerBytes {
  next(): Promise<{ readonly value?: Uint8Array | undefined }>;
  /** Called when all that matters was read. */
  release?(): void;
}

/** As much of a stream's reader as ollama-js uses. */
interface LinesReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  releaseLock(): void;
}

/**
 * The lines of an answer, with an error where ChatOllama would go on: at a line that is no JSON (it prints a warning
 * and loses what was in it) and at an end without `done` (CHAT-10, CHAT-12). Blank lines, which it warns of too, are
 * left out.
 */
export class CheckedLines implements LinesReader {
  readonly #bytes: AnswerBytes;
  readonly #call: OllamaCall;
  readonly #server: string;
  readonly #lines = new LineReader();
  #isDone = false;

  constructor(bytes: AnswerBytes, call: OllamaCall, server: string) {
    this.#bytes = bytes;
    this.#call = call;
    this.#server = server;
  }

  async read(): Promise<{ done: boolean; value?: Uint8Array }> {
    while (!this.#isDone) {
      const { value: bytes } = await this.#bytes.next();
      // A last line without an end that is no JSON is no bad line: the answer was cut in the middle of it.
      const lines = bytes === undefined ? this.#lines.end().filter(isJson) : this.#lines.push(bytes);
      const checked = lines.filter((line) => this.#check(line));
      if (checked.length > 0) return { done: false, value: Buffer.from(`${checked.join("\n")}\n`) };
      if (bytes === undefined) throw new OllamaError("truncated", truncatedText);
    }
    return { done: true };
  }

  releaseLock(): void {
    // There is none: the bytes have one reader.
  }

  /** Whether the line is to be read; throws where it must not be passed over. */
  #check(line: string): boolean {
    if (line.trim() === "") return false;
    const { error, message, done } = parseJsonLine(line);
    if (error !== undefined && error !== null) {
      const text = typeof error === "string" ? error : JSON.stringify(error);
      throw toStreamError(text, { server: this.#server, model: this.#call.model });
    }
    if (Array.isArray(message?.tool_calls)) this.#call.serverCallIds.push(...message.tool_calls.map(idOf));
    if (done === true) this.#finish();
    return true;
  }

  #finish(): void {
    this.#isDone = true;
    this.#bytes.release?.();
  }
}

const truncatedText = "Ollama's answer ended before it was done. Ask again; its log may say more.";

function idOf(call: unknown): string | undefined {
  const { id } = (call ?? {}) as { id?: unknown };
  return typeof id === "string" && id !== "" ? id : undefined;
}
