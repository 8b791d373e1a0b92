import { messageOf } from "../calls/failure.ts";
import type { TurnReport } from "./turn-report.ts";

/** What is published, under the gateway's prefix (VOX-4). */
export const voiceTopics = {
  transcription: "transcription",
  response: "ai-response",
  request: "request",
  status: "status",
} as const;

/** Who asked: what comes back with the answer, so that it finds its question. */
export interface AskedFrom {
  readonly id?: string;
  readonly session?: string;
}

/** `{text, timestamp, source, duration}`; durations are in milliseconds (VOX-4). */
export function toTranscriptionPayload({ question, source, durations }: TurnReport): object {
  return {
    text: question,
    timestamp: new Date().toISOString(),
    source,
    duration: Math.round(durations.transcribeMs ?? 0),
  };
}

export interface Told extends AskedFrom {
  readonly conversationTurns?: number;
  readonly error?: unknown;
}

/** `{question, answer, timestamp, source, model, provider, conversationTurns, duration}`, and `id` where one was given. */
export function toResponsePayload(
  { question, answer, source, durations }: TurnReport,
  { provider, model }: { readonly provider: string; readonly model: string },
  { error, conversationTurns = 0, ...from }: Told,
): object {
  return {
    question,
    answer,
    timestamp: new Date().toISOString(),
    source,
    model,
    provider,
    conversationTurns,
    duration: Math.round(durations.thinkMs ?? durations.totalMs),
    ...from,
    ...(error !== undefined && { error: messageOf(error) }),
  };
}
