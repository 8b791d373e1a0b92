import { setTimeout as sleep } from "node:timers/promises";

import { toChatLine, toGoJson, toLastChatLine, toWireCall } from "./fake-ollama-wire.ts";
import type { FakeWriter } from "./fake-ollama-writer.ts";
import type { ScriptedCall, ScriptedEnd, ScriptedStep } from "./script.ts";

/** One thing that the fake server does while it answers. */
export type FakeStep =
  | ScriptedStep
  /** Answers with this status before the stream begins; an object is sent as JSON, a string as it stands. */
  | {
      readonly status: number;
      readonly body: object | string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Bytes as they stand: half a line, garbage, anything. */
  | { readonly raw: string | Uint8Array }
  | { readonly delayMs: number };

export interface FakeChat {
  readonly model: string;
  readonly isStream: boolean;
  readonly promptTokens: number;
}

type Steps = Iterable<FakeStep> | AsyncIterable<FakeStep>;

/** Answers a request as its script says: a chat in a stream or in one piece. */
export async function playScript(writer: FakeWriter, chat: FakeChat, steps: Steps): Promise<void> {
  await new ChatAnswer(writer, chat).play(steps);
}

class ChatAnswer {
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

  async play(steps: Steps): Promise<void> {
    for await (const step of steps) {
      if (this.#writer.isGone || (await this.#isLast(step))) return;
    }
    await this.#end({});
  }

  /** Does one step; true where nothing may follow it. */
  async #isLast(step: FakeStep): Promise<boolean> {
    if (typeof step === "string") await this.#addText(step);
    else if ("thinking" in step) await this.#addThinking(step.thinking);
    else if ("calls" in step) await this.#addCalls(step.calls);
    else if ("raw" in step) await this.#writer.write(step.raw);
    else if ("wait" in step) await this.#writer.wait(step.wait);
    else if ("delayMs" in step) await this.#writer.wait(sleep(step.delayMs));
    else {
      await this.#finish(step);
      return true;
    }
    return false;
  }

  async #finish(
    step: Extract<FakeStep, { end: unknown } | { error: unknown } | { cut: unknown } | { status: unknown }>,
  ) {
    if ("end" in step) await this.#end(step.end);
    else if ("cut" in step) await this.#writer.cut(step.cut);
    else if ("error" in step) await this.#fail(step.error);
    else if (typeof step.body === "string") this.#writer.sendText(step.status, step.body, step.headers);
    else this.#writer.sendJson(step.status, step.body, step.headers);
  }

  async #addText(content: string): Promise<void> {
    this.#content += content;
    await this.#send({ content });
  }

  async #addThinking(thinking: string): Promise<void> {
    this.#thinking += thinking;
    await this.#send({ thinking });
  }

  async #addCalls(calls: readonly ScriptedCall[]): Promise<void> {
    await this.#send({ calls: this.#toWireCalls(calls) });
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

  async #end(end: ScriptedEnd): Promise<void> {
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
  async #fail(error: string): Promise<void> {
    if (!this.#writer.hasBegun) return this.#writer.sendJson(500, { error });
    await this.#writer.write(`${toGoJson({ error })}\n`);
    await this.#writer.end();
  }
}
