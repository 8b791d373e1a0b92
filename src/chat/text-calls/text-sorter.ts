import { AnswerScanner } from "./answer-scanner.ts";
import { CallReader } from "./call-reader.ts";
import { Lookahead } from "./lookahead.ts";
import { backtick, MarkdownCode, tilde } from "./markdown-code.ts";
import type { OfferedTools } from "./offered-tools.ts";
import {
  findPossibleThinkEnd,
  readStrayThinkEnd,
  readThinkOpening,
  type ThinkTag,
  thinkTag,
} from "./think-tags.ts";
import type { WrittenCall } from "./written-calls.ts";

export interface Piece {
  readonly kind: "answer" | "thinking";
  readonly text: string;
}

/**
 * Sorts the text of one message, as it arrives, into answer, thinking and calls (FIX-7, FIX-8).
 *
 * Every character is decided on once: text that may open something is held back until that is known, and a call's
 * text until the call is whole. A marked call counts wherever it stands outside thinking and code. One without a
 * marker has to begin a line (in Python's form: the message), must not be announced as an example, and nothing but
 * calls may follow it. Calls are given out at the end: only then is it known that none of them stood in thinking.
 */
export class TextSorter {
  readonly #answer = new AnswerScanner();
  readonly #calls: CallReader;
  #mode: "answer" | "code" | "thinking" | "calls" = "answer";
  #code = MarkdownCode.startingWith(backtick, false);
  #tag: ThinkTag = thinkTag;
  #hasThought = false;
  /** The end of the text so far, where it is not yet known what it begins. */
  #undecided = "";
  #isComplete = false;
  #pieces: { kind: Piece["kind"]; text: string }[] = [];

  constructor(tools: OfferedTools, startsInThinking: boolean) {
    this.#calls = new CallReader(tools);
    if (startsInThinking) this.#startThinking(thinkTag);
  }

  /** True where the text is nothing but answer, as most of it is: then it has been dealt with. */
  passes(text: string): boolean {
    return this.#mode === "answer" && this.#undecided === "" && this.#answer.passes(text);
  }

  push(text: string): Piece[] {
    this.#read(text);
    return this.#takePieces();
  }

  /** The message is over: what is still held back is a call or text. */
  finish(): { pieces: Piece[]; calls: WrittenCall[] } {
    this.#isComplete = true;
    this.#read("");
    if (this.#calls.isInCall) this.#release();
    return { pieces: this.#takePieces(), calls: this.#calls.calls() };
  }

  /** The stream broke off: what is held back is text, whatever it might have become (CHAT-12). */
  cut(): Piece[] {
    this.#isComplete = true;
    this.#read("");
    this.#release();
    return this.#takePieces();
  }

  #read(text: string): void {
    const input = this.#undecided + text;
    this.#undecided = "";
    let at = 0;
    while (at < input.length) at = this.#step(input, at);
  }

  #step(input: string, at: number): number {
    switch (this.#mode) {
      case "answer":
        return this.#readAnswer(input, at);
      case "code":
        return this.#readCode(input, at);
      case "thinking":
        return this.#readThinking(input, at);
      default:
        return this.#readCalls(input, at);
    }
  }

  #readAnswer(input: string, from: number): number {
    const at = this.#answer.findOpening(input, from);
    this.#emitAnswer(input.slice(from, at));
    return at < input.length ? this.#readOpening(input, at) : at;
  }

  #readOpening(input: string, at: number): number {
    const code = input.charCodeAt(at);
    if (code === backtick && !this.#answer.isLineStart) return this.#startCode(code, at);

    const ahead = new Lookahead(input, at, this.#isComplete);
    const tag = readThinkOpening(ahead);
    if (tag) this.#startThinking(tag);
    else if (!this.#hasThought && readStrayThinkEnd(ahead)) this.#endUnopenedThinking();
    if (ahead.at > at) return ahead.at;

    const opening = this.#calls.readOpening(ahead, this.#answer.unmarkedCallsHere());
    if (ahead.ranOut) return this.#hold(input, at);
    if (opening) {
      this.#mode = "calls";
      return this.#calls.start(input, at, opening);
    }
    if (code === backtick || (code === tilde && this.#answer.isLineStart)) return this.#startCode(code, at);
    this.#answer.goOnInLine();
    this.#emitAnswer(input.charAt(at));
    return at + 1;
  }

  #hold(input: string, at: number): number {
    this.#undecided = input.slice(at);
    return input.length;
  }

  #startCode(marker: number, at: number): number {
    this.#mode = "code";
    this.#code = MarkdownCode.startingWith(marker, this.#answer.isLineStart);
    this.#answer.goOnInLine();
    return at;
  }

  #readCode(input: string, from: number): number {
    const at = this.#code.read(input, from);
    this.#emitAnswer(input.slice(from, at));
    if (this.#code.hasEnded) this.#mode = "answer";
    return at;
  }

  #startThinking(tag: ThinkTag): void {
    this.#mode = "thinking";
    this.#tag = tag;
    this.#hasThought = true;
  }

  #readThinking(input: string, from: number): number {
    const at = findPossibleThinkEnd(input, from);
    this.#emit("thinking", input.slice(from, at));
    if (at === input.length) return at;
    const ahead = new Lookahead(input, at, this.#isComplete);
    if (ahead.takeOneOf(this.#tag.close) !== undefined) {
      this.#mode = "answer";
      return ahead.at;
    }
    if (ahead.ranOut) return this.#hold(input, at);
    this.#emit("thinking", input.charAt(at));
    return at + 1;
  }

  /**
   * An end of thinking that never began: the template had opened it. What was passed on cannot be taken back, but the
   * calls before it were only thought of.
   */
  #endUnopenedThinking(): void {
    this.#hasThought = true;
    this.#emit("thinking", this.#calls.forget());
    this.#answer.startAnew();
  }

  #readCalls(input: string, from: number): number {
    const { at, outcome } = this.#calls.read(input, from, this.#isComplete);
    if (outcome === "undecided") return this.#hold(input, at);
    if (outcome === "text") this.#release();
    return at;
  }

  /** What was held back as a call is text after all. */
  #release(): void {
    const { text, fenceLength } = this.#calls.release();
    this.#emitAnswer(text);
    this.#answer.resume();
    this.#mode = fenceLength > 0 ? "code" : "answer";
    if (fenceLength === 0) return;
    this.#code = MarkdownCode.insideFence(fenceLength, this.#answer.isLineStart);
    this.#answer.goOnInLine();
  }

  #emitAnswer(text: string): void {
    if (text !== "") this.#answer.add(text);
    this.#emit("answer", text);
  }

  #emit(kind: Piece["kind"], text: string): void {
    if (text === "") return;
    const last = this.#pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.#pieces.push({ kind, text });
  }

  #takePieces(): Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
