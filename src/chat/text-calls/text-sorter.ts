import { AnswerScanner } from "./answer-scanner.ts";
import { CallReader, type RecoveredCall } from "./call-reader.ts";
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

/** Thinking that may yet be text is held back up to this length; longer, it is thinking. */
const maxUnsureLength = 64 * 1024;

export interface Piece {
  readonly kind: "answer" | "thinking";
  readonly text: string;
}

/**
 * Sorts the text of one message, as it arrives, into answer, thinking and calls (FIX-7, FIX-8).
 *
 * Every character is decided on once: text that may open something is held back until that is known, and a call's
 * text until the call is whole. Outside thinking and code a marked call counts where it begins a line or follows a
 * sentence, is not announced as an example, and its line does not go on with prose. One without a marker has to begin
 * the message, or (in JSON) a line behind words that say that a call is made, and nothing but calls may follow it.
 * Calls are given out at the end: only then is it known that none of them stood in thinking.
 */
export class TextSorter {
  readonly #answer = new AnswerScanner();
  readonly #calls: CallReader;
  #mode: "answer" | "code" | "thinking" | "calls" = "answer";
  #code = MarkdownCode.startingWith(backtick, false);
  #tag: ThinkTag = thinkTag;
  #hasThought = false;
  /** The ends of tags that are text. */
  readonly #mentioned = new Set<string>();
  /** What stands behind a tag in the middle of the message: thinking if the tag is closed, and text if not. */
  #unsureThinking: string | undefined;
  /** The end of the text so far, where it is not yet known what it begins. */
  #undecided = "";
  #isComplete = false;
  #pieces: { kind: Piece["kind"]; text: string }[] = [];

  constructor(tools: OfferedTools, startsInThinking: boolean) {
    this.#calls = new CallReader(tools);
    if (startsInThinking) this.#startThinking(thinkTag, true);
  }

  /** What the text is, in pieces; `undefined` where it is nothing but answer, as most of it is. */
  push(text: string): Piece[] | undefined {
    if (this.#mode === "answer" && this.#undecided === "") {
      const at = this.#answer.findOpening(text, 0);
      if (at === text.length) {
        this.#answer.add(text);
        return undefined;
      }
      this.#emitAnswer(text.slice(0, at));
      this.#read(text, this.#readOpening(text, at));
    } else {
      this.#readUndecided(text);
    }
    return this.#takePieces();
  }

  /** The message is over: what is still held back is a call or text. */
  finish(): { pieces: Piece[]; calls: readonly RecoveredCall[] } {
    this.#isComplete = true;
    this.#readUndecided();
    if (this.#calls.isInCall) this.#release();
    this.#giveUnsureThinkingBack();
    return { pieces: this.#takePieces(), calls: this.#calls.calls() };
  }

  /** The stream broke off: what is held back is text, whatever it might have become (CHAT-12). */
  cut(): Piece[] {
    this.#isComplete = true;
    this.#readUndecided();
    this.#release();
    this.#giveUnsureThinkingBack();
    return this.#takePieces();
  }

  #readUndecided(more = ""): void {
    const input = this.#undecided + more;
    this.#undecided = "";
    this.#read(input, 0);
  }

  #read(input: string, from: number): void {
    let at = from;
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
    if (this.#readThinkTag(ahead)) return ahead.at;

    const opening = this.#calls.readOpening(ahead, this.#answer.unmarkedCallsHere());
    if (ahead.ranOut) return this.#hold(input, at);
    if (opening && (!opening.isMarked || this.#answer.takesMarkedCallHere())) {
      this.#mode = "calls";
      return this.#calls.start(input, at, opening);
    }
    if (code === backtick || (code === tilde && this.#answer.isLineStart)) return this.#startCode(code, at);
    this.#answer.goOnInLine();
    this.#emitAnswer(input.charAt(at));
    return at + 1;
  }

  #readThinkTag(ahead: Lookahead): boolean {
    const { at } = ahead;
    const { isBlank, isAtMargin } = this.#answer;
    const tag = readThinkOpening(ahead);
    if (tag && (isBlank || isAtMargin || tag.isToken)) {
      this.#startThinking(tag, isBlank || tag.isToken === true);
      return true;
    }
    const strayEnd = tag || this.#hasThought ? undefined : readStrayThinkEnd(ahead);
    if (strayEnd !== undefined && !this.#mentioned.delete(strayEnd)) {
      this.#endUnopenedThinking();
      return true;
    }
    // In the middle of a line a tag is spoken of, or part of markup that was asked for, and so is its end.
    for (const close of tag?.close ?? []) this.#mentioned.add(close);
    ahead.at = at;
    return false;
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

  #startThinking(tag: ThinkTag, isSure: boolean): void {
    this.#mode = "thinking";
    this.#tag = tag;
    this.#unsureThinking = isSure ? undefined : "";
    this.#hasThought = true;
  }

  #readThinking(input: string, from: number): number {
    const at = findPossibleThinkEnd(input, from);
    this.#emitThinking(input.slice(from, at));
    if (at === input.length) return at;
    const ahead = new Lookahead(input, at, this.#isComplete);
    if (ahead.takeOneOf(this.#tag.close) !== undefined) {
      this.#settleThinking();
      this.#mode = "answer";
      return ahead.at;
    }
    if (ahead.ranOut) return this.#hold(input, at);
    this.#emitThinking(input.charAt(at));
    return at + 1;
  }

  #emitThinking(text: string): void {
    if (this.#unsureThinking === undefined) return this.#emit("thinking", text);
    this.#unsureThinking += text;
    if (this.#unsureThinking.length > maxUnsureLength) this.#settleThinking();
  }

  #settleThinking(): void {
    this.#emit("thinking", this.#unsureThinking ?? "");
    this.#unsureThinking = undefined;
  }

  /** A tag that was never closed was only mentioned. */
  #giveUnsureThinkingBack(): void {
    if (this.#unsureThinking !== undefined) this.#emitAnswer(this.#tag.open + this.#unsureThinking);
    this.#unsureThinking = undefined;
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
