import type { ToolExecutor } from "../calls/executor.ts";
import { systemClock, type Clock } from "../clock.ts";
import { callGuarded, guardObserver, type Observer } from "../observer.ts";
import { checkPositive } from "../options.ts";
import { mayHoldSpeech, resample, speechSampleRate } from "./audio.ts";
import { Conversations } from "./conversations.ts";
import type { VoiceEvent, VoiceState } from "./events.ts";
import type { AskedFrom } from "./payloads.ts";
import type { Publisher, Speaker, Transcriber, VoiceClient } from "./ports.ts";
import { TurnPublisher } from "./turn-publisher.ts";
import { TurnQueue, type WhenBusy } from "./turn-queue.ts";
import type { TurnEnd, TurnReport } from "./turn-report.ts";
import { Turn, type TurnSettings } from "./turn.ts";
import { parseSpeech } from "./wav.ts";

export interface BackgroundTranscriberOptions {
  /** Who answers, with tools; `createSwitchboard` gives one. */
  readonly client: VoiceClient;
  /** Whose answers these are, for what is published. */
  readonly model: { readonly provider: string; readonly model: string };
  readonly transcriber: Transcriber;
  /** Without one, answers are published and not spoken. */
  readonly speaker?: Speaker;
  readonly publisher?: Publisher;
  /** What the model is told before every conversation. */
  readonly instructions?: string;
  /** What happens to a turn that comes while another runs: `queue`, up to `maxWaiting`, or `drop`. */
  readonly whenBusy?: WhenBusy;
  readonly maxWaiting?: number;
  /** Whether an utterance cancels the turn that speaks: yes. With a microphone beside the speaker it should not. */
  readonly bargeIn?: boolean;
  /** How many tools one utterance may call: 10. */
  readonly maxActions?: number;
  /** How long transcribing may take, and each sentence that is spoken: 30 s. */
  readonly speechMs?: number;
  /** How long the model and its tools may take: 2 minutes. */
  readonly thinkMs?: number;
  /** After so long without a word the conversation starts afresh: 2 minutes. */
  readonly quietMs?: number;
  /** How many questions and answers the model is reminded of: 10. */
  readonly maxTurns?: number;
  /** What is said when a turn fails; an empty text says nothing. */
  readonly apology?: string;
  /** What the answers are published under: `voice`. */
  readonly topicPrefix?: string;
  readonly observe?: Observer<VoiceEvent>;
  readonly clock?: Clock;
}

export interface HearOptions {
  /** Of the samples: 16 kHz. Other rates are converted. */
  readonly sampleRate?: number;
  /** Where the words came from: `microphone`. */
  readonly source?: string;
  readonly signal?: AbortSignal;
}

type WavOptions = Omit<HearOptions, "sampleRate">;

export interface AskOptions extends AskedFrom {
  /** `text` */
  readonly source?: string;
  readonly signal?: AbortSignal;
}

/** The session of those who speak: there is one microphone. */
const spokenSession = "voice";

/**
 * The voice gateway: audio in, text, tools through the executor, speech out, MQTT around it (VOX-1). One turn at a
 * time; nothing that goes wrong in a turn throws, as there is nobody to catch it.
 */
export class BackgroundTranscriber {
  readonly executor: ToolExecutor;
  readonly #options: BackgroundTranscriberOptions;
  readonly #settings: TurnSettings;
  readonly #publisher: TurnPublisher;
  readonly #queue: TurnQueue;
  readonly #conversations: Conversations;
  readonly #stateListeners = new Set<(state: VoiceState) => void>();
  readonly #closing = new AbortController();
  #running: AbortController | undefined;
  #state: VoiceState = "idle";

  constructor(options: BackgroundTranscriberOptions) {
    const { client, model, transcriber, speaker, publisher, clock = systemClock } = options;
    const observe = guardObserver(options.observe ?? (() => {}));
    this.executor = client.executor;
    this.#options = options;
    this.#settings = {
      client,
      transcriber,
      speaker,
      clock,
      observe,
      setState: (state) => this.#setState(state),
      limits: {
        maxActions: checkPositive("maxActions", options.maxActions ?? 10),
        speechMs: checkPositive("speechMs", options.speechMs ?? 30_000),
        thinkMs: checkPositive("thinkMs", options.thinkMs ?? 120_000),
      },
    };
    this.#publisher = new TurnPublisher({
      publisher,
      topicPrefix: options.topicPrefix ?? "voice",
      model,
      observe,
    });
    this.#queue = new TurnQueue({
      whenBusy: options.whenBusy ?? "queue",
      maxWaiting: checkPositive("maxWaiting", options.maxWaiting ?? 3),
    });
    this.#conversations = new Conversations(
      {
        quietMs: checkPositive("quietMs", options.quietMs ?? 120_000),
        maxTurns: checkPositive("maxTurns", options.maxTurns ?? 10),
      },
      clock,
    );
  }

  get state(): VoiceState {
    return this.#state;
  }

  /** Told of every change; gives what takes the listener away again. */
  onState(listener: (state: VoiceState) => void): () => void {
    // A function of its own per subscription: the same listener given twice is two subscriptions.
    const own = (state: VoiceState) => listener(state);
    this.#stateListeners.add(own);
    return () => void this.#stateListeners.delete(own);
  }

  /** One spoken turn. Silence and short noises are ignored, and interrupt nobody (VOX-2). */
  async hear(audio: Float32Array, options: HearOptions = {}): Promise<TurnReport> {
    const { sampleRate = speechSampleRate, source = "microphone", signal } = options;
    if (!mayHoldSpeech(audio, checkPositive("sampleRate", sampleRate))) return emptyReport("ignored", source);
    const isBargeIn = this.#state === "speaking" && !this.#isInterrupted && (this.#options.bargeIn ?? true);
    if (isBargeIn) this.interrupt();
    const words = resample(audio, sampleRate, speechSampleRate);
    return this.#enter({ words, source, session: spokenSession, isBargeIn, signal, from: {} });
  }

  /** The same with the bytes of a WAV file. Throws for bytes that are none. */
  async hearWav(bytes: Uint8Array, { source = "wav", signal }: WavOptions = {}): Promise<TurnReport> {
    return this.hear(parseSpeech(bytes), { source, ...(signal && { signal }) });
  }

  /** A turn that is written and not spoken; its answer is published and not spoken. */
  async ask(text: string, options: AskOptions = {}): Promise<TurnReport> {
    const { source = "text", session, id, signal } = options;
    const from = { ...(id !== undefined && { id }), ...(session !== undefined && { session }) };
    return this.#enter({ words: text, source, session: session ?? source, isBargeIn: false, signal, from });
  }

  /** Cancels the turn that runs, also while it speaks. Those that wait go on. */
  interrupt(): void {
    this.#running?.abort(new DOMException("The turn was interrupted", "AbortError"));
  }

  get #isInterrupted(): boolean {
    return this.#running?.signal.aborted ?? false;
  }

  /** When no turn runs and none waits. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Ends the turn that runs and lets go of those that wait. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException("The voice gateway was closed", "AbortError"));
    this.interrupt();
    await this.settled();
  }

  async #enter(heard: Heard): Promise<TurnReport> {
    const run = () => this.#run(heard);
    const entered = this.#closing.signal.aborted ? undefined : this.#queue.enter(run, heard);
    const report = await (entered ?? this.#drop(heard));
    this.#settings.observe({ type: "turn.ended", report });
    return report;
  }

  #drop(heard: Heard): TurnReport {
    const { words, source } = heard;
    const report = emptyReport("dropped", source, typeof words === "string" ? words : "");
    this.#excuse({ ...report, error: "Busy; ask again in a moment" }, heard);
    return report;
  }

  async #run(heard: Heard): Promise<TurnReport> {
    const { words, source } = heard;
    const running = new AbortController();
    this.#running = running;
    const signals = [running.signal, this.#closing.signal, ...(heard.signal ? [heard.signal] : [])];
    const signal = AbortSignal.any(signals);
    const isSpoken = typeof words !== "string";
    const turn = new Turn(this.#settings, source, isSpoken, signal);
    try {
      signal.throwIfAborted();
      const question = isSpoken ? await turn.transcribe(words) : turn.take(words);
      if (question === "") return turn.report("ignored");
      if (isSpoken) this.#publisher.tellWords(turn.report("answered"));
      await this.#answer(turn, heard);
      await turn.spoken();
      return turn.report(signal.aborted ? "interrupted" : "answered");
    } catch (error) {
      const report = turn.report(signal.aborted ? "interrupted" : "failed", error);
      if (signal.aborted) this.#excuse(report, heard);
      else await this.#apologize(turn, report, heard);
      return report;
    } finally {
      this.#running = undefined;
      if (this.#state !== "error") this.#setState("idle");
    }
  }

  async #answer(turn: Turn, { session, from }: Heard): Promise<void> {
    const { instructions } = this.#options;
    const answer = await turn.ask([
      ...(instructions === undefined ? [] : [{ role: "system", content: instructions } as const]),
      ...this.#conversations.messagesOf(session),
      { role: "user", content: turn.question },
    ]);
    const conversationTurns = this.#conversations.add(session, answer.messages);
    this.#publisher.tellAnswer(turn.report("answered"), { ...from, conversationTurns });
  }

  async #apologize(turn: Turn, report: TurnReport, { from }: Heard): Promise<void> {
    if (report.question !== "") this.#publisher.tellAnswer(report, { ...from, error: report.error });
    turn.say(this.#options.apology ?? "Sorry, that did not work.");
    await turn.spoken();
    this.#setState("error");
  }

  /** Who asked in writing waits for an answer, and is told that there is none. */
  #excuse(report: TurnReport, { words, from }: Heard): void {
    if (typeof words === "string") this.#publisher.tellAnswer(report, { ...from, error: report.error });
  }

  #setState(state: VoiceState): void {
    const before = this.#state;
    if (state === before) return;
    this.#state = state;
    this.#settings.observe({ type: "voice.changed", state, before });
    for (const listener of this.#stateListeners) callGuarded(listener, state, describeListener);
  }
}

/** What a turn starts from. */
interface Heard {
  readonly words: Float32Array | string;
  readonly source: string;
  readonly session: string;
  readonly isBargeIn: boolean;
  readonly signal: AbortSignal | undefined;
  readonly from: AskedFrom;
}

function describeListener(state: VoiceState): string {
  return `A listener failed on the state "${state}"`;
}

function emptyReport(end: TurnEnd, source: string, question = ""): TurnReport {
  return { end, source, question, answer: "", results: [], durations: { totalMs: 0 } };
}
