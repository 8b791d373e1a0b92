import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import type { ToolResult } from "../../calls/call.ts";
import type { ToolExecutor } from "../../calls/executor.ts";
import type { Answer, ChatEvent, EndReason } from "../../chat/events.ts";
import { converse, type LoopOptions } from "../../chat/loop.ts";
import type { ChatModel, Message, Usage } from "../../chat/model.ts";
import type { RetryOptions } from "../../chat/retries.ts";
import type { ToolSource } from "../../tools/tool.ts";
import { parseBaseMessages } from "./given-messages.ts";
import { givenAs } from "./keepsakes.ts";
import { toBaseMessage, toThinkingMessage, type MessageClasses } from "./messages.ts";
import { loadPackage, type ImportPackage } from "./packages.ts";
import { sameId } from "../wire-ids.ts";

/** What every client is made of, beside the settings of its provider. */
export interface ClientParts {
  /** Executes the calls. */
  readonly executor: ToolExecutor;
  /** What the model is offered: a `ToolManager`. */
  readonly tools: Pick<ToolSource, "tools">;
  readonly retry?: RetryOptions;
  readonly importPackage?: ImportPackage;
}

/** What a conversation came to, in LangChain's messages. */
export interface ChatReply {
  /** The answer. */
  readonly message: AIMessage;
  /** The whole conversation with everything that was added to it: what to hand over next time. */
  readonly messages: BaseMessage[];
  readonly endReason: EndReason;
  /** Every call's result, in order. */
  readonly results: readonly ToolResult[];
  readonly usage: Usage;
  /** How often the model was asked. */
  readonly requests: number;
}

/** The loop's events (CHAT-9), with LangChain's messages in them. */
export type ClientEvent =
  | Exclude<ChatEvent, { readonly type: "message.added" } | { readonly type: "answer.given" }>
  | { readonly type: "message.added"; readonly message: BaseMessage }
  | { readonly type: "answer.given"; readonly reply: ChatReply };

/** A model with tools that takes and returns LangChain's messages. It drains the one loop that all share (CHAT-1). */
export class LangChainClient {
  readonly #parts: ClientParts;
  readonly #createModel: () => Promise<ChatModel>;
  #model: Promise<ChatModel> | undefined;

  constructor(parts: ClientParts, createModel: () => Promise<ChatModel>) {
    this.#parts = parts;
    this.#createModel = createModel;
  }

  /** Asks, executes what the model wants done, and comes back with its answer. */
  async chat(messages: string | readonly BaseMessage[], options: LoopOptions = {}): Promise<ChatReply> {
    const events = this.stream(messages, options);
    for (;;) {
      const step = await events.next();
      if (step.done) return step.value;
    }
  }

  /** The same, with everything that happens on the way as it happens. */
  async *stream(
    messages: string | readonly BaseMessage[],
    options: LoopOptions = {},
  ): AsyncGenerator<ClientEvent, ChatReply> {
    const { executor, tools, importPackage } = this.#parts;
    // First, as its package is the one to be told of where nothing is installed.
    const model = await this.#openModel();
    const classes = await loadPackage("@langchain/core/messages", importPackage);
    const given = typeof messages === "string" ? [new classes.HumanMessage(messages)] : messages;
    const events = converse(model, executor, parseBaseMessages(given), {
      tools: tools.tools,
      ...options,
    });
    try {
      for (;;) {
        const step = await events.next();
        if (step.done) return toReply(step.value, classes);
        yield toClientEvent(step.value, classes);
      }
    } finally {
      // Leaving the loop ends what still runs.
      await events.return(undefined as never);
    }
  }

  /** Once for all; what failed is tried again. */
  #openModel(): Promise<ChatModel> {
    this.#model ??= this.#createModel().catch((error: unknown) => {
      this.#model = undefined;
      throw error;
    });
    return this.#model;
  }
}

function toClientEvent(event: ChatEvent, classes: MessageClasses): ClientEvent {
  switch (event.type) {
    case "message.added":
      return { type: event.type, message: toReplyMessage(event.message, classes) };
    case "answer.given":
      return { type: event.type, reply: toReply(event.answer, classes) };
    default:
      return event;
  }
}

function toReply(answer: Answer, classes: MessageClasses): ChatReply {
  const { endReason, results, usage, requests } = answer;
  const messages = answer.messages.map((message) => toReplyMessage(message, classes));
  return { message: messages.at(-1) as AIMessage, messages, endReason, results, usage, requests };
}

/** Inside the program tools go by their own names, and calls by their own ids. */
const ownWords = { toWire: (name: string) => name, toWireId: sameId };

const replyMessages = new WeakMap<Message, BaseMessage>();

/** A message that was handed in is handed back, and one that was made stays the same object. */
function toReplyMessage(message: Message, classes: MessageClasses): BaseMessage {
  const known = givenAs(message) ?? replyMessages.get(message);
  if (known !== undefined) return known;
  const made =
    message.role === "assistant"
      ? toThinkingMessage(message, ownWords, classes)
      : toBaseMessage(message, ownWords, classes);
  replyMessages.set(message, made);
  return made;
}
