import type { ToolExecutor } from "../calls/executor.ts";
import { Conversation } from "./conversation.ts";
import type { Answer, ChatEvent } from "./events.ts";
import type { ChatModel, Message } from "./model.ts";
import { Run, type LoopOptions } from "./run.ts";

export type { LoopOptions } from "./run.ts";

/**
 * The one tool loop, and the only place that calls a model: asks, executes what the model wants done, and asks
 * again with the results until there is an answer. Model errors are thrown; a tool's failure is a result.
 */
export function converse(
  model: ChatModel,
  executor: ToolExecutor,
  messages: readonly Message[],
  options: LoopOptions = {},
): AsyncGenerator<ChatEvent, Answer> {
  return new Conversation(model, () => new Run(executor, messages, options));
}

/** The same without the events on the way: drains the loop and gives its answer. */
export async function ask(
  model: ChatModel,
  executor: ToolExecutor,
  messages: readonly Message[],
  options: LoopOptions = {},
): Promise<Answer> {
  const events = converse(model, executor, messages, options);
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value;
  }
}
