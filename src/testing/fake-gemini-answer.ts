import type { FakeAnswer, FakeFailure } from "./fake-answer.ts";
import {
  createResponseId,
  toBlockedResponse,
  toCallPart,
  toErrorBody,
  toResponse,
  toTextPart,
  toThoughtPart,
  type ResponseEnvelope,
} from "./fake-gemini-wire.ts";
import type { FakeWriter } from "./fake-writer.ts";
import type { ScriptedCall, ScriptedEnd } from "./script.ts";

interface GeminiChat {
  readonly model: string;
  readonly isStream: boolean;
  readonly promptTokens: number;
  /** The first call of the turn has a signature, as Gemini 3 gives one. */
  readonly isSigned: boolean;
}

const finishReasons: Readonly<Record<string, string>> = { stop: "STOP", length: "MAX_TOKENS" };

/** Content in chunks, or in one piece. */
export class GeminiAnswer implements FakeAnswer {
  readonly #writer: FakeWriter;
  readonly #chat: GeminiChat;
  readonly #envelope: ResponseEnvelope;
  readonly #parts: object[] = [];
  #callCount = 0;
  #completionTokens = 0;
  #thinkingTokens = 0;

  constructor(writer: FakeWriter, chat: GeminiChat) {
    this.#writer = writer;
    this.#chat = chat;
    this.#envelope = { model: chat.model, id: createResponseId(), promptTokens: chat.promptTokens };
  }

  async addText(text: string): Promise<void> {
    this.#completionTokens += 1;
    await this.#sendParts([toTextPart(text)]);
  }

  async addThinking(thinking: string): Promise<void> {
    this.#thinkingTokens += 1;
    await this.#sendParts([toThoughtPart(thinking)]);
  }

  async addCalls(calls: readonly ScriptedCall[]): Promise<void> {
    await this.#sendParts(this.#toParts(calls));
  }

  /** Gemini sends calls whole: what can be unfinished is the event. */
  async addUnfinishedCall(call: ScriptedCall): Promise<void> {
    const event = toEvent(toResponse(this.#envelope, this.#toParts([call])));
    if (this.#chat.isStream) await this.#writer.write(event.slice(0, event.indexOf('"args"')));
  }

  async refuse(refusal: string): Promise<void> {
    await this.#finish(toBlockedResponse(this.#envelope, refusal));
  }

  async end(end: ScriptedEnd): Promise<void> {
    const { reason = "stop", promptTokens = this.#chat.promptTokens, calls = [] } = end;
    const lastParts = this.#toParts(calls);
    this.#parts.push(...lastParts);
    const parts = this.#chat.isStream ? lastParts : this.#parts;
    const response = toResponse(
      { ...this.#envelope, promptTokens },
      parts.length > 0 ? parts : [toTextPart("")],
      {
        reason: finishReasons[reason] ?? reason,
        completionTokens: end.completionTokens ?? this.#completionTokens,
        thinkingTokens: this.#thinkingTokens,
      },
    );
    await this.#finish(response);
  }

  async fail({ status, error, headers }: FakeFailure): Promise<void> {
    const body = toErrorBody(status, error);
    if (!this.#writer.hasBegun) return this.#writer.sendJson(status, body, headers);
    await this.#writer.write(toEvent(body));
    await this.#writer.end();
  }

  #toParts(calls: readonly ScriptedCall[]): readonly object[] {
    this.#completionTokens += calls.length;
    return calls.map((call) => toCallPart(call, this.#chat.isSigned && this.#callCount++ === 0));
  }

  async #sendParts(parts: readonly object[]): Promise<void> {
    this.#parts.push(...parts);
    if (this.#chat.isStream) await this.#writer.write(toEvent(toResponse(this.#envelope, parts)));
  }

  async #finish(response: object): Promise<void> {
    if (!this.#chat.isStream) return this.#writer.sendJson(200, response);
    await this.#writer.write(toEvent(response));
    await this.#writer.end();
  }
}

function toEvent(response: object): string {
  return `data: ${JSON.stringify(response)}\r\n\r\n`;
}
