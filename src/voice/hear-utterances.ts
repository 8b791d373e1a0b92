import { systemClock, type Clock } from "../clock.ts";
import { durationMsOf, speechSampleRate } from "./audio.ts";
import type { BackgroundTranscriber } from "./background-transcriber.ts";

export interface HearUtterancesOptions {
  /** The microphone does not hear the speaker, so that what is said while the gateway speaks is somebody else's. */
  readonly bargeIn: boolean;
  readonly clock?: Clock;
}

/** Gives the gateway what a microphone hears. What began while the gateway spoke may be its own voice, and is left out. */
export async function hearUtterances(
  gateway: Pick<BackgroundTranscriber, "hear" | "onState" | "state">,
  utterances: AsyncIterable<Float32Array>,
  { bargeIn, clock = systemClock }: HearUtterancesOptions,
): Promise<void> {
  let isSpeaking = gateway.state === "speaking";
  let spokeUntil = -Infinity;
  const forget = gateway.onState((state) => {
    if (isSpeaking) spokeUntil = clock.now();
    isSpeaking = state === "speaking";
  });
  try {
    for await (const utterance of utterances) {
      const beganAt = clock.now() - durationMsOf(utterance, speechSampleRate);
      const mayBeOwnVoice = isSpeaking || beganAt < spokeUntil;
      if (bargeIn || !mayBeOwnVoice) void gateway.hear(utterance);
    }
  } finally {
    forget();
  }
}
