import type { ToolCall } from "../../calls/call.ts";
import type { ChatModel, CompletionChunk, Message, StreamOptions } from "../../chat/model.ts";
import type { Tool } from "../../tools/tool.ts";
import { OperatorMind, toNamesCalls, type Decision, type OperatorOptions } from "./mind.ts";
import { toVocabulary, type VocabularySentence } from "./vocabulary.ts";

/** A model without weights: it connects sentences to the tools that it is offered, and says so where it cannot. */
export interface Operator extends ChatModel {
  /** The sentences that it understands, as data, for a grammar that speech is recognised by. */
  vocabulary(tools: readonly Tool[]): readonly VocabularySentence[];
}

/**
 * @example
 * const model = createOperator({ templates: [{ sentence: "turn (on|off) [the] {deviceName}", tool: "control_device" }] });
 */
export function createOperator(options: OperatorOptions = {}): Operator {
  const mind = new OperatorMind(options);
  return {
    provider: "operator",
    model: "operator",
    stream: (messages, request = {}) => operate(mind, messages, request),
    vocabulary: (tools) => toVocabulary(mind.indexOf(tools)),
  };
}

async function* operate(
  mind: OperatorMind,
  messages: readonly Message[],
  { tools = [], signal }: StreamOptions,
): AsyncGenerator<CompletionChunk, void, undefined> {
  signal?.throwIfAborted();
  yield toChunk(await mind.decideWithNames(messages, tools, signal));
}

/** All that it says is known at once. */
export function toChunk(decision: Decision): CompletionChunk {
  if (decision.kind === "text")
    return { ...lastChunk, delta: decision.text, isSorted: true, finishReason: "stop" };
  const calls = decision.kind === "calls" ? decision.calls : toNamesCalls(decision.sources);
  return { ...lastChunk, delta: "", toolCalls: calls.map(toDelta), finishReason: "tool_use" };
}

const lastChunk = { toolCalls: [], isFinal: true, usage: { promptTokens: 0, completionTokens: 0 } } as const;

const toDelta = ({ id, name, args }: ToolCall, index: number) => ({
  index,
  id,
  name,
  argumentsDelta: JSON.stringify(args),
});
