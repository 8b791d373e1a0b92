import { CallCandidate } from "./call-candidate.ts";
import { readMarkerEnd, readTurnEnd } from "./call-markers.ts";
import { type Opening, readOpening, type Unmarked } from "./call-openings.ts";
import { isSpace, Lookahead } from "./lookahead.ts";
import type { OfferedTools } from "./offered-tools.ts";
import type { WrittenCall } from "./written-calls.ts";

/** What may be a call is held back up to this length; a longer one is text. */
const maxHeldLength = 256 * 1024;

const everywhere: Unmarked = { fenced: true, json: true, python: true };

/** How far a text was read, and what it is known to be: a call so far, text after all, or not yet either. */
interface CallReading {
  readonly at: number;
  readonly outcome: "call" | "text" | "undecided";
}

interface FoundCall extends WrittenCall {
  /** All that was written of it. */
  text: string;
  /** Counts only if nothing but calls follows it. */
  readonly isProvisional: boolean;
}

/** Reads calls from where one begins to where text begins again, and keeps those that it found. */
export class CallReader {
  readonly #tools: OfferedTools;
  #found: FoundCall[] = [];
  #hasProvisional = false;
  #candidate: CallCandidate | undefined;
  /** Provisional calls and what stands between and behind calls, in case it turns out to be text. */
  #held = "";
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
    const released = { text: this.#held + (this.#candidate?.text ?? ""), fenceLength: this.#fenceLength };
    if (this.#hasProvisional) this.#found = this.#found.filter(({ isProvisional }) => !isProvisional);
    this.#hasProvisional = false;
    this.#candidate = undefined;
    this.#held = "";
    this.#isMarked = false;
    this.#fenceLength = 0;
    return released;
  }

  /** Gives up all calls, as the text that they were. */
  forget(): string {
    const text = this.#found.map((call) => call.text).join("");
    this.#found = [];
    return text;
  }

  /** Whether a call has begun that is not whole. */
  get isInCall(): boolean {
    return this.#candidate !== undefined;
  }

  /** The calls, when the message is over. One that was first written down and then made with a marker is one call. */
  calls(): WrittenCall[] {
    if (!this.#hasProvisional) return this.#found;
    const keyOf = ({ name, args }: WrittenCall) => JSON.stringify([name, args]);
    const made = new Set(this.#found.filter((call) => !call.isProvisional).map(keyOf));
    return this.#found.filter((call) => !call.isProvisional || !made.has(keyOf(call)));
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
    for (const [index, { name, args }] of calls.entries()) {
      this.#found.push({ name, args, text: index === 0 ? text : "", isProvisional: !isMarked });
    }
    if (!isMarked) {
      this.#held += text;
      this.#hasProvisional = true;
    }
    this.#candidate = undefined;
    return { at, outcome: "call" };
  }

  #readBehindCall(text: string, from: number, end: number, isComplete: boolean): CallReading {
    let at = from;
    while (at < end && maySeparate(text.charCodeAt(at))) at++;
    this.#held += text.slice(from, at);
    if (at === text.length) return { at, outcome: "call" };
    if (at === end) return { at, outcome: "text" };

    const ahead = new Lookahead(text, at, isComplete);
    const fence = "`".repeat(this.#fenceLength);
    if (fence !== "" && ahead.take(fence)) {
      this.#fenceLength = 0;
      this.#held += fence;
      return { at: ahead.at, outcome: "call" };
    }
    if (readMarkerEnd(ahead) || readTurnEnd(ahead)) {
      this.#endMarked(text.slice(at, ahead.at));
      return { at: ahead.at, outcome: "call" };
    }
    const opening = this.readOpening(ahead, everywhere);
    if (ahead.ranOut) return { at, outcome: "undecided" };
    return opening ? { at: this.start(text, at, opening), outcome: "call" } : { at, outcome: "text" };
  }

  /** What ends a marked call is part of it, whatever follows. */
  #endMarked(end: string): void {
    this.#isMarked = false;
    this.#held += end;
    const last = this.#found.at(-1);
    if (this.#hasProvisional || !last) return;
    last.text += this.#held;
    this.#held = "";
  }

  #endOfRoom(text: string, from: number): number {
    const room = maxHeldLength - this.#held.length - (this.#candidate?.length ?? 0);
    return Math.min(text.length, from + Math.max(0, room));
  }
}

/** What may stand between calls, and the bracket too many that models put behind one. */
function maySeparate(code: number): boolean {
  return isSpace(code) || code === 44 || code === 59 || code === 93 || code === 125;
}
