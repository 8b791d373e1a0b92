import type { Clock } from "../clock.ts";
import type { Message } from "../chat/model.ts";

export interface ConversationLimits {
  /** After so long without a word a conversation starts afresh. */
  readonly quietMs: number;
  /** How many questions and their answers a model is reminded of. */
  readonly maxTurns: number;
}

interface Conversation {
  readonly messages: readonly Message[];
  /** Of the whole conversation, also those that are no longer in `messages`. */
  readonly turns: number;
  readonly endedAt: number;
}

/** More speakers than this at a time are not a household; the quietest is forgotten. */
const maxConversations = 100;

/** What was said lately, by session. */
export class Conversations {
  readonly #bySession = new Map<string, Conversation>();
  readonly #limits: ConversationLimits;
  readonly #clock: Clock;

  constructor(limits: ConversationLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  messagesOf(session: string): readonly Message[] {
    return this.#find(session)?.messages ?? [];
  }

  /** Keeps what was said, and gives how many turns the conversation has had. */
  add(session: string, messages: readonly Message[]): number {
    const turns = (this.#find(session)?.turns ?? 0) + 1;
    // Taken out first, so that the order is that of the last words.
    this.#bySession.delete(session);
    this.#bySession.set(session, {
      messages: takeLastTurns(messages, this.#limits.maxTurns),
      turns,
      endedAt: this.#clock.now(),
    });
    const [quietest] = this.#bySession.keys();
    if (this.#bySession.size > maxConversations && quietest !== undefined) this.#bySession.delete(quietest);
    return turns;
  }

  #find(session: string): Conversation | undefined {
    const conversation = this.#bySession.get(session);
    if (conversation === undefined) return undefined;
    if (this.#clock.now() - conversation.endedAt < this.#limits.quietMs) return conversation;
    this.#bySession.delete(session);
    return undefined;
  }
}

/** Cut in front of a question, so that no result is parted from its call. System messages are given anew each time. */
function takeLastTurns(messages: readonly Message[], maxTurns: number): readonly Message[] {
  const said = messages.filter(({ role }) => role !== "system");
  const questions = said.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  return said.slice(questions.at(-maxTurns) ?? 0);
}
