import assert from "node:assert/strict";

import { ToolExecutor } from "../../src/calls/executor.ts";
import type { Answer, ChatEvent } from "../../src/chat/events.ts";
import { ask, converse } from "../../src/chat/loop.ts";
import type { ChatModel, CompletionChunk, Message } from "../../src/chat/model.ts";
import { OllamaError, type OllamaBackend, type OllamaModelSettings } from "../../src/ollama.ts";
import { createOllamaModel } from "../../src/providers/ollama/chat-model.ts";
import { createScriptedModel, type ScriptedCall } from "../../src/testing.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";
import type { FoundModel } from "./server.ts";

/** Whether a promise was kept, and who is to blame where it was not: the model, the server, or we. */
export type Verdict = "kept" | "model" | "server" | "broken";

export interface Finding {
  readonly title: string;
  readonly verdict: Verdict;
  readonly note: string;
}

interface Subject extends FoundModel {
  readonly backend: OllamaBackend;
  readonly settings: OllamaModelSettings;
  readonly signal: AbortSignal;
}

/** The model did what it should not have; nothing of ours is wrong. */
class ModelMistake extends Error {}

/** What a check says in words: `assert` where we answer for it, `ModelMistake` where the model does. */
type Check = (subject: Subject) => Promise<string | void>;

const doorCode: Tool = {
  name: "get_door_code",
  description: "Gives the code of a door",
  schema: {
    type: "object",
    properties: { door: { type: "string", description: "The door's name" } },
    required: ["door"],
  },
  invoke: () => "The code is 4711.",
};

const brokenDoorCode: Tool = {
  ...doorCode,
  invoke: () => {
    throw new Error("the door's battery is empty");
  },
};

const doorQuestion: readonly Message[] = [
  { role: "user", content: "What is the code of the garage door? Use the tool." },
];

const longQuestion: readonly Message[] = [
  { role: "user", content: "Write out all numbers from 1 to 1000, one on each line." },
];

const checks: Readonly<Record<string, Check>> = {
  "text answer, with usage": async (subject) => {
    const chunks = await collect(
      modelOf(subject).stream([{ role: "user", content: "Say hello." }], signalOf(subject)),
    );
    const last = chunks.at(-1);
    assert.ok(last?.isFinal, "the stream ended without its last chunk");
    assert.ok(last.usage !== undefined && last.usage.promptTokens > 0 && last.usage.completionTokens > 0);
    assert.ok(last.finishReason === "stop" || last.finishReason === "length", last.finishReason);
    expectOfModel(textOf(chunks) !== "", "it said nothing");
  },

  "one call": async (subject) => {
    const answer = await askAbout(modelOf(subject), doorCode, subject.signal);
    const [result] = answer.results;
    expectOfModel(result !== undefined, `it made no call, it said ${JSON.stringify(answer.text)}`);
    expectOfModel(result.ok, result.text);
    assert.equal(result.name, "get_door_code");
  },

  "a result is used in the answer": async (subject) => {
    const answer = await askAbout(calling(subject, "get_door_code"), doorCode, subject.signal);
    assert.equal(answer.results[0]?.ok, true);
    expectOfModel(answer.text.includes("4711"), `it said ${JSON.stringify(answer.text)}`);
  },

  "a tool's failure is answered": async (subject) => {
    const answer = await askAbout(calling(subject, "get_door_code"), brokenDoorCode, subject.signal);
    assert.equal(answer.results[0]?.text, "Error: the door's battery is empty");
    expectOfModel(answer.text.trim() !== "", "it said nothing");
  },

  "an unknown tool is answered": async (subject) => {
    const answer = await askAbout(calling(subject, "open_window"), doorCode, subject.signal);
    const [result] = answer.results;
    assert.ok(result?.ok === false && result.code === "unknown_tool", result?.text);
    expectOfModel(answer.text.trim() !== "", "it said nothing");
  },

  "an abort ends the request, and the server is free again": async (subject) => {
    const controller = new AbortController();
    const aborted = longAnswer(subject, controller.signal);
    await assert.rejects(async () => {
      for await (const _ of aborted) controller.abort();
    }, isOllamaError("aborted"));
    for await (const _ of longAnswer(subject)) break;
    // A server that still wrote one of the long answers would let this wait until the time is up.
    const chunks = await collect(
      modelOf(subject).stream([{ role: "user", content: "Say yes." }], signalOf(subject)),
    );
    assert.ok(chunks.at(-1)?.isFinal);
  },

  "thinking is kept apart": async (subject) => {
    if (!subject.capabilities.hasThinking) {
      const thinking = collect(modelOf(subject, { think: true }).stream(doorQuestion, signalOf(subject)));
      await assert.rejects(thinking, isOllamaError("no_thinking_support"));
      return "the model has none, and the error says so";
    }
    const thought = await think(subject, true);
    const unthought = await think(subject, false);
    for (const { text } of [thought, unthought]) assert.doesNotMatch(text, /<\/?think>/);
    expectOfModel(thought.thinking !== "", "told to think, it did not");
    expectOfModel(unthought.thinking === "", "told not to think, it did");
  },

  "a model without tools is told from one with tools": async (subject) => {
    const event = await firstEvent(subject);
    const isPrompted = event?.type === "notice.given" && event.code === "prompted_tools";
    assert.equal(isPrompted, !subject.capabilities.hasTools);
    if (subject.capabilities.hasTools) return;
    const bare = subject.backend
      .model(subject.name)
      .stream(doorQuestion, { tools: [doorCode], signal: subject.signal });
    await assert.rejects(collect(bare), isOllamaError("no_tool_support"));
  },

  "a model that is missing is named with the command to get it": async ({ backend, signal }) => {
    const missing = backend.model("no-such-model:0b").stream(doorQuestion, { signal });
    await assert.rejects(collect(missing), (error) => {
      assert.ok(isOllamaError("model_missing")(error));
      return /ollama pull no-such-model:0b/.test(String(error));
    });
  },
};

/** What every model has to keep, one check after the other, each within its time. */
export async function* checkContract(
  subject: Omit<Subject, "signal">,
  limitMs: number,
): AsyncGenerator<Finding> {
  for (const [title, check] of Object.entries(checks)) {
    const signal = AbortSignal.timeout(limitMs);
    try {
      yield { title, verdict: "kept", note: (await check({ ...subject, signal })) ?? "" };
    } catch (error) {
      yield {
        title,
        verdict: toVerdict(error, signal),
        note: error instanceof Error ? error.message : String(error),
      };
    }
  }
}

function toVerdict(error: unknown, signal: AbortSignal): Verdict {
  if (error instanceof ModelMistake) return "model";
  const isSlow = signal.aborted && !(error instanceof assert.AssertionError);
  const isDown = error instanceof OllamaError && ["busy", "timeout", "unreachable"].includes(error.code);
  return isSlow || isDown ? "server" : "broken";
}

function expectOfModel(isRight: boolean, otherwise: string): asserts isRight {
  if (!isRight) throw new ModelMistake(otherwise);
}

function isOllamaError(code: OllamaError["code"]): (error: unknown) => boolean {
  return (error) => error instanceof OllamaError && error.code === code;
}

function modelOf({ backend, name, settings }: Subject, more: OllamaModelSettings = {}): ChatModel {
  return createOllamaModel(backend, name, { ...settings, ...more });
}

function signalOf({ signal }: Subject): { readonly signal: AbortSignal } {
  return { signal };
}

async function firstEvent(subject: Subject): Promise<ChatEvent | undefined> {
  const options = { tools: [doorCode], signal: subject.signal };
  for await (const event of converse(modelOf(subject), executorOf(doorCode), doorQuestion, options))
    return event;
  return undefined;
}

/** The model, with its first turn said for it: so that what follows a call is tried with every model. */
function calling(subject: Subject, name: string): ChatModel {
  const call: ScriptedCall = { name, arguments: { door: "garage" } };
  const first = createScriptedModel([[{ calls: [call] }]]);
  const model = modelOf(subject);
  return {
    provider: model.provider,
    model: model.model,
    stream: (messages, options) => (first.requests.length === 0 ? first : model).stream(messages, options),
  };
}

function longAnswer(subject: Subject, signal: AbortSignal = subject.signal): AsyncIterable<CompletionChunk> {
  const options = { ...subject.settings.options, num_predict: 3000 };
  return modelOf(subject, { options }).stream(longQuestion, { signal });
}

async function think(subject: Subject, isWanted: boolean): Promise<{ text: string; thinking: string }> {
  const question: readonly Message[] = [{ role: "user", content: "Which is more, 7 or 12?" }];
  const { messages } = await ask(
    modelOf(subject, { think: isWanted }),
    executorOf(),
    question,
    signalOf(subject),
  );
  const last = messages.at(-1);
  return { text: last?.content ?? "", thinking: last?.role === "assistant" ? (last.thinking ?? "") : "" };
}

/** Asks for the code of the door. Whatever the model does, every call has one result that follows it (CHAT-5). */
async function askAbout(model: ChatModel, tool: Tool, signal: AbortSignal): Promise<Answer> {
  const answer = await ask(model, executorOf(tool), doorQuestion, { tools: [tool], maxRounds: 2, signal });
  const asked = answer.messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
  const answered = answer.messages.flatMap((message) =>
    message.role === "tool" ? [message.toolCallId] : [],
  );
  assert.deepEqual(answered, asked);
  assert.equal(answer.results.length, asked.length);
  return answer;
}

function executorOf(...added: readonly Tool[]): ToolExecutor {
  const tools = new ToolManager();
  tools.add(added);
  return new ToolExecutor({ tools });
}

async function collect(stream: AsyncIterable<CompletionChunk>): Promise<CompletionChunk[]> {
  const chunks: CompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

function textOf(chunks: readonly CompletionChunk[]): string {
  return chunks
    .map(({ delta }) => delta)
    .join("")
    .trim();
}
