import { setTimeout as sleep } from "node:timers/promises";
import { addTool, parseFaultModel } from "./fault-scenarios.ts";
import { createHistory, createLoopTools, type PlainMessage } from "./loop-scenario.ts";
import { costPer, measure, type Cost } from "./measure.ts";
import { HeldMemory } from "./held-memory.ts";
import { serve } from "./serve.ts";
import type { ToolSpec } from "./tool-set.ts";

/** A tool that a contender makes its own kind of tool of. */
export interface ChatTool extends ToolSpec {
  invoke(args: Readonly<Record<string, unknown>>): Promise<string>;
}

/** What a conversation is about. Made before the clock starts, used for many conversations. */
export interface ChatSetup {
  /** Ollama's address; the API of OpenAI is under `/v1` of it. */
  readonly host: string;
  readonly model: string;
  readonly tools: readonly ChatTool[];
  readonly messages: readonly PlainMessage[];
  /** Whether the answer is wanted piece by piece. */
  readonly isStream: boolean;
}

/** Has one conversation, calls and all, and hands over all text as it comes. */
export type Chat = (onText: (text: string) => void) => Promise<unknown>;

export type PrepareChat = (setup: ChatSetup) => Chat | Promise<Chat>;

export interface ChatTask {
  readonly host: string;
  readonly model: string;
  readonly isStream: boolean;
  readonly tools: number;
  readonly messages: number;
  readonly conversations: number;
  readonly atATime: number;
  /** How long each call takes. */
  readonly toolMs?: number;
  /** Looks at the memory that is held on the way: at so many places, of so many characters. */
  readonly memory?: { readonly places: number; readonly characters: number };
}

export interface ChatAnswer {
  /** Of one conversation. */
  readonly cost: Cost;
  /** All that came, of all conversations. */
  readonly characters: number;
  /** What the tools were called with. */
  readonly calls: readonly Readonly<Record<string, unknown>>[];
  /** In bytes, at each place. */
  readonly held: readonly number[];
  readonly failure?: string;
}

export interface ChatExchange {
  readonly task: ChatTask;
  readonly answer: ChatAnswer;
}

/** No contender needs longer for a task; one that hangs must not hang the bench. */
const patienceMs = 120_000;

/** The contender's side: makes its conversations as it is told, and counts what they did. */
export function serveChats(prepare: PrepareChat): void {
  const recorder = new Recorder();
  // Some peers let promises fail that nobody holds: that is a failure of the conversation, not of the bench.
  process.on("unhandledRejection", (error) => recorder.fail(error));
  const chats = new Map<string, Chat>();
  serve<ChatExchange>(async (task) => {
    const { host, model, isStream, tools, messages } = task;
    const key = [host, model, isStream, tools, messages].join(" ");
    const specs = parseFaultModel(model) === undefined ? createLoopTools(tools) : [addTool];
    const chat =
      chats.get(key) ??
      (await prepare({
        host,
        model,
        isStream,
        tools: specs.map((spec) => ({ ...spec, invoke: (args) => recorder.call(args) })),
        messages: createHistory(messages),
      }));
    chats.set(key, chat);
    return recorder.run(task, chat);
  });
}

/** Sees what the conversations of one task do. */
class Recorder {
  #calls: Readonly<Record<string, unknown>>[] = [];
  #characters = 0;
  #toolMs = 0;
  #memory: HeldMemory | undefined;
  #failure = Promise.withResolvers<never>();

  fail(error: unknown): void {
    this.#failure.reject(error);
  }

  async call(args: Readonly<Record<string, unknown>>): Promise<string> {
    this.#calls.push(args);
    if (this.#toolMs > 0) await sleep(this.#toolMs);
    return `${String(args["city"] ?? args["a"])}: noted.`;
  }

  async run(task: ChatTask, chat: Chat): Promise<ChatAnswer> {
    this.#calls = [];
    this.#characters = 0;
    this.#toolMs = task.toolMs ?? 0;
    this.#memory = task.memory && new HeldMemory(task.memory.places, task.memory.characters);
    this.#failure = Promise.withResolvers<never>();
    let failure: string | undefined;
    const cost = await measure(async () => {
      try {
        await Promise.race([this.#converse(task, chat), this.#failure.promise, giveUp()]);
      } catch (error) {
        failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      }
    });
    return {
      cost: costPer(cost, task.conversations),
      characters: this.#characters,
      calls: this.#calls,
      held: this.#memory?.held ?? [],
      ...(failure !== undefined && { failure }),
    };
  }

  async #converse({ conversations, atATime }: ChatTask, chat: Chat): Promise<void> {
    let begun = 0;
    const onText = (text: string) => {
      this.#characters += text.length;
      this.#memory?.look(this.#characters);
    };
    const workers = Array.from({ length: Math.min(atATime, conversations) }, async () => {
      while (begun < conversations) {
        begun += 1;
        // oxlint-disable-next-line no-await-in-loop
        await chat(onText);
      }
    });
    await Promise.all(workers);
  }
}

async function giveUp(): Promise<never> {
  await sleep(patienceMs, undefined, { ref: false });
  throw new Error(`It took longer than ${patienceMs / 1000} s.`);
}
