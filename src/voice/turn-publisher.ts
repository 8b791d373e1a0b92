import type { Observer } from "../observer.ts";
import type { VoiceEvent } from "./events.ts";
import { toResponsePayload, toTranscriptionPayload, voiceTopics, type Told } from "./payloads.ts";
import type { Publisher } from "./ports.ts";
import type { TurnReport } from "./turn-report.ts";

export interface TurnPublisherOptions {
  readonly publisher: Publisher | undefined;
  readonly topicPrefix: string;
  /** Whose answers these are. */
  readonly model: { readonly provider: string; readonly model: string };
  readonly observe: Observer<VoiceEvent>;
}

/** Tells the world what was heard and answered. A broker that is down neither blocks nor fails a turn (VOX-4). */
export class TurnPublisher {
  readonly #options: TurnPublisherOptions;

  constructor(options: TurnPublisherOptions) {
    this.#options = options;
  }

  tellWords(report: TurnReport): void {
    this.#publish(voiceTopics.transcription, toTranscriptionPayload(report));
  }

  tellAnswer(report: TurnReport, told: Told): void {
    this.#publish(voiceTopics.response, toResponsePayload(report, this.#options.model, told));
  }

  #publish(name: string, payload: object): void {
    const { publisher, topicPrefix, observe } = this.#options;
    const topic = `${topicPrefix}/${name}`;
    const fail = (error: unknown) => observe({ type: "publish.failed", topic, error });
    try {
      Promise.resolve(publisher?.publish(topic, JSON.stringify(payload))).catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}
