import { parseLenientJson } from "../../calls/lenient-json.ts";
import { BracketTracker } from "./bracket-tracker.ts";
import type { CallSyntax, Opening } from "./call-openings.ts";
import type { OfferedTools } from "./offered-tools.ts";
import { parsePythonCalls } from "./python-calls.ts";
import { parseTaggedArguments, TagTracker } from "./tagged-arguments.ts";
import { toWrittenCalls, type WrittenCall } from "./written-calls.ts";

/** Text that began as a call does, and is followed until it is one or is seen to be none. */
export class CallCandidate {
  readonly isMarked: boolean;
  readonly #syntax: CallSyntax;
  readonly #name: string | undefined;
  readonly #marker: string;
  readonly #tracker: BracketTracker | TagTracker;
  #payload = "";

  constructor(opening: Opening, marker: string, isMarked: boolean) {
    this.isMarked = isMarked;
    this.#syntax = opening.syntax;
    this.#name = opening.name;
    this.#marker = marker;
    this.#tracker = opening.syntax === "tags" ? new TagTracker() : new BracketTracker();
  }

  /** All of it, character for character, in case it is no call. */
  get text(): string {
    return this.#marker + this.#payload;
  }

  get length(): number {
    return this.#marker.length + this.#payload.length;
  }

  get state(): "open" | "whole" | "broken" {
    return this.#tracker.state;
  }

  read(text: string, from: number, to: number): number {
    const end = this.#tracker.read(text, from, to);
    this.#payload += text.slice(from, end);
    return end;
  }

  /** The calls that it stands for, where all of them are to offered tools. */
  toCalls(tools: OfferedTools): WrittenCall[] | undefined {
    return this.#parse(this.#payload, tools);
  }

  /** The same where only closing brackets are missing, and a marker says that the call ended here. */
  toCallsWhenClosed(tools: OfferedTools): WrittenCall[] | undefined {
    const missing = this.#tracker instanceof BracketTracker ? this.#tracker.missingEnd() : undefined;
    return missing === undefined ? undefined : this.#parse(this.#payload + missing, tools);
  }

  #parse(payload: string, tools: OfferedTools): WrittenCall[] | undefined {
    const calls =
      this.#name === undefined ? this.#parseCalls(payload) : this.#parseArguments(payload, this.#name);
    const named = calls?.map(({ name, args }) => ({ name: tools.nameOf(name), args }));
    return named?.every(isNamed) ? named : undefined;
  }

  #parseCalls(payload: string): WrittenCall[] | undefined {
    if (this.#syntax === "python") return parsePythonCalls(payload);
    const parsed = parseLenientJson(payload);
    return parsed && toWrittenCalls(parsed.value, this.isMarked);
  }

  #parseArguments(payload: string, name: string): WrittenCall[] | undefined {
    const args = this.#syntax === "tags" ? parseTaggedArguments(payload) : parseLenientJson(payload)?.value;
    return args === undefined ? undefined : [{ name, args }];
  }
}

function isNamed(call: { readonly name: string | undefined; readonly args: unknown }): call is WrittenCall {
  return call.name !== undefined;
}
