import { parseLenientJson } from "../../calls/lenient-json.ts";
import { BracketTracker } from "../text-calls/bracket-tracker.ts";
import { Lookahead } from "../text-calls/lookahead.ts";
import { toWrittenCalls, type WrittenCall } from "../text-calls/written-calls.ts";
import { findStringStop, readEscape } from "./json-escapes.ts";

/** Calls that are longer than this are text. */
const maxCallsLength = 256 * 1024;

/** What is there when the text is over. */
export interface Ending {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
}

/** Decodes one message; what comes out does not depend on how the text was cut. */
export class EnvelopeDecoder {
  #mode: "opening" | "answer" | "calls" | "member" | "closed" | "plain" = "opening";
  #isEnvelope = false;
  /** The end of the text so far, where it is not yet known what it begins. */
  #undecided = "";
  #isComplete = false;
  #decoded = "";
  /** The first half of a character that takes two: alone it would not survive being written anywhere. */
  #halfCharacter = "";
  #brackets = new BracketTracker();
  /** All that was written of the calls, in case they are none. */
  #callsText = "";
  #listAt = 0;
  #calls: WrittenCall[] = [];

  /** Whether the message began as an envelope: then nothing of its text is anything else. */
  get isEnvelope(): boolean {
    return this.#isEnvelope;
  }

  push(text: string): string {
    const input = this.#undecided + text;
    this.#undecided = "";
    let at = 0;
    while (at < input.length) at = this.#step(input, at);
    return this.#takeDecoded();
  }

  finish(): Ending {
    this.#isComplete = true;
    const text = this.push("");
    const unfinished = this.#mode === "calls" ? this.#callsText : "";
    return { text: text + this.#halfCharacter + unfinished, calls: this.#calls };
  }

  #step(input: string, at: number): number {
    switch (this.#mode) {
      case "opening":
        return this.#read(input, at, readOpening);
      case "answer":
        return this.#readAnswer(input, at);
      case "calls":
        return this.#readCalls(input, at);
      case "member":
        return this.#read(input, at, readNextMember);
      case "closed":
        return this.#readBehind(input, at);
      default:
        this.#emit(input.slice(at));
        return input.length;
    }
  }

  #read(input: string, from: number, readPart: (ahead: Lookahead) => Part | undefined): number {
    const ahead = new Lookahead(input, from, this.#isComplete);
    const part = readPart(ahead);
    if (ahead.ranOut) return this.#hold(input, from);
    this.#mode = part ?? "plain";
    if (part === undefined) return from;
    this.#isEnvelope = true;
    if (part === "calls") this.#startCalls(input.slice(from, ahead.at));
    return ahead.at;
  }

  #hold(input: string, at: number): number {
    this.#undecided = input.slice(at);
    return input.length;
  }

  #readAnswer(input: string, from: number): number {
    const stop = findStringStop(input, from);
    this.#emit(input.slice(from, stop));
    if (stop === input.length) return stop;
    if (input[stop] === '"') {
      this.#mode = "member";
      return stop + 1;
    }
    const escape = readEscape(input, stop);
    if (escape === undefined && !this.#isComplete) return this.#hold(input, stop);
    const { text, end } = escape ?? { text: input.slice(stop), end: input.length };
    this.#emit(text);
    return end;
  }

  #startCalls(before: string): void {
    this.#brackets = new BracketTracker();
    this.#callsText = before;
    this.#listAt = before.length;
  }

  #readCalls(input: string, from: number): number {
    const room = Math.max(0, maxCallsLength - this.#callsText.length);
    const end = this.#brackets.read(input, from, Math.min(input.length, from + room));
    this.#callsText += input.slice(from, end);
    if (this.#brackets.state === "whole") this.#settleCalls();
    else if (this.#brackets.state === "broken" || end < input.length) this.#giveCallsUp();
    return end;
  }

  #settleCalls(): void {
    const calls = parseCalls(this.#callsText.slice(this.#listAt));
    if (calls === undefined) {
      this.#giveCallsUp();
      return;
    }
    this.#calls.push(...calls);
    this.#mode = "member";
  }

  #giveCallsUp(): void {
    this.#emit(this.#callsText);
    this.#mode = "plain";
  }

  /** Behind the envelope there is nothing but the end of its fence; if there is more, it is text. */
  #readBehind(input: string, from: number): number {
    const ahead = new Lookahead(input, from, this.#isComplete);
    ahead.skipSpace();
    if (ahead.take(fence)) ahead.skipSpace();
    if (ahead.at < input.length && !ahead.ranOut) {
      this.#mode = "plain";
      return from;
    }
    return this.#isComplete ? input.length : this.#hold(input, from);
  }

  #emit(text: string): void {
    const whole = this.#halfCharacter + text;
    const isHalf = isHighSurrogate(whole.charCodeAt(whole.length - 1));
    this.#halfCharacter = isHalf ? whole.slice(-1) : "";
    this.#decoded += isHalf ? whole.slice(0, -1) : whole;
  }

  #takeDecoded(): string {
    const decoded = this.#decoded;
    this.#decoded = "";
    return decoded;
  }
}

/** What follows a piece of the envelope's own syntax. */
type Part = "answer" | "calls" | "closed";

const fence = "```";

/** Up to the first member's value, from within a fence or not. */
function readOpening(ahead: Lookahead): Part | undefined {
  ahead.skipSpace();
  if (ahead.take(fence)) ahead.take("json");
  ahead.skipSpace();
  return ahead.take("{") ? readMember(ahead) : undefined;
}

/** From the end of one value to the beginning of the next, or to the end. */
function readNextMember(ahead: Lookahead): Part | undefined {
  ahead.skipSpace();
  if (ahead.take("}")) return "closed";
  return ahead.take(",") ? readMember(ahead) : undefined;
}

function readMember(ahead: Lookahead): Part | undefined {
  ahead.skipSpace();
  const key = ahead.takeOneOf(['"answer"', '"calls"']);
  ahead.skipSpace();
  if (!ahead.take(":")) return undefined;
  ahead.skipSpace();
  if (key === '"answer"') return ahead.take('"') ? "answer" : undefined;
  return key !== undefined && ahead.sees("[") ? "calls" : undefined;
}

function parseCalls(text: string): readonly WrittenCall[] | undefined {
  const list = parseLenientJson(text)?.value;
  return Array.isArray(list) && list.length === 0 ? [] : toWrittenCalls(list, true);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}
