import { performance } from "node:perf_hooks";

import type { Repair, ToolResult } from "../../src/calls/call.ts";
import { ToolExecutor } from "../../src/calls/executor.ts";
import type { Answer } from "../../src/chat/events.ts";
import { converse } from "../../src/chat/loop.ts";
import type { ChatModel, Message } from "../../src/chat/model.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import { actingTools, houseTools } from "./house-tools.ts";
import type { RecordedTurn } from "./recorded-turns.ts";
import type { HouseRequest } from "./requests.ts";

/** What came of one request. */
export interface Trial {
  readonly request: string;
  readonly hasRightTool: boolean;
  readonly hasRightArguments: boolean;
  readonly hasAnswer: boolean;
  readonly repairs: readonly Repair["rule"][];
  /** Calls that the server gave as text and that were made all the same. */
  readonly textCalls: number;
  readonly durationMs: number;
  readonly answer: string;
  readonly results: readonly ToolResult[];
  readonly turns: readonly RecordedTurn[];
  /** What the loop threw, where it did. */
  readonly error?: string;
}

const instructions = "You are the assistant of a house with an office. Answer in one short sentence.";

/** Has a model deal with one request, through the real loop. `turns` is where the model's words are recorded. */
export async function runTrial(
  model: ChatModel,
  turns: readonly RecordedTurn[],
  request: HouseRequest,
  limitMs: number,
): Promise<Trial> {
  const tools = new ToolManager();
  tools.add(houseTools);
  const messages: readonly Message[] = [
    { role: "system", content: instructions },
    { role: "user", content: request.text },
  ];
  const results: ToolResult[] = [];
  let answer: Answer | undefined;
  let error: string | undefined;
  const startedAt = performance.now();
  try {
    const executor = new ToolExecutor({ tools });
    const options = { tools: tools.tools, maxRounds: 3, totalMs: limitMs };
    for await (const event of converse(model, executor, messages, options)) {
      if (event.type === "tool.ended") results.push(event.result);
      if (event.type === "answer.given") answer = event.answer;
    }
  } catch (thrown) {
    error = String(thrown);
  }
  const nativeCalls = turns.reduce((count, turn) => count + turn.calls.size, 0);
  return {
    request: request.text,
    ...judgeCalls(request, results),
    hasAnswer: answer !== undefined && isAnswer(answer),
    repairs: results.flatMap((result) => result.repairs.map(({ rule }) => rule)),
    textCalls: Math.max(0, results.length - nativeCalls),
    durationMs: performance.now() - startedAt,
    answer: answer?.text ?? "",
    results,
    turns,
    ...(error !== undefined && { error }),
  };
}

/**
 * The right tool: what was asked for was called, and what was called first was asked for. Right arguments: each wanted
 * call was made as wanted, and nothing in the house was changed beyond that; a second timer is a change.
 */
function judgeCalls(
  { expected }: HouseRequest,
  results: readonly ToolResult[],
): { hasRightTool: boolean; hasRightArguments: boolean } {
  const [first] = results;
  const hasRightTool =
    expected.every(({ tool }) => results.some(({ name }) => name === tool)) &&
    (first === undefined || expected.some(({ tool }) => tool === first.name));
  const made = results.filter((result) => result.ok);
  const wanted = new Set(
    expected.map(({ tool, accepts }) => made.find((result) => result.name === tool && accepts(result))),
  );
  const changes = made.filter(({ name }) => actingTools.has(name));
  const hasRightArguments =
    hasRightTool && !wanted.has(undefined) && changes.every((change) => wanted.has(change));
  return { hasRightTool, hasRightArguments };
}

/** Words for the user: no failure, no placeholder, and no call that was left lying in them. */
function isAnswer({ text, endReason }: Answer): boolean {
  const isWhole = endReason === "answer" || endReason === "rounds";
  const isOther = /^\s*(?:Error:|<[^>]*>\s*$)|tool_call|"(?:arguments|parameters)"\s*:/.test(text);
  return isWhole && text.trim() !== "" && !isOther;
}
