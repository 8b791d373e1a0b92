import type { ChatEvent } from "../chat/events.ts";
import type { Message } from "../chat/model.ts";
import type { ModelChoice } from "../choose-model.ts";
import { runTurn, type TurnOutcome } from "./run-turn.ts";
import type { Session } from "./session.ts";

/** What has been said so far, with whom, and what is said next. */
export class Conversation {
  readonly session: Session;
  choice: ModelChoice;
  #messages: Message[] = [];

  constructor(session: Session, choice: ModelChoice) {
    this.session = session;
    this.choice = choice;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  forget(): void {
    this.#messages = [];
  }

  /** A turn that fails or is stopped keeps what was said and done until then: it has happened. */
  async say(content: string, signal: AbortSignal, onEvent: (event: ChatEvent) => void): Promise<TurnOutcome> {
    this.#messages.push({ role: "user", content });
    return runTurn([...this.#messages], {
      session: this.session,
      model: this.choice.model,
      signal,
      onEvent: (event) => {
        if (event.type === "message.added") this.#messages.push(event.message);
        onEvent(event);
      },
    });
  }
}
