import type { ToolCall, ToolFailure, ToolResult } from "../calls/call.ts";
import type { ToolExecutor } from "../calls/executor.ts";
import { formatDuration } from "../calls/format-duration.ts";
import { checkPositive } from "../options.ts";
import { systemClock, type Clock } from "../clock.ts";
import { guardObserver, type Observer } from "../observer.ts";
import { toolName, type Tool } from "../tools/tool.ts";
import type { Answer, ChatEvent, EndReason, NoticeEvent } from "./events.ts";
import { pairToolResults } from "./history.ts";
import type { AssistantMessage, ChatModel, Message, Notice, ToolMessage, Usage } from "./model.ts";
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
  /** Told of notices as well, so that they are in the log whoever drains the loop. */
  readonly observe?: Observer<NoticeEvent>;
  readonly clock?: Clock;
}

/** Time for the last answer when the run's own time went into tools. */
const lastAnswerMs = 30_000;

/** What one run gathers on its way, and what it does next. */
export class Run {
  readonly history: Message[];
  readonly #executor: ToolExecutor;
  readonly #options: LoopOptions;
  readonly #observe: Observer<NoticeEvent> | undefined;
  readonly #offered: readonly string[];
  readonly #maxRounds: number;
  readonly #maxCallsPerRound: number;
  readonly #totalMs: number;
  readonly #usedIds: Set<string>;
  readonly #results: ToolResult[] = [];
  readonly #repeats = new RepeatDetector();
  #limit: TimeLimit;
  #usage: Usage = { promptTokens: 0, completionTokens: 0 };
  #requests = 0;
  #rounds = 0;
  #isSecondTry = false;
  /** Set once a limit is reached: what is asked for now is the last answer, without tools (CHAT-8). */
  #limitReached: "rounds" | "time" | undefined;

  constructor(executor: ToolExecutor, messages: readonly Message[], options: LoopOptions) {
    this.history = [...pairToolResults(messages)];
    this.#executor = executor;
    this.#options = options;
    this.#observe = options.observe && guardObserver(options.observe);
    this.#offered = (options.tools ?? []).map(toolName);
    this.#maxRounds = checkPositive("maxRounds", options.maxRounds ?? 5);
    this.#maxCallsPerRound = checkPositive("maxCallsPerRound", options.maxCallsPerRound ?? 32);
    this.#totalMs = checkPositive("totalMs", options.totalMs ?? 300_000);
    this.#usedIds = new Set(this.history.flatMap(callIdsOf));
    this.#limit = this.#startLimit(this.#totalMs);
  }

  get isTimeUp(): boolean {
    return this.#limit.isUp;
  }

  startRequest(model: ChatModel) {
    this.#options.signal?.throwIfAborted();
    const tools = this.#limitReached === undefined ? (this.#options.tools ?? []) : [];
    this.#requests += 1;
    return {
      tools,
      signal: this.#limit.signal,
      sorter: createChunkSorter(tools, { model }),
      builder: new TurnBuilder(),
    };
  }

  tell(notice: Notice): NoticeEvent {
    const event = { type: "notice.given", ...notice } as const;
    this.#observe?.(event);
    return event;
  }

  stop(): void {
    this.#limit.stop();
  }

  /** What follows from the model's turn: its answer, the results of its calls, or the same question again. */
  async *conclude(builder: TurnBuilder): AsyncGenerator<ChatEvent, Answer | undefined> {
    const turn = this.isTimeUp ? builder.cut() : builder.finish(this.#usedIds);
    this.#usage = addUsage(this.#usage, turn.usage);
    if (this.isTimeUp && turn.text.trim() === "" && this.#limitReached === undefined) {
      yield this.#reachLimit();
      return undefined;
    }
    if (this.#isWorthAnotherTry(turn)) {
      yield this.tell({ code: "empty_answer", text: "The model's answer was empty; it is asked once more" });
      return undefined;
    }
    if (turn.calls.length === 0 || this.#limitReached !== undefined) return yield* this.#answer(turn);
    yield* this.#execute(turn);
    this.#options.signal?.throwIfAborted();
    this.#rounds += 1;
    if (this.isTimeUp || this.#rounds >= this.#maxRounds) yield this.#reachLimit();
    return undefined;
  }

  /** An empty answer where tools were offered is asked for once more (OLL-11). */
  #isWorthAnotherTry(turn: Turn): boolean {
    const isEmpty = turn.calls.length === 0 && turn.text.trim() === "";
    const canTry = this.#offered.length > 0 && this.#limitReached === undefined && !this.isTimeUp;
    this.#isSecondTry = isEmpty && canTry && !this.#isSecondTry;
    return this.#isSecondTry;
  }

  #reachLimit(): ChatEvent {
    this.#limitReached = this.isTimeUp ? "time" : "rounds";
    this.#limit.stop();
    this.#limit = this.#startLimit(Math.min(lastAnswerMs, this.#totalMs));
    return this.tell({ code: "limit", text: limitText(this.#limitReached, this.#maxRounds, this.#totalMs) });
  }

  #startLimit(limitMs: number): TimeLimit {
    return startTimeLimit(limitMs, this.#options.signal, this.#options.clock ?? systemClock);
  }

  /** Executes the calls of a turn; every call gets exactly one result in the history, in call order (CHAT-3). */
  async *#execute(turn: Turn): AsyncGenerator<ChatEvent, void> {
    yield this.#add(toAssistantMessage(turn));
    const refusals = turn.calls.map((call, index) => this.#refusalOf(call, index, turn));
    for (const call of turn.calls) yield { type: "tool.started", call };
    const started = this.#executor.startAll(
      turn.calls.filter((_, index) => refusals[index] === undefined),
      { signal: this.#limit.signal, allowedTools: this.#offered },
    );
    for (const [index, call] of turn.calls.entries()) {
      // Results are told in call order, each as soon as those before it are there.
      const result = refusals[index] ?? ((await started.shift()) as ToolResult);
      this.#results.push(result);
      yield { type: "tool.ended", call, result };
      yield this.#add(toToolMessage(call, result));
    }
  }

  *#answer(turn: Turn): Generator<ChatEvent, Answer> {
    yield this.#add(toAssistantMessage({ ...turn, calls: [] }));
    const answer: Answer = {
      text: turn.text,
      endReason: this.#limitReached ?? (this.isTimeUp ? "time" : endReasonOf(turn)),
      messages: this.history,
      results: this.#results,
      requests: this.#requests,
      usage: this.#usage,
    };
    yield { type: "answer.given", answer };
    return answer;
  }

  #add(message: Message): ChatEvent {
    this.history.push(message);
    return { type: "message.added", message };
  }

  /** A call that is not made, with a word to the model about it (CHAT-8). */
  #refusalOf(call: ToolCall, index: number, turn: Turn): ToolFailure | undefined {
    // At its length limit a model may stop in the middle of a call, which then looks like a whole one (CHAT-12).
    if (turn.finishReason === "length" && index === turn.calls.length - 1) {
      return refuse(
        call,
        "The answer reached its length limit before this call was whole; write less before it",
      );
    }
    if (this.#repeats.isStuck(call, this.#rounds)) {
      return refuse(
        call,
        "This call was made with the same arguments before; use its result or try something else",
      );
    }
    if (index >= this.#maxCallsPerRound) {
      return refuse(call, `Only ${this.#maxCallsPerRound} calls are made in one round; this one was not`);
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
