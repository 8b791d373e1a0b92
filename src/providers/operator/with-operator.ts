import { LateStream } from "../../chat/late-stream.ts";
import type { ChatModel, CompletionChunk, Message } from "../../chat/model.ts";
import type { Tool } from "../../tools/tool.ts";
import { isOwnCall, OperatorMind, type Decision, type OperatorOptions } from "./mind.ts";
import { toChunk } from "./operator.ts";

/**
 * An operator in front of a model, every turn: what it is sure of is called at once, and it tells what came of its own calls.
 * Everything else goes to the model, untouched, as does the answer to what the model itself has asked.
 */
export function withOperator(model: ChatModel, options: OperatorOptions = {}): ChatModel {
  const mind = new OperatorMind(options);

  return {
    provider: model.provider,
    model: model.model,
    wireNameOf: (name, tools) => model.wireNameOf?.(name, tools) ?? name,
    stream(messages, request = {}) {
      const { tools = [], signal } = request;
      if (request.format !== undefined || !isForOperator(messages, tools))
        return model.stream(messages, request);
      const streamOf = (decision: Decision) =>
        isSure(decision) ? once(toChunk(decision)) : model.stream(messages, request);
      const decision = mind.decide(messages, tools);
      if (!isSure(decision) || decision.kind !== "resolve" || !mind.canResolve) return streamOf(decision);
      return new LateStream(async () => {
        const chunks = streamOf(await mind.decideWithNames(messages, tools, signal));
        const iterator = chunks[Symbol.asyncIterator]();
        return { iterator, first: await iterator.next() };
      });
    },
  };
}

function isSure(decision: Decision): boolean {
  if (decision.kind === "resolve") return decision.isLikely;
  return decision.kind === "calls" || decision.isAnswer;
}

/** A person's words, unless they answer the model, or the results of the operator's own calls. */
function isForOperator(messages: readonly Message[], tools: readonly Tool[]): boolean {
  const asked = messages.findLast((message) => message.role === "assistant");
  if (messages.at(-1)?.role === "tool") return asked?.toolCalls?.every(isOwnCall) ?? false;
  return tools.length > 0 && !(asked?.content.trimEnd().endsWith("?") ?? false);
}

async function* once(chunk: CompletionChunk): AsyncGenerator<CompletionChunk, void, undefined> {
  yield chunk;
}
