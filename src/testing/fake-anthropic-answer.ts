import {
  createId,
  toBlockStart,
  toBlockStop,
  toErrorBody,
  toJsonDelta,
  toMessage,
  toMessageDelta,
  toMessageStart,
  toMessageStop,
  toSignatureDelta,
  toTextDelta,
  toThinkingDelta,
  type AnswerBlock,
} from "./fake-anthropic-wire.ts";
import { toArgumentsText, toPieces, type FakeAnswer, type FakeFailure } from "./fake-answer.ts";
import type { FakeWriter } from "./fake-writer.ts";
import type { ScriptedCall, ScriptedEnd } from "./script.ts";

interface AnthropicChat {
  readonly model: string;
  readonly isStream: boolean;
  readonly promptTokens: number;
}

const stopReasons: Readonly<Record<string, string>> = { stop: "end_turn", length: "max_tokens" };

/** A message in events, or in one piece. */
export class AnthropicAnswer implements FakeAnswer {
  readonly #writer: FakeWriter;
  readonly #chat: AnthropicChat;
  readonly #id = createId("msg");
  readonly #blocks: AnswerBlock[] = [];
  #isBlockOpen = false;
  #hasBegun = false;
  #pieceCount = 0;

  constructor(writer: FakeWriter, chat: AnthropicChat) {
    this.#writer = writer;
    this.#chat = chat;
  }

  /** An empty piece begins the message and no block: the API has no empty blocks. */
  async addText(text: string): Promise<void> {
    if (text === "") return this.#begin();
    const open = this.#openBlock;
    if (open?.type === "text") open.text += text;
    else await this.#startBlock({ type: "text", text });
    await this.#sendPiece(toTextDelta(this.#index, text));
  }

  async addThinking(thinking: string): Promise<void> {
    if (thinking === "") return this.#begin();
    const open = this.#openBlock;
    if (open?.type === "thinking") open.thinking += thinking;
    else await this.#startBlock({ type: "thinking", thinking });
    await this.#sendPiece(toThinkingDelta(this.#index, thinking));
  }

  async addCalls(calls: readonly ScriptedCall[]): Promise<void> {
    for (const call of calls) {
      await this.addUnfinishedCall(call);
      await this.#stopBlock();
    }
  }

  async addUnfinishedCall(call: ScriptedCall): Promise<void> {
    const json = toArgumentsText(call);
    await this.#startBlock({ type: "tool_use", id: call.id ?? createId("toolu"), name: call.name, json });
    for (const piece of ["", ...toPieces(json)]) await this.#sendPiece(toJsonDelta(this.#index, piece));
  }

  async refuse(refusal: string): Promise<void> {
    await this.addText(refusal);
    await this.end({ reason: "refusal" });
  }

  async end(end: ScriptedEnd): Promise<void> {
    await this.addCalls(end.calls ?? []);
    const { model, isStream, promptTokens } = this.#chat;
    const usage = {
      promptTokens: end.promptTokens ?? promptTokens,
      completionTokens: end.completionTokens ?? this.#pieceCount,
    };
    const stopReason = this.#toStopReason(end.reason);
    if (!isStream) {
      const envelope = { id: this.#id, model, ...usage };
      return this.#writer.sendJson(200, toMessage(envelope, this.#blocks, stopReason));
    }
    await this.#begin();
    await this.#stopBlock();
    await this.#send(toMessageDelta(stopReason, usage));
    await this.#send(toMessageStop());
    await this.#writer.end();
  }

  async fail({ status, error, headers }: FakeFailure): Promise<void> {
    const body = toErrorBody(status, error, this.#writer.headers["request-id"] ?? null);
    if (!this.#writer.hasBegun) return this.#writer.sendJson(status, body, headers);
    await this.#send(body);
    await this.#writer.end();
  }

  get #index(): number {
    return this.#blocks.length - 1;
  }

  get #openBlock(): AnswerBlock | undefined {
    return this.#isBlockOpen ? this.#blocks.at(-1) : undefined;
  }

  #toStopReason(reason: string | undefined): string {
    if (reason !== undefined) return stopReasons[reason] ?? reason;
    return this.#blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  }

  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { model, promptTokens } = this.#chat;
    await this.#send(toMessageStart({ id: this.#id, model, promptTokens, completionTokens: 1 }));
  }

  async #startBlock(block: AnswerBlock): Promise<void> {
    await this.#begin();
    await this.#stopBlock();
    this.#blocks.push(block);
    this.#isBlockOpen = true;
    await this.#send(toBlockStart(this.#index, block));
    // The API pings at any time; it always does so here.
    if (this.#index === 0) await this.#send({ type: "ping" });
  }

  async #stopBlock(): Promise<void> {
    const open = this.#openBlock;
    if (open === undefined) return;
    if (open.type === "thinking") await this.#send(toSignatureDelta(this.#index, open.thinking));
    await this.#send(toBlockStop(this.#index));
    this.#isBlockOpen = false;
  }

  async #sendPiece(event: object): Promise<void> {
    this.#pieceCount += 1;
    await this.#send(event);
  }

  async #send(event: object): Promise<void> {
    if (!this.#chat.isStream) return;
    const { type } = event as { type: string };
    await this.#writer.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
}
