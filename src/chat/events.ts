import type { ToolCall, ToolResult } from "../calls/call.ts";
import type { Message, Notice, Usage } from "./model.ts";

/** Why a conversation ended: with an answer, or at one of its limits. */
export type EndReason = "answer" | "length" | "rounds" | "time";

export interface Answer {
  readonly text: string;
  readonly endReason: EndReason;
  /** The whole conversation with everything that this run added: what to hand over next time. */
  readonly messages: readonly Message[];
  /** Every call's result, in order. */
  readonly results: readonly ToolResult[];
  /** How often the model was asked. */
  readonly requests: number;
  readonly usage: Usage;
}

export interface NoticeEvent extends Notice {
  readonly type: "notice.given";
}

/** What happens in a conversation, in the order in which it happens (CHAT-9). */
export type ChatEvent =
  | { readonly type: "text.delta"; readonly delta: string }
  | { readonly type: "thinking.delta"; readonly delta: string }
  | { readonly type: "tool.started"; readonly call: ToolCall }
  | { readonly type: "tool.ended"; readonly call: ToolCall; readonly result: ToolResult }
  /** A message joined the history: kept even when the run fails later. */
  | { readonly type: "message.added"; readonly message: Message }
  | NoticeEvent
  | { readonly type: "answer.given"; readonly answer: Answer };
