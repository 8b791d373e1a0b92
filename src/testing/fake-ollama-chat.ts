import type { FakeAnswer, FakeFailure } from "./fake-answer.ts";
import { toChatLine, toGoJson, toLastChatLine, toWireCall } from "./fake-ollama-wire.ts";
import type { FakeWriter } from "./fake-writer.ts";
import type { ScriptedCall, ScriptedEnd } from "./script.ts";

export interface FakeChat {
  readonly model: string;
  readonly isStream: boolean;
  readonly promptTokens: number;
}

/** A chat in lines of JSON, or in one piece. */
export class OllamaAnswer implements FakeAnswer {
  readonly #writer: FakeWriter;
  readonly #chat: FakeChat;
  #content = "";
  #thinking = "";
  readonly #calls: object[] = [];
  #chunkCount = 0;

  constructor(writer: FakeWriter, chat: FakeChat) {
    this.#writer = writer;
    this.#chat = chat;
  }

  async addText(content: string): Promise<void> {
    this.#content += content;
    await this.#send({ content });
  }

  async addThinking(thinking: string): Promise<void> {
    this.#thinking += thinking;
    await this.#send({ thinking });
  }

  async addCalls(calls: readonly ScriptedCall[]): Promise<void> {
    await this.#send({ calls: this.#toWireCalls(calls) });
  }

  /** Ollama sends calls whole: what can be unfinished is the line. */
  async addUnfinishedCall(call: ScriptedCall): Promise<void> {
    const line = toGoJson(toChatLine(this.#chat.model, { calls: this.#toWireCalls([call]) }));
    if (this.#chat.isStream) await this.#writer.write(line.slice(0, line.indexOf('"arguments"')));
  }

  async refuse(refusal: string): Promise<void> {
    await this.addText(refusal);
    await this.end({});
  }

  async end(end: ScriptedEnd): Promise<void> {
    const lastCalls = this.#toWireCalls(end.calls ?? []);
    const { model, isStream } = this.#chat;
    const delta = isStream
      ? { calls: lastCalls }
      : { content: this.#content, thinking: this.#thinking, calls: this.#calls };
    const line = toLastChatLine(model, delta, {
      reason: end.reason ?? "stop",
      promptTokens: end.promptTokens ?? this.#chat.promptTokens,
      completionTokens: end.completionTokens ?? this.#chunkCount,
    });
    if (!isStream) return this.#writer.sendJson(200, line);
    await this.#writer.write(`${toGoJson(line)}\n`);
    await this.#writer.end();
  }

  /** As Ollama does it: an HTTP error before the first byte of a stream, a line after it. */
  async fail({ status, error, headers }: FakeFailure): Promise<void> {
    if (!this.#writer.hasBegun) return this.#writer.sendJson(status, { error }, headers);
    await this.#writer.write(`${toGoJson({ error })}\n`);
    await this.#writer.end();
  }

  async #send(delta: Parameters<typeof toChatLine>[1]): Promise<void> {
    this.#chunkCount += 1;
    if (this.#chat.isStream) await this.#writer.write(`${toGoJson(toChatLine(this.#chat.model, delta))}\n`);
  }

  #toWireCalls(calls: readonly ScriptedCall[]): readonly object[] {
    const wireCalls = calls.map((call, position) => toWireCall(call, this.#calls.length + position));
    this.#calls.push(...wireCalls);
    return wireCalls;
  }
}
