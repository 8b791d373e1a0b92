import type { ToolCall, ToolResult } from "../calls/call.ts";
import type { TurnReport } from "./turn-report.ts";

/** What a voice gateway is doing. `error` stays until the next turn begins. */
export type VoiceState = "idle" | "transcribing" | "thinking" | "speaking" | "error";

export type VoiceEvent =
  | { readonly type: "voice.changed"; readonly state: VoiceState; readonly before: VoiceState }
  | {
      readonly type: "utterance.heard";
      readonly text: string;
      readonly source: string;
      readonly durationMs: number;
    }
  /** A tool was called, and these words are why. */
  | {
      readonly type: "action.taken";
      readonly words: string;
      readonly source: string;
      readonly call: ToolCall;
      readonly result: ToolResult;
    }
  | { readonly type: "turn.ended"; readonly report: TurnReport }
  /** The answer could not be spoken; the turn goes on without (VOX-5). */
  | { readonly type: "speech.failed"; readonly text: string; readonly error: unknown }
  /** Something could not be published; the turn goes on without (VOX-4). */
  | { readonly type: "publish.failed"; readonly topic: string; readonly error: unknown };
