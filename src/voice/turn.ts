import type { ToolResult } from "../calls/call.ts";
import type { Answer, ChatEvent } from "../chat/events.ts";
import type { Message } from "../chat/model.ts";
import type { Clock } from "../clock.ts";
import type { Observer } from "../observer.ts";
import { speechSampleRate } from "./audio.ts";
import { runBounded } from "./bounded-port.ts";
import type { VoiceEvent, VoiceState } from "./events.ts";
import type { Speaker, Transcriber, VoiceClient } from "./ports.ts";
import { SpokenAnswer } from "./spoken-answer.ts";
import type { TurnDurations, TurnEnd, TurnReport } from "./turn-report.ts";

/** What all turns of a gateway share. */
export interface TurnSettings {
  readonly client: VoiceClient;
  readonly transcriber: Transcriber;
  readonly speaker: Speaker | undefined;
  readonly limits: TurnLimits;
  readonly clock: Clock;
  readonly observe: Observer<VoiceEvent>;
  readonly setState: (state: VoiceState) => void;
}

interface TurnLimits {
  /** How many tools one utterance may call. */
  readonly maxActions: number;
  /** How long transcribing may take, and each sentence that is spoken. */
  readonly speechMs: number;
  /** How long the model and its tools may take. */
  readonly thinkMs: number;
}

/** One turn on its way: what was heard, thought and said so far. */
export class Turn {
  readonly #settings: TurnSettings;
  readonly #source: string;
  readonly #signal: AbortSignal;
  readonly #startedAt: number;
  readonly #results: ToolResult[] = [];
  readonly #speech: SpokenAnswer | undefined;
  #question = "";
  #answer = "";
  #askedAt: number;
  #durations: Omit<TurnDurations, "totalMs"> = {};

  constructor(settings: TurnSettings, source: string, isSpoken: boolean, signal: AbortSignal) {
    this.#settings = settings;
    this.#source = source;
    this.#signal = signal;
    this.#startedAt = settings.clock.now();
    this.#askedAt = this.#startedAt;
    const { speaker } = settings;
    this.#speech = isSpoken && speaker !== undefined ? this.#prepareSpeech(speaker) : undefined;
  }

  get question(): string {
    return this.#question;
  }

  report(end: TurnEnd, error?: unknown): TurnReport {
    return {
      end,
      source: this.#source,
      question: this.#question,
      answer: this.#answer,
      results: this.#results,
      durations: { ...this.#durations, totalMs: this.#since(this.#startedAt) },
      ...(error !== undefined && { error }),
    };
  }

  /** For words that need no transcribing. */
  take(words: string): string {
    this.#question = words.trim();
    return this.#question;
  }

  /** The words in the audio; empty where there are none. */
  async transcribe(audio: Float32Array): Promise<string> {
    const { transcriber, setState, observe } = this.#settings;
    setState("transcribing");
    const text = await runBounded("Transcribing", this.#bounds(), (signal) =>
      transcriber.transcribe(audio, { sampleRate: speechSampleRate, signal }),
    );
    const durationMs = this.#since(this.#startedAt);
    this.#durations = { transcribeMs: durationMs };
    const words = this.take(text);
    if (words !== "") observe({ type: "utterance.heard", text: words, source: this.#source, durationMs });
    return words;
  }

  /** Asks, and begins to speak with the first whole sentence; the answer may be there before it has been heard. */
  async ask(messages: readonly Message[]): Promise<Answer> {
    const { client, limits, clock, setState } = this.#settings;
    setState("thinking");
    this.#askedAt = clock.now();
    const events = client.converse(messages, {
      signal: this.#signal,
      maxCalls: limits.maxActions,
      totalMs: limits.thinkMs,
    });
    for (;;) {
      const step = await events.next();
      if (step.done) return this.#takeAnswer(step.value);
      this.#follow(step.value);
    }
  }

  /** For what is to be heard although no model said it. */
  say(text: string): void {
    this.#speech?.add(text);
    this.#speech?.endPart();
  }

  /** When everything has been heard that is to be heard. */
  async spoken(): Promise<void> {
    await this.#speech?.finished();
  }

  #follow(event: ChatEvent): void {
    switch (event.type) {
      // Thinking has an event of its own, and is never spoken (FIX-8).
      case "text.delta":
        return this.#speech?.add(event.delta);
      case "tool.started":
        return this.#speech?.endPart();
      case "tool.ended": {
        const { call, result } = event;
        const [words, source] = [this.#question, this.#source];
        this.#results.push(result);
        this.#settings.observe({ type: "action.taken", words, source, call, result });
      }
    }
  }

  #takeAnswer(answer: Answer): Answer {
    this.#answer = answer.text.trim();
    this.#speech?.endPart();
    this.#durations = { ...this.#durations, thinkMs: this.#since(this.#askedAt) };
    return answer;
  }

  #prepareSpeech(speaker: Speaker): SpokenAnswer {
    const { setState, observe } = this.#settings;
    return new SpokenAnswer({
      say: (sentence) =>
        runBounded("Speaking", this.#bounds(), (signal) => speaker.speak(sentence, { signal })),
      onStart: () => {
        this.#durations = { ...this.#durations, untilSpeechMs: this.#since(this.#askedAt) };
        setState("speaking");
      },
      onFailure: (error, text) => {
        if (!this.#signal.aborted) observe({ type: "speech.failed", text, error });
      },
    });
  }

  #bounds() {
    const { limits, clock } = this.#settings;
    return { limitMs: limits.speechMs, signal: this.#signal, clock };
  }

  #since(time: number): number {
    return this.#settings.clock.now() - time;
  }
}
