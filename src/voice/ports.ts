import type { ToolExecutor } from "../calls/executor.ts";
import type { Answer, ChatEvent } from "../chat/events.ts";
import type { LoopOptions } from "../chat/loop.ts";
import type { Message } from "../chat/model.ts";

/** Turns speech into text. An empty text means that nothing was understood. */
export interface Transcriber {
  transcribe(
    audio: Float32Array,
    options: { readonly sampleRate: number; readonly signal: AbortSignal },
  ): Promise<string>;
}

/** Says a sentence aloud; done when it has been heard. */
export interface Speaker {
  speak(text: string, options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Turns text into the bytes of a WAV file. */
export interface Synthesizer {
  synthesize(text: string, options: { readonly signal: AbortSignal }): Promise<Uint8Array>;
}

/** Plays the bytes of a WAV file; done when they have been heard. */
export interface Player {
  play(wav: Uint8Array, options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Tells the world. Whatever it returns is not waited for, and what it throws fails no turn (VOX-4). */
export interface Publisher {
  publish(topic: string, payload: string): unknown;
}

/** Who answers: a model with tools. What `createSwitchboard` gives is one (VOX-1). */
export interface VoiceClient {
  readonly executor: ToolExecutor;
  converse(messages: readonly Message[], options?: LoopOptions): AsyncGenerator<ChatEvent, Answer>;
}
