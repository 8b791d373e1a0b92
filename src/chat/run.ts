import type { ToolCall, ToolFailure, ToolResult } from "../calls/call.ts";
import type { ToolExecutor } from "../calls/executor.ts";
import { formatDuration } from "../calls/format-duration.ts";
import { checkPositive } from "../options.ts";
import { systemClock, type Clock } from "../clock.ts";
import { guardObserver, type Observer } from "../observer.ts";
import { toolName, type Tool } from "../tools/tool.ts";
import type { Answer, ChatEvent, EndReason, NoticeEvent } from "./events.ts";
import { CallLimits } from "./call-limits.ts";
import { EventQueue } from "./event-queue.ts";
import { callIdsOf, pairToolResults, toAssistantMessage, toToolMessage } from "./history.ts";
import type { CompletionChunk, Message, Notice, Usage } from "./model.ts";
import { createChunkSorter } from "./text-calls.ts";
import { TimeLimit } from "./time-limit.ts";
import type { Turn, TurnBuilder } from "./turn.ts";

export interface LoopOptions {
  /** What the model may call; nothing else can be called. */
  readonly tools?: readonly Tool[];
  readonly signal?: AbortSignal;
  /** How often the model may ask for tools: 5. Then one last answer is asked for without any. */
  readonly maxRounds?: number;
  /** How many calls of one round are made: 32. The others are refused. */
  readonly maxCallsPerRound?: number;
  /** How many calls of the whole run are made: no limit of its own. The others are refused. */
  readonly maxCalls?: number;
  /** How long the whole run may take: 5 minutes. */
  readonly totalMs?: number;
  /** Told of notices as well, so that they are in the log whoever drains the loop. */
  readonly observe?: Observer<NoticeEvent>;
  readonly clock?: Clock;
}

/** Time for the last answer when the run's own time went into tools. */
const lastAnswerMs = 30_000;

/** What a run waits for next: to ask the model, its words, the result of a call, or nothing any more. */
type Stage = "ask" | "listen" | "execute" | "over";

/** The calls of a turn, on their way to their results. */
interface OpenCalls {
  readonly calls: readonly ToolCall[];
  /** For each call that is not made, what it gets instead. */
  readonly refusals: readonly (ToolFailure | undefined)[];
  /** The others, when they have been started. */
  started: Promise<ToolResult>[] | undefined;
  next: number;
}

/** What one run gathers on its way, and what it does next. All that happens becomes an event to be told. */
export class Run {
  readonly history: Message[];
  stage: Stage = "ask";
  /** Set when all is over. */
  answer: Answer | undefined;
  readonly #executor: ToolExecutor;
  readonly #options: LoopOptions;
  readonly #observe: Observer<NoticeEvent> | undefined;
  readonly #offered: readonly string[];
  readonly #maxRounds: number;
  readonly #totalMs: number;
  readonly #usedIds: Set<string>;
  readonly #results: ToolResult[] = [];
  readonly #callLimits: CallLimits;
  readonly #events = new EventQueue<ChatEvent>();
  #limit: TimeLimit;
  #usage: Usage = { promptTokens: 0, completionTokens: 0 };
  #requests = 0;
  #rounds = 0;
  #open: OpenCalls | undefined;
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
    this.#callLimits = new CallLimits(options.maxCallsPerRound, options.maxCalls);
    this.#totalMs = checkPositive("totalMs", options.totalMs ?? 300_000);
    this.#usedIds = callIdsOf(this.history);
    this.#limit = this.#startLimit(this.#totalMs);
  }

  get isTimeUp(): boolean {
    return this.#limit.isUp;
  }

  /** The next thing to tell; `undefined` where something has to happen first. */
  nextEvent(): ChatEvent | undefined {
    return this.#events.take();
  }

  /** What the model is asked with, beside the history. */
  startRequest(): { readonly tools: readonly Tool[]; readonly signal: AbortSignal } {
    this.#options.signal?.throwIfAborted();
    this.#requests += 1;
    this.stage = "listen";
    const tools = this.#limitReached === undefined ? (this.#options.tools ?? []) : [];
    return { tools, signal: this.#limit.signal };
  }

  hear(chunk: CompletionChunk): void {
    if (chunk.notice !== undefined) this.#give(chunk.notice);
    if (chunk.thinking) this.#events.push({ type: "thinking.delta", delta: chunk.thinking });
    if (chunk.delta !== "") this.#events.push({ type: "text.delta", delta: chunk.delta });
  }

  /** What follows from the model's turn: its answer, calls to be made, or the same question again. */
  conclude(builder: TurnBuilder): void {
    const turn = this.isTimeUp ? builder.cut() : builder.finish(this.#usedIds);
    this.#usage = addUsage(this.#usage, turn.usage);
    this.stage = "ask";
    if (this.isTimeUp && turn.text.trim() === "" && this.#limitReached === undefined) {
      this.#reachLimit();
    } else if (this.#isWorthAnotherTry(turn)) {
      this.#give({ code: "empty_answer", text: "The model's answer was empty; it is asked once more" });
    } else if (turn.calls.length === 0 || this.#limitReached !== undefined) {
      this.#giveAnswer(turn);
    } else {
      this.#openCalls(turn);
    }
  }

  /**
   * Waits for the next result of a turn's calls; the first time, they are all started. Results are told in call order,
   * each as soon as those before it are there, and every call gets exactly one in the history (CHAT-3).
   */
  async awaitResult(): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    const { calls, refusals, next } = open;
    open.started ??= this.#executor.startAll(
      calls.filter((_, index) => refusals[index] === undefined),
      { signal: this.#limit.signal, allowedTools: this.#offered },
    );
    const call = calls[next] as ToolCall;
    const result = refusals[next] ?? ((await open.started.shift()) as ToolResult);
    open.next += 1;
    this.#results.push(result);
    this.#events.push({ type: "tool.ended", call, result });
    this.#add(toToolMessage(call, result));
    if (open.next === calls.length) this.#endRound();
  }

  /** All is over: takes the timer away. */
  stop(): void {
    this.stage = "over";
    this.#limit.stop();
  }

  /** The same before its end: what still runs is ended as well. */
  abandon(): void {
    this.stage = "over";
    this.#limit.abort();
  }

  /** An empty answer where tools were offered is asked for once more (OLL-11). */
  #isWorthAnotherTry(turn: Turn): boolean {
    const isEmpty = turn.calls.length === 0 && turn.text.trim() === "";
    const canTry = this.#offered.length > 0 && this.#limitReached === undefined && !this.isTimeUp;
    this.#isSecondTry = isEmpty && canTry && !this.#isSecondTry;
    return this.#isSecondTry;
  }

  #openCalls(turn: Turn): void {
    const { calls } = turn;
    this.#add(toAssistantMessage(turn, calls));
    const refusals = this.#callLimits.refusalsOf(turn, this.#rounds, this.#results.length);
    for (const call of calls) this.#events.push({ type: "tool.started", call });
    this.#open = { calls, refusals, started: undefined, next: 0 };
    this.stage = "execute";
  }

  #endRound(): void {
    this.#open = undefined;
    this.#rounds += 1;
    this.stage = "ask";
    const isLast = this.isTimeUp || this.#rounds >= this.#maxRounds;
    if (isLast && !this.#options.signal?.aborted) this.#reachLimit();
  }

  #reachLimit(): void {
    this.#limitReached = this.isTimeUp ? "time" : "rounds";
    this.#limit.stop();
    this.#limit = this.#startLimit(Math.min(lastAnswerMs, this.#totalMs));
    this.#give({ code: "limit", text: limitText(this.#limitReached, this.#maxRounds, this.#totalMs) });
  }

  #startLimit(limitMs: number): TimeLimit {
    return new TimeLimit(limitMs, this.#options.signal, this.#options.clock ?? systemClock);
  }

  #giveAnswer(turn: Turn): void {
    const unmade = this.#limitReached === undefined ? [] : this.#callsAskedForIn(turn);
    if (unmade.length > 0) {
      const text = `The model's last answer is no answer but asks for ${unmade.join(", ")} again, which is not called`;
      this.#give({ code: "unmade_call", text });
    }
    this.#add(toAssistantMessage(turn, []));
    const answer: Answer = {
      text: turn.text,
      endReason: this.#limitReached ?? (this.isTimeUp ? "time" : endReasonOf(turn)),
      messages: this.history,
      results: this.#results,
      requests: this.#requests,
      usage: this.#usage,
    };
    this.answer = answer;
    this.#events.push({ type: "answer.given", answer });
    this.stage = "over";
  }

  /** Without tools on offer, small models still write calls, and as text nobody has looked for them. */
  #callsAskedForIn({ text, calls }: Turn): string[] {
    const sorter = createChunkSorter(this.#options.tools ?? []);
    const sorted = sorter.push({ delta: text, toolCalls: [], isFinal: true }) ?? [];
    const written = sorted.flatMap(({ toolCalls }) => toolCalls.map(({ name = "" }) => name));
    return [...new Set([...calls.map(({ name }) => name), ...written])];
  }

  #add(message: Message): void {
    this.history.push(message);
    this.#events.push({ type: "message.added", message });
  }

  #give(notice: Notice): void {
    const event = { type: "notice.given", ...notice } as const;
    this.#observe?.(event);
    this.#events.push(event);
  }
}

function endReasonOf(turn: Turn): EndReason {
  return turn.finishReason === "length" ? "length" : "answer";
}

function limitText(reason: EndReason, maxRounds: number, totalMs: number): string {
  const limit =
    reason === "time" ? `its time of ${formatDuration(totalMs)}` : `its ${maxRounds} rounds of calls`;
  return `The model has used ${limit}; a last answer is asked for without tools`;
}

function addUsage(sum: Usage, more: Usage | undefined): Usage {
  if (more === undefined) return sum;
  return {
    promptTokens: sum.promptTokens + more.promptTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
  };
}
