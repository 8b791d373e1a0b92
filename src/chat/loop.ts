import type { ToolExecutor } from "../calls/executor.ts";
import type { Answer, ChatEvent } from "./events.ts";
import type { ChatModel, Message } from "./model.ts";
import { Run, type LoopOptions } from "./run.ts";

export type { LoopOptions } from "./run.ts";

/**
 * The one tool loop, and the only place that calls a model: asks, executes what the model wants done, and asks
 * again with the results until there is an answer. Model errors are thrown; a tool's failure is a result.
 */
export async function* converse(
  model: ChatModel,
  executor: ToolExecutor,
  messages: readonly Message[],
  options: LoopOptions = {},
): AsyncGenerator<ChatEvent, Answer> {
  const run = new Run(executor, messages, options);
  try {
    for (;;) {
      const { tools, signal, sorter, builder } = run.startRequest(model);
      try {
        for await (const chunk of model.stream(run.history, { tools, signal })) {
          // Here and not in a function of its own: each generator in between costs as much as the chunk itself.
          for (const sorted of sorter.push(chunk) ?? [chunk]) {
            builder.add(sorted);
            if (sorted.notice !== undefined) yield run.tell(sorted.notice);
            if (sorted.thinking) yield { type: "thinking.delta", delta: sorted.thinking };
            if (sorted.delta !== "") yield { type: "text.delta", delta: sorted.delta };
          }
        }
      } catch (error) {
        if (!run.isTimeUp) throw error;
      }
      for (const rest of sorter.end()) {
        builder.add(rest);
        if (rest.delta !== "") yield { type: "text.delta", delta: rest.delta };
      }
      const answer = yield* run.conclude(builder);
      if (answer !== undefined) return answer;
    }
  } finally {
    run.stop();
  }
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
