import type { ToolCall, ToolFailure, ToolResult } from "../calls/call.ts";
import type { ToolExecutor } from "../calls/executor.ts";
import { formatDuration } from "../calls/format-duration.ts";
import { systemClock, type Clock } from "../clock.ts";
import { toolName, type Tool } from "../tools/tool.ts";
import type { Answer, ChatEvent, EndReason } from "./events.ts";
import { pairToolResults } from "./history.ts";
import type { AssistantMessage, ChatModel, Message, ToolMessage, Usage } from "./model.ts";
import { RepeatDetector } from "./repeats.ts";
import { createChunkSorter } from "./text-calls.ts";
import { startTimeLimit, type TimeLimit } from "./time-limit.ts";
import { TurnBuilder, type Turn } from "./turn.ts";

export interface LoopOptions {
  /** What the model may call; nothing else can be called. */
  readonly tools?: readonly Tool[];
  readonly signal?: AbortSignal;
  /** How often the model may ask for tools: 5. Then one last answer is asked for without any. */
  readonly maxRounds?: number;
  /** How many calls of one round are made: 32. The others are refused. */
  readonly maxCallsPerRound?: number;
  /** How long the whole run may take: 5 minutes. */
  readonly totalMs?: number;
  readonly clock?: Clock;
}

/** Time for the last answer when the run's own time went into tools. */
const lastAnswerMs = 30_000;

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
  const { tools = [], maxRounds = 5, totalMs = 300_000, clock = systemClock, signal } = options;
  const run = new Run(model, executor, messages, options);
  let limit = startTimeLimit(totalMs, signal, clock);
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      const turn = yield* run.ask(tools, limit);
      if (turn.calls.length === 0) return yield* run.answer(turn, limit.isUp ? "time" : endReasonOf(turn));
      yield* run.execute(turn, limit);
      signal?.throwIfAborted();
      if (limit.isUp) break;
    }
    const reason = limit.isUp ? "time" : "rounds";
    yield { type: "notice.given", code: "limit", text: limitText(reason, maxRounds, totalMs) };
    limit.stop();
    limit = startTimeLimit(Math.min(lastAnswerMs, totalMs), signal, clock);
    return yield* run.answer(yield* run.ask([], limit), reason);
  } finally {
    limit.stop();
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

/** What one run gathers on its way. */
class Run {
  readonly #model: ChatModel;
  readonly #executor: ToolExecutor;
  readonly #offered: readonly string[];
  readonly #maxCalls: number;
  readonly #history: Message[];
  readonly #usedIds: Set<string>;
  readonly #results: ToolResult[] = [];
  readonly #repeats = new RepeatDetector();
  #usage: Usage = { promptTokens: 0, completionTokens: 0 };
  #requests = 0;

  constructor(model: ChatModel, executor: ToolExecutor, messages: readonly Message[], options: LoopOptions) {
    this.#model = model;
    this.#executor = executor;
    this.#offered = (options.tools ?? []).map(toolName);
    this.#maxCalls = options.maxCallsPerRound ?? 32;
    this.#history = [...pairToolResults(messages)];
    this.#usedIds = new Set(this.#history.flatMap(callIdsOf));
  }

  /** One turn of the model. An empty answer where tools were offered is asked for once more (OLL-11). */
  async *ask(tools: readonly Tool[], limit: TimeLimit): AsyncGenerator<ChatEvent, Turn> {
    const turn = yield* this.#request(tools, limit);
    const isEmpty = turn.calls.length === 0 && turn.text.trim() === "" && !limit.isUp;
    if (!isEmpty || tools.length === 0) return turn;
    yield {
      type: "notice.given",
      code: "empty_answer",
      text: "The model's answer was empty; it is asked once more",
    };
    return yield* this.#request(tools, limit);
  }

  async *#request(tools: readonly Tool[], limit: TimeLimit): AsyncGenerator<ChatEvent, Turn> {
    const builder = new TurnBuilder();
    this.#requests += 1;
    const sorter = createChunkSorter(tools);
    try {
      for await (const chunk of this.#model.stream(this.#history, { tools, signal: limit.signal })) {
        for (const sorted of sorter.push(chunk) ?? [chunk]) {
          builder.add(sorted);
          if (sorted.notice !== undefined) yield { type: "notice.given", ...sorted.notice };
          if (sorted.thinking) yield { type: "thinking.delta", delta: sorted.thinking };
          if (sorted.delta !== "") yield { type: "text.delta", delta: sorted.delta };
        }
      }
    } catch (error) {
      if (!limit.isUp) throw error;
      return builder.cut();
    }
    const turn = builder.finish(this.#usedIds);
    this.#usage = addUsage(this.#usage, turn.usage);
    return turn;
  }

  /** Executes the calls of a turn; every call gets exactly one result in the history, in call order (CHAT-3). */
  async *execute(turn: Turn, limit: TimeLimit): AsyncGenerator<ChatEvent, void> {
    yield this.#add(toAssistantMessage(turn));
    const refusals = turn.calls.map((call, index) => this.#refusalOf(call, index));
    for (const call of turn.calls) yield { type: "tool.started", call };
    const started = this.#executor.startAll(
      turn.calls.filter((_, index) => refusals[index] === undefined),
      { signal: limit.signal, allowedTools: this.#offered },
    );
    for (const [index, call] of turn.calls.entries()) {
      // Results are told in call order, each as soon as those before it are there.
      const result = refusals[index] ?? ((await started.shift()) as ToolResult);
      this.#results.push(result);
      yield { type: "tool.ended", call, result };
      yield this.#add(toToolMessage(call, result));
    }
  }

  *answer(turn: Turn, endReason: EndReason): Generator<ChatEvent, Answer> {
    yield this.#add(toAssistantMessage({ ...turn, calls: [] }));
    const answer: Answer = {
      text: turn.text,
      endReason,
      messages: this.#history,
      results: this.#results,
      requests: this.#requests,
      usage: this.#usage,
    };
    yield { type: "answer.given", answer };
    return answer;
  }

  #add(message: Message): ChatEvent {
    this.#history.push(message);
    return { type: "message.added", message };
  }

  /** A call that is not made, with a word to the model about it (CHAT-8). */
  #refusalOf(call: ToolCall, index: number): ToolFailure | undefined {
    if (this.#repeats.isStuck(call)) {
      return refuse(
        call,
        "This call was made with the same arguments before; use its result or try something else",
      );
    }
    if (index >= this.#maxCalls) {
      return refuse(call, `Only ${this.#maxCalls} calls are made in one round; this one was not`);
    }
    return undefined;
  }
}

function refuse(call: ToolCall, reason: string): ToolFailure {
  const { id, name } = call;
  return { ok: false, id, name, code: "denied", text: `Error: ${reason}`, repairs: [], durationMs: 0 };
}

function endReasonOf(turn: Turn): EndReason {
  return turn.finishReason === "length" ? "length" : "answer";
}

function limitText(reason: EndReason, maxRounds: number, totalMs: number): string {
  const limit =
    reason === "time" ? `its time of ${formatDuration(totalMs)}` : `its ${maxRounds} rounds of calls`;
  return `The model has used ${limit}; a last answer is asked for without tools`;
}

function toAssistantMessage({ text, thinking, calls }: Turn): AssistantMessage {
  return {
    role: "assistant",
    content: text,
    ...(thinking !== "" && { thinking }),
    ...(calls.length > 0 && { toolCalls: calls }),
  };
}

function toToolMessage(call: ToolCall, result: ToolResult): ToolMessage {
  return {
    role: "tool",
    content: result.text,
    toolCallId: call.id,
    toolName: result.name,
    ...(!result.ok && { failed: true }),
  };
}

function callIdsOf(message: Message): string[] {
  return message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [];
}

function addUsage(sum: Usage, more: Usage | undefined): Usage {
  if (more === undefined) return sum;
  return {
    promptTokens: sum.promptTokens + more.promptTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
  };
}
