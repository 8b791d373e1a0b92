import type { Answer, ChatEvent } from "../chat/events.ts";
import { converse } from "../chat/loop.ts";
import type { ChatModel, Message } from "../chat/model.ts";
import type { ToolResult } from "../calls/call.ts";
import { toolName } from "../tools/tool.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import type { Session } from "./session.ts";

export interface TurnOptions {
  readonly session: Session;
  readonly model: ChatModel;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ChatEvent) => void;
}

/** What a turn came to, and what a program that asked for it should end with. */
export interface TurnOutcome {
  readonly answer: Answer;
  readonly exitCode: ExitCode;
}

/** Asks the model once, with every tool that may be called, and shows what happens on the way. */
export async function runTurn(messages: readonly Message[], options: TurnOptions): Promise<TurnOutcome> {
  const { session, model, signal, onEvent } = options;
  const { executor, config } = session;
  await session.serversTried(signal);
  const { allowed } = config.settings.tools;
  const tools = session.tools.tools.filter((tool) => allowed?.includes(toolName(tool)) ?? true);
  const events = converse(model, executor, messages, { ...config.settings.limits, tools, signal });
  /** Of the last round: what went wrong before it has been put right since. */
  let lastResults: ToolResult[] = [];
  for (;;) {
    const step = await events.next();
    if (step.done) return { answer: step.value, exitCode: exitCodeOfTurn(step.value, lastResults) };
    const event = step.value;
    if (event.type === "message.added" && event.message.role === "assistant" && event.message.toolCalls) {
      lastResults = [];
    }
    if (event.type === "tool.ended") lastResults.push(event.result);
    onEvent(event);
  }
}

function exitCodeOfTurn({ endReason }: Answer, lastResults: readonly ToolResult[]): ExitCode {
  if (endReason !== "answer") return exitCodes.limitReached;
  const failures = lastResults.filter((result) => !result.ok);
  if (failures.some(({ code }) => code === "denied")) return exitCodes.denied;
  return failures.length > 0 ? exitCodes.toolFailed : exitCodes.fine;
}
