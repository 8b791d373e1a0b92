import { SentenceSplitter } from "./sentences.ts";
import { toSpeakable } from "./speakable-text.ts";

export interface SpokenAnswerOptions {
  /** Says one sentence. */
  say(sentence: string): Promise<void>;
  /** Told once, before the first sentence. */
  onStart(): void;
  /** Told once: nothing more is said after that (VOX-5). */
  onFailure(error: unknown, sentence: string): void;
}

/** An answer that is spoken while it is still being written, sentence by sentence. */
export class SpokenAnswer {
  readonly #splitter = new SentenceSplitter();
  readonly #options: SpokenAnswerOptions;
  #lastSentence: Promise<void> = Promise.resolve();
  #hasStarted = false;
  #hasFailed = false;

  constructor(options: SpokenAnswerOptions) {
    this.#options = options;
  }

  add(delta: string): void {
    for (const sentence of this.#splitter.push(delta)) this.#queue(sentence);
  }

  /** What has been written so far is all of this part: a tool is called now, or the answer has ended. */
  endPart(): void {
    for (const sentence of this.#splitter.end()) this.#queue(sentence);
  }

  /** Done when everything has been heard. Never rejects. */
  finished(): Promise<void> {
    return this.#lastSentence;
  }

  #queue(sentence: string): void {
    const words = toSpeakable(sentence);
    if (words !== "") this.#lastSentence = this.#lastSentence.then(() => this.#say(words));
  }

  async #say(words: string): Promise<void> {
    if (this.#hasFailed) return;
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      this.#options.onStart();
    }
    try {
      await this.#options.say(words);
    } catch (error) {
      this.#hasFailed = true;
      this.#options.onFailure(error, words);
    }
  }
}
