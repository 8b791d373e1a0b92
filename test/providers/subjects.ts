import type { BaseMessage } from "@langchain/core/messages";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";

import type { ToolExecutor } from "../../src/calls/executor.ts";
import type { Answer, ChatEvent } from "../../src/chat/events.ts";
import { converse, type LoopOptions } from "../../src/chat/loop.ts";
import type { ChatModel, Message } from "../../src/chat/model.ts";
import type { ChatReply, ClientEvent } from "../../src/langchain.ts";
import { parseBaseMessages } from "../../src/providers/langchain/given-messages.ts";
import { toBaseMessage } from "../../src/providers/langchain/messages.ts";
import type { ReadRequest, Subject } from "./contract.ts";

/** Short pauses: the servers of the tests need no rest. */
export const retry = { baseMs: 1 };

export function subjectOfModel(
  server: Subject["server"],
  model: ChatModel,
  readRequest: Subject["readRequest"],
): Subject {
  return {
    server,
    readRequest,
    converse: (messages, executor, options) => converse(model, executor, messages, options),
  };
}

interface Client {
  stream(messages: readonly BaseMessage[], options: LoopOptions): AsyncGenerator<ClientEvent, ChatReply>;
}

/** A client under the contract: it is given LangChain's messages, and what it gives is read as plain ones. */
export function subjectOfClient(
  server: Subject["server"],
  createClient: (executor: ToolExecutor) => Client,
  readRequest: Subject["readRequest"],
): Subject {
  const clients = new WeakMap<ToolExecutor, Client>();
  async function* converseWithClient(
    messages: readonly Message[],
    executor: ToolExecutor,
    options: LoopOptions,
  ): AsyncGenerator<ChatEvent, Answer> {
    const client = clients.get(executor) ?? createClient(executor);
    clients.set(executor, client);
    const classes = { AIMessage, HumanMessage, SystemMessage, ToolMessage };
    const words = { toWire: (name: string) => name, toWireId: (id: string) => id };
    const given = messages.map((message) => toBaseMessage(message, words, classes));
    const events = client.stream(given, options);
    try {
      for (;;) {
        const step = await events.next();
        if (step.done) return toAnswer(step.value);
        yield toChatEvent(step.value);
      }
    } finally {
      await events.return(undefined as never);
    }
  }
  return { server, readRequest, converse: converseWithClient };
}

function toChatEvent(event: ClientEvent): ChatEvent {
  if (event.type === "answer.given") return { type: event.type, answer: toAnswer(event.reply) };
  if (event.type !== "message.added") return event;
  const [message] = parseBaseMessages([event.message]);
  if (message === undefined) throw new Error("no message");
  return { type: event.type, message };
}

function toAnswer({ message, messages, endReason, results, usage, requests }: ChatReply): Answer {
  return {
    text: message.text,
    messages: parseBaseMessages(messages),
    endReason,
    results,
    usage,
    requests,
  };
}

interface FunctionBody {
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly tool_calls?: readonly {
      readonly function: { readonly name: string; readonly arguments: unknown };
    }[];
  }[];
}

/** A request to Ollama, or to OpenAI, which differs in that arguments are text. */
export function readFunctionBody(body: object): ReadRequest {
  const { tools = [], messages } = body as FunctionBody;
  return {
    tools: tools.map((tool) => tool.function.name),
    calls: messages
      .flatMap(({ tool_calls: calls = [] }) => calls)
      .map(({ function: { name, arguments: args } }) => ({
        name,
        args: typeof args === "string" ? (JSON.parse(args) as unknown) : args,
      })),
    results: messages.filter(({ role }) => role === "tool").map(({ content }) => content),
  };
}

interface AnthropicBody {
  readonly tools?: readonly { readonly name: string }[];
  readonly tool_choice?: { readonly type: string };
  readonly messages: readonly { readonly content: string | readonly AnthropicBlock[] }[];
}

interface AnthropicBlock {
  readonly type: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly content?: string;
}

export function readAnthropicBody(body: object): ReadRequest {
  const { tools = [], tool_choice: choice, messages } = body as AnthropicBody;
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  return {
    tools: choice?.type === "none" ? [] : tools.map(({ name }) => name),
    calls: blocks
      .filter(({ type }) => type === "tool_use")
      .map(({ name = "", input }) => ({ name, args: input })),
    results: blocks.filter(({ type }) => type === "tool_result").map(({ content = "" }) => content),
  };
}

interface GeminiBody {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly contents: readonly { readonly parts: readonly GeminiPart[] }[];
}

interface GeminiPart {
  readonly functionCall?: { readonly name: string; readonly args: unknown };
  readonly functionResponse?: { readonly response: { readonly result: string } };
}

export function readGeminiBody(body: object): ReadRequest {
  const { tools = [], contents } = body as GeminiBody;
  const parts = contents.flatMap(({ parts: some }) => some);
  return {
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations).map(({ name }) => name),
    calls: parts.flatMap(({ functionCall: made }) => (made ? [{ name: made.name, args: made.args }] : [])),
    results: parts.flatMap(({ functionResponse: given }) => (given ? [given.response.result] : [])),
  };
}
