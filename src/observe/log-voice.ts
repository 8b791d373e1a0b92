import { messageOf } from "../calls/failure.ts";
import type { VoiceEvent } from "../voice/events.ts";
import type { Log } from "./log.ts";
import { messages } from "./messages.ts";
import type { Redact } from "./redact.ts";

/** What was said may hold anything; it is in the log because it is why something was done. */
export function logVoiceEvent(event: VoiceEvent, log: Log, redact: Redact): void {
  const hide = (text: string): string => String(redact(text));
  switch (event.type) {
    case "voice.changed":
      return log.debug({ state: event.state }, messages.voiceChanged(event.state));
    case "utterance.heard": {
      const { source, durationMs } = event;
      return log.info({ source, durationMs }, messages.utteranceHeard(hide(event.text), durationMs));
    }
    case "action.taken": {
      const { source, call, result } = event;
      const words = hide(event.words);
      const outcome = result.ok ? "ok" : result.code;
      const fields = { words, source, tool: redact(result.name), args: redact(call.args), outcome };
      return log.info(fields, messages.actionTaken(words, hide(result.name), outcome));
    }
    case "turn.ended": {
      const { end, source, durations, error } = event.report;
      const level = end === "failed" ? "error" : end === "dropped" ? "warn" : "debug";
      const reason = error === undefined ? undefined : hide(messageOf(error));
      return log[level]({ end, source, ...durations }, messages.turnEnded(end, reason));
    }
    case "speech.failed":
      return log.warn({}, messages.speechFailed(hide(messageOf(event.error))));
    case "publish.failed":
      return log.warn(
        { topic: event.topic },
        messages.publishFailed(event.topic, hide(messageOf(event.error))),
      );
  }
}
