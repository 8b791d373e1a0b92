import assert from "node:assert/strict";
import type { TestContext } from "node:test";

import { ToolExecutor } from "../../../src/calls/executor.ts";
import type { Answer, ChatEvent } from "../../../src/chat/events.ts";
import type { LoopOptions } from "../../../src/chat/loop.ts";
import type { Message } from "../../../src/chat/model.ts";
import type { FakeServer, FakeStep, Script } from "../../../src/testing.ts";
import { ToolManager } from "../../../src/tools/manager.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { add } from "../../fixtures/tools.ts";

export type FakeTurns = readonly Script<FakeStep>[];

/** What a request told the model, whatever the API calls it. */
export interface ReadRequest {
  /** The names of the tools that can be called. */
  readonly tools: readonly string[];
  /** The calls of the history, in order. */
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  /** The results of the history, in order. */
  readonly results: readonly string[];
}

/** A provider under test: a server that plays a script, and somebody who speaks to it. */
export interface Subject {
  readonly server: FakeServer;
  converse(
    messages: readonly Message[],
    executor: ToolExecutor,
    options: LoopOptions,
  ): AsyncGenerator<ChatEvent, Answer>;
  readRequest(body: object): ReadRequest;
}

export interface ContractOptions {
  /** Wrong arguments of `add` that can be repaired, in the way that the API lets a model get them wrong. */
  readonly repairable?: unknown;
  /** Whether the API counts the prompt before the answer begins, so that a script cannot say how long it was. */
  readonly countsPromptFirst?: boolean;
}

export type SetUp = (t: TestContext, turns: FakeTurns) => Promise<Subject>;

export const question: readonly Message[] = [{ role: "user", content: "What is 2 + 3?" }];

export interface Asked {
  readonly tools?: readonly Tool[];
  /** Another run's, to share what belongs to it. */
  readonly executor?: ToolExecutor;
  readonly messages?: readonly Message[];
  readonly options?: LoopOptions;
}

/** The tools of the contract, and what they were called with. */
export function createTools() {
  const calls: unknown[] = [];
  const notingAdd: Tool = {
    ...add,
    invoke(args) {
      calls.push(args);
      return add.invoke(args);
    },
  };
  const fail: Tool = {
    name: "fail",
    description: "Always fails",
    schema: { type: "object", properties: {} },
    invoke() {
      throw new Error("out of order");
    },
  };
  return { calls, add: notingAdd, fail, tools: [notingAdd, fail] };
}

export function createExecutor(tools: readonly Tool[]): ToolExecutor {
  const manager = new ToolManager();
  manager.add(tools);
  return new ToolExecutor({ tools: manager });
}

export async function run(
  subject: Subject,
  { tools = [], executor = createExecutor(tools), messages = question, options = {} }: Asked,
): Promise<{ answer: Answer; events: readonly ChatEvent[] }> {
  const events: ChatEvent[] = [];
  const stream = subject.converse(messages, executor, { tools, ...options });
  for (;;) {
    const step = await stream.next();
    if (step.done) return { answer: step.value, events };
    events.push(step.value);
  }
}

export function requestAt(subject: Subject, index: number): ReadRequest {
  const request = subject.server.chats.at(index);
  assert.ok(request !== undefined, `there was no request ${index}`);
  return subject.readRequest(request.body);
}

export const call = (name: string, args: unknown): FakeStep => ({ calls: [{ name, arguments: args }] });
export const never = new Promise<never>(() => {});
export const hasCode = (code: string) => (error: unknown) => (error as { code?: unknown }).code === code;

export async function nextChat(subject: Subject, count: number) {
  for (let requests = count; ; requests += 1) {
    await subject.server.waitForRequests(requests);
    const chat = subject.server.chats[count - 1];
    if (chat !== undefined) return chat;
  }
}
