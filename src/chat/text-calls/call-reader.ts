import { CallCandidate } from "./call-candidate.ts";
import { readMarker, readMarkerEnd, readTurnEnd } from "./call-markers.ts";
import { type Opening, readOpening, type Unmarked } from "./call-openings.ts";
import { isSpace, Lookahead } from "./lookahead.ts";
import type { OfferedTools } from "./offered-tools.ts";
import { readStrayThinkEnd } from "./think-tags.ts";
import type { WrittenCall } from "./written-calls.ts";

/** What may be a call is held back up to this length; a longer one is text. */
const maxHeldLength = 256 * 1024;

const everywhere: Unmarked = { fenced: true, json: true, python: true };

/** How far a text was read, and what it is known to be: a call so far, text after all, or not yet either. */
interface CallReading {
  readonly at: number;
  readonly outcome: "call" | "text" | "undecided";
}

/** A call and the text that it was recovered from. */
export interface RecoveredCall extends WrittenCall {
  readonly writtenAs: string;
}

interface FoundCall extends RecoveredCall {
  readonly isMarked: boolean;
  /** Set where it is a call whatever follows. */
  isMade: boolean;
}

/** What is held back until it is known to be a call, and what stands between and behind calls. */
interface HeldText {
  text: string;
  readonly calls: readonly FoundCall[];
  readonly isMarked: boolean;
}

/**
 * Reads calls from where one begins to where text begins again, and keeps those that it found. A marked call counts
 * unless its line goes on with prose; one without a marker counts if nothing but calls follows it.
 */
export class CallReader {
  readonly #tools: OfferedTools;
  #found: FoundCall[] = [];
  /** All that was written of the calls that are made. */
  #madeText = "";
  #candidate: CallCandidate | undefined;
  #held: HeldText[] = [];
  #heldLength = 0;
  /** The line of the marked calls that are held back is over. */
  #hasLineEnded = false;
  /** Between a call's marker and its end. */
  #isMarked = false;
  /** The length of the fence around the calls, 0 where there is none. */
  #fenceLength = 0;

  constructor(tools: OfferedTools) {
    this.#tools = tools;
  }

  /** Whether a call may begin here; `ahead.ranOut` where that is not known yet. */
  readOpening(ahead: Lookahead, unmarked: Unmarked): Opening | undefined {
    return this.#tools.isEmpty ? undefined : readOpening(ahead, this.#tools, unmarked);
  }

  /** Begins with a call and gives the place from which it is to be read. */
  start(text: string, at: number, opening: Opening): number {
    // What stands within a marker or a fence is what that says.
    const isMarked = this.#isMarked || (opening.isMarked && this.#fenceLength === 0);
    if (isMarked) this.#joinToMarked("");
    if (this.#hasLineEnded) this.#makeMarked();
    this.#candidate = new CallCandidate(opening, text.slice(at, opening.payloadAt), isMarked);
    this.#isMarked = isMarked;
    this.#fenceLength ||= opening.fenceLength;
    return opening.payloadAt;
  }

  read(text: string, from: number, isComplete: boolean): CallReading {
    const end = this.#endOfRoom(text, from);
    return this.#candidate
      ? this.#readCall(this.#candidate, text, from, end, isComplete)
      : this.#readBehindCall(text, from, end, isComplete);
  }

  /** Gives up what is held back as text, and the calls that depended on what follows them. */
  release(): { text: string; fenceLength: number } {
    // What began as a call does is no prose.
    if (this.#hasLineEnded || this.#candidate) this.#makeMarked();
    const held = this.#held.map(({ text }) => text).join("");
    const released = { text: held + (this.#candidate?.text ?? ""), fenceLength: this.#fenceLength };
    this.#found = this.#found.filter(({ isMade }) => isMade);
    this.#candidate = undefined;
    this.#held = [];
    this.#heldLength = 0;
    this.#hasLineEnded = false;
    this.#isMarked = false;
    this.#fenceLength = 0;
    return released;
  }

  /** Gives up all calls, as the text that they were. */
  forget(): string {
    const text = this.#madeText;
    this.#found = [];
    this.#madeText = "";
    return text;
  }

  /** Whether a call has begun that is not whole. */
  get isInCall(): boolean {
    return this.#candidate !== undefined;
  }

  /** The calls, when the message is over. One that was first written down and then made with a marker is one call. */
  calls(): readonly RecoveredCall[] {
    const keyOf = ({ name, args }: WrittenCall) => JSON.stringify([name, args]);
    if (this.#found.every(({ isMarked }) => isMarked)) return this.#found;
    const marked = new Set(this.#found.filter(({ isMarked }) => isMarked).map(keyOf));
    return this.#found.filter((call) => call.isMarked || !marked.has(keyOf(call)));
  }

  #readCall(
    candidate: CallCandidate,
    text: string,
    from: number,
    end: number,
    isComplete: boolean,
  ): CallReading {
    const at = candidate.read(text, from, end);
    if (candidate.state === "whole") return this.#settle(candidate, candidate.toCalls(this.#tools), at);
    if (candidate.state === "open") return { at, outcome: at < text.length ? "text" : "call" };
    // A marker's end where brackets are still open says that they were forgotten.
    const ahead = new Lookahead(text, at, isComplete);
    const isClosed = candidate.isMarked && readMarkerEnd(ahead);
    if (ahead.ranOut) return { at, outcome: "undecided" };
    return this.#settle(candidate, isClosed ? candidate.toCallsWhenClosed(this.#tools) : undefined, at);
  }

  #settle(
    { text, isMarked }: CallCandidate,
    calls: readonly WrittenCall[] | undefined,
    at: number,
  ): CallReading {
    if (!calls) return { at, outcome: "text" };
    const found = calls.map((call) => ({ ...call, writtenAs: text, isMarked, isMade: false }));
    this.#found.push(...found);
    this.#hold({ text, calls: found, isMarked });
    this.#hasLineEnded = false;
    this.#candidate = undefined;
    return { at, outcome: "call" };
  }

  #readBehindCall(text: string, from: number, end: number, isComplete: boolean): CallReading {
    let at = from;
    while (at < end && maySeparate(text.charCodeAt(at))) at++;
    if (at > from) this.#holdSeparator(text.slice(from, at));
    if (at === text.length) return { at, outcome: "call" };
    if (at === end) return { at, outcome: "text" };

    const ahead = new Lookahead(text, at, isComplete);
    const fence = "`".repeat(this.#fenceLength);
    if (fence !== "" && ahead.take(fence)) {
      this.#fenceLength = 0;
      this.#holdSeparator(fence);
      return { at: ahead.at, outcome: "call" };
    }
    const isTurnEnd = readTurnEnd(ahead);
    if (isTurnEnd || readMarkerEnd(ahead)) {
      this.#isMarked = false;
      this.#joinToMarked(text.slice(at, ahead.at));
      this.#hasLineEnded = isTurnEnd;
      return { at: ahead.at, outcome: "call" };
    }
    const opening = this.readOpening(ahead, everywhere);
    const isProse = !opening && !readNoProse(new Lookahead(text, at, isComplete), ahead);
    if (ahead.ranOut) return { at, outcome: "undecided" };
    if (opening) return { at: this.start(text, at, opening), outcome: "call" };
    if (!isProse) this.#hasLineEnded = true;
    return { at, outcome: "text" };
  }

  #hold(held: HeldText): void {
    this.#held.push(held);
    this.#heldLength += held.text.length;
  }

  #holdSeparator(text: string): void {
    this.#hold({ text, calls: [], isMarked: false });
    if (text.includes("\n")) this.#hasLineEnded = true;
  }

  /** What ends a marked call is part of it, and so is what stands between the two. */
  #joinToMarked(end: string): void {
    const lastAt = this.#held.findLastIndex(({ calls }) => calls.length > 0);
    const last = this.#held[lastAt];
    if (!last?.isMarked) {
      if (end !== "") this.#hold({ text: end, calls: [], isMarked: false });
      return;
    }
    const between = this.#held.splice(lastAt + 1);
    last.text += between.map(({ text }) => text).join("") + end;
    this.#heldLength += end.length;
  }

  /** Nothing that follows can make text of the marked calls any more. */
  #makeMarked(): void {
    const marked = this.#held.filter(({ isMarked }) => isMarked);
    for (const { text, calls } of marked) {
      for (const call of calls) call.isMade = true;
      this.#madeText += text;
      this.#heldLength -= text.length;
    }
    if (marked.length > 0) this.#held = this.#held.filter(({ isMarked }) => !isMarked);
  }

  #endOfRoom(text: string, from: number): number {
    const room = maxHeldLength - this.#heldLength - (this.#candidate?.length ?? 0);
    return Math.min(text.length, from + Math.max(0, room));
  }
}

/** What may stand between calls, and the bracket too many that models put behind one. */
function maySeparate(code: number): boolean {
  return isSpace(code) || code === 44 || code === 59 || code === 93 || code === 125;
}

/** Another marker, if only of a call that cannot be read, or the end of thinking. */
function readNoProse(behind: Lookahead, ahead: Lookahead): boolean {
  const isNoProse = readMarker(behind) || readStrayThinkEnd(behind) !== undefined;
  ahead.ranOut ||= behind.ranOut;
  return isNoProse;
}
