import type { AIMessage, AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { AssistantMessage, Message } from "../../chat/model.ts";

/**
 * Some of a model's turn means nothing to us and everything to its provider, which wants it back word for word:
 * signed thinking (Anthropic), signed calls (Gemini). It is kept beside our plain message for as long as that lives.
 */
const keepsakes = new WeakMap<AssistantMessage, AIMessage | AIMessageChunk>();

/** The messages that a caller handed over, by what they were turned into: they go out again as they came in. */
const givenMessages = new WeakMap<Message, BaseMessage>();

export function rememberGiven(message: Message, given: BaseMessage): void {
  givenMessages.set(message, given);
  if (message.role === "assistant") keepsakes.set(message, given as AIMessage);
}

export function givenAs(message: Message): BaseMessage | undefined {
  return givenMessages.get(message);
}

/** What a turn is known by. Ids alone may not tell turns of two conversations apart: some servers count them. */
export interface KeptTurn {
  readonly firstCallId: string;
  readonly thinking: string;
  readonly turn: AIMessageChunk;
}

/** Turns of which the plain message was not seen yet. */
const pendingTurns = new Map<string, AIMessageChunk>();

/** A conversation that ends in the middle leaves its last turn behind; those must not gather. */
const mostPending = 256;

export function keepTurn({ firstCallId, thinking, turn }: KeptTurn): void {
  pendingTurns.set(`${firstCallId} ${thinking}`, turn);
  const [oldest] = pendingTurns.keys();
  if (pendingTurns.size > mostPending && oldest !== undefined) pendingTurns.delete(oldest);
}

function keepsakeOf(message: AssistantMessage): AIMessage | AIMessageChunk | undefined {
  const [firstCall] = message.toolCalls ?? [];
  if (firstCall === undefined || keepsakes.has(message)) return keepsakes.get(message);
  const key = `${firstCall.id} ${message.thinking ?? ""}`;
  const turn = pendingTurns.get(key);
  if (turn !== undefined) keepsakes.set(message, turn);
  pendingTurns.delete(key);
  return turn;
}

type ContentBlock = Exclude<BaseMessage["content"], string>[number];

/** Thinking with its signature, as Anthropic wants to see it again in front of the calls that came of it. */
export function thinkingBlocksOf(message: AssistantMessage): readonly ContentBlock[] {
  const content = keepsakeOf(message)?.content;
  return Array.isArray(content) ? content.filter(isThinkingBlock) : [];
}

function isThinkingBlock({ type }: ContentBlock): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** The signature of a call, which Gemini wants to see again with it. */
export function callSignatureOf(message: AssistantMessage, callId: string): string | undefined {
  const call = keepsakeOf(message)?.tool_calls?.find(({ id }) => id === callId);
  const { thoughtSignature } = (call ?? {}) as { thoughtSignature?: unknown };
  return typeof thoughtSignature === "string" ? thoughtSignature : undefined;
}

/**
 * Google's word for calls that its model has not signed: of another model, or found in its text. From version 3 on its
 * models refuse calls without a signature; to older ones nothing is said.
 */
export function noSignatureFor(model: string): string | undefined {
  return /gemini-(?:[3-9]|\d\d)/.test(model) ? "skip_thought_signature_validator" : undefined;
}

/** Whether a chunk holds something that has to be kept. */
export function isWorthKeeping(chunk: AIMessageChunk): boolean {
  if (Array.isArray(chunk.content) && chunk.content.some(isThinkingBlock)) return true;
  return (chunk.tool_calls ?? []).some((call) => "thoughtSignature" in call);
}
