import { toArgumentsText, toPieces, type FakeAnswer, type FakeFailure } from "./fake-answer.ts";
import {
  createId,
  toArgumentsDelta,
  toCallDelta,
  toChunk,
  toCompletion,
  toContentDelta,
  toErrorBody,
  toRefusalDelta,
  toRoleDelta,
  toThinkingDelta,
  toUsageChunk,
  type AnswerCall,
  type CompletionEnvelope,
} from "./fake-openai-wire.ts";
import type { FakeWriter } from "./fake-writer.ts";
import type { ScriptedCall, ScriptedEnd } from "./script.ts";

interface OpenAIChat {
  readonly model: string;
  readonly isStream: boolean;
  readonly withUsage: boolean;
  readonly promptTokens: number;
}

/** A completion in chunks, or in one piece. */
export class OpenAIAnswer implements FakeAnswer {
  readonly #writer: FakeWriter;
  readonly #chat: OpenAIChat;
  readonly #envelope: CompletionEnvelope;
  readonly #calls: AnswerCall[] = [];
  #content = "";
  #thinking = "";
  #refusal = "";
  #hasBegun = false;
  #pieceCount = 0;

  constructor(writer: FakeWriter, chat: OpenAIChat) {
    this.#writer = writer;
    this.#chat = chat;
    const created = Math.floor(Date.now() / 1000);
    this.#envelope = { id: createId("chatcmpl-"), created, model: chat.model };
  }

  async addText(text: string): Promise<void> {
    this.#content += text;
    await this.#sendPiece(toContentDelta(text));
  }

  async addThinking(thinking: string): Promise<void> {
    this.#thinking += thinking;
    await this.#sendPiece(toThinkingDelta(thinking));
  }

  async addCalls(calls: readonly ScriptedCall[]): Promise<void> {
    for (const call of calls) await this.addUnfinishedCall(call);
  }

  /** Nothing marks the end of a call here: it is over when something else comes. */
  async addUnfinishedCall(call: ScriptedCall): Promise<void> {
    const id = call.id === null ? undefined : (call.id ?? createId("call_"));
    const answerCall = { id, name: call.name, json: toArgumentsText(call) };
    const index = call.index ?? this.#calls.length;
    this.#calls.push(answerCall);
    await this.#sendPiece(toCallDelta(index, answerCall));
    for (const piece of toPieces(answerCall.json)) await this.#sendPiece(toArgumentsDelta(index, piece));
  }

  async refuse(refusal: string): Promise<void> {
    this.#refusal = refusal;
    await this.#sendPiece(toRefusalDelta(refusal));
    await this.end({});
  }

  async end(end: ScriptedEnd): Promise<void> {
    await this.addCalls(end.calls ?? []);
    const finishReason = end.reason ?? (this.#calls.length > 0 ? "tool_calls" : "stop");
    const usage = {
      promptTokens: end.promptTokens ?? this.#chat.promptTokens,
      completionTokens: end.completionTokens ?? this.#pieceCount,
    };
    if (!this.#chat.isStream) {
      const message = {
        content: this.#content,
        thinking: this.#thinking,
        refusal: this.#refusal,
        calls: this.#calls,
      };
      return this.#writer.sendJson(200, toCompletion(this.#envelope, message, finishReason, usage));
    }
    await this.#begin();
    await this.#send(toChunk(this.#envelope, {}, finishReason, this.#chat.withUsage));
    if (this.#chat.withUsage) await this.#send(toUsageChunk(this.#envelope, usage));
    await this.#writer.write("data: [DONE]\n\n");
    await this.#writer.end();
  }

  async fail({ status, error, headers }: FakeFailure): Promise<void> {
    const body = toErrorBody(status, { message: error });
    if (!this.#writer.hasBegun) return this.#writer.sendJson(status, body, headers);
    await this.#send(body);
    await this.#writer.end();
  }

  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    await this.#send(toChunk(this.#envelope, toRoleDelta(), null, this.#chat.withUsage));
  }

  async #sendPiece(delta: object): Promise<void> {
    this.#pieceCount += 1;
    await this.#begin();
    await this.#send(toChunk(this.#envelope, delta, null, this.#chat.withUsage));
  }

  async #send(chunk: object): Promise<void> {
    if (this.#chat.isStream) await this.#writer.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
}
