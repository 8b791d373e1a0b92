import { setTimeout as sleep } from "node:timers/promises";

import type { FakeWriter } from "./fake-writer.ts";
import type { ScriptedCall, ScriptedEnd, ScriptedStep } from "./script.ts";

type Headers = Readonly<Record<string, string>>;

/** One thing that a fake server does while it answers. */
export type FakeStep =
  | ScriptedStep
  /** Declines to answer and ends the turn: as a refusal where the API has one, as text where not. */
  | { readonly refusal: string }
  /** As much of a call as the API can send of it; without the rest, so that a cut can follow. */
  | { readonly unfinishedCall: ScriptedCall }
  /** Fails in the API's own form: with this status before the stream begins, with an event in it afterwards. */
  | { readonly status: number; readonly error: string; readonly headers?: Headers }
  /** Answers with this status before the stream begins; an object is sent as JSON, a string as it stands. */
  | { readonly status: number; readonly body: object | string; readonly headers?: Headers }
  /** Bytes as they stand: half a line, garbage, anything. */
  | { readonly raw: string | Uint8Array }
  | { readonly delayMs: number };

/** A failure that the script asks for; 500 where it names no status. */
export interface FakeFailure {
  readonly status: number;
  readonly error: string;
  readonly headers: Headers;
}

/** An answer in the words of one API, in a stream or in one piece. */
export interface FakeAnswer {
  addText(text: string): Promise<void>;
  addThinking(thinking: string): Promise<void>;
  addCalls(calls: readonly ScriptedCall[]): Promise<void>;
  addUnfinishedCall(call: ScriptedCall): Promise<void>;
  refuse(refusal: string): Promise<void>;
  end(end: ScriptedEnd): Promise<void>;
  fail(failure: FakeFailure): Promise<void>;
}

export type Steps = Iterable<FakeStep> | AsyncIterable<FakeStep>;

/** Answers a request as its script says, until the script or the client is done. */
export async function playScript(writer: FakeWriter, answer: FakeAnswer, steps: Steps): Promise<void> {
  for await (const step of steps) {
    if (writer.isGone || (await isLast(step, writer, answer))) return;
  }
  await answer.end({});
}

/** Does one step; true where nothing may follow it. */
async function isLast(step: FakeStep, writer: FakeWriter, answer: FakeAnswer): Promise<boolean> {
  if (typeof step === "string") await answer.addText(step);
  else if ("thinking" in step) await answer.addThinking(step.thinking);
  else if ("calls" in step) await answer.addCalls(step.calls);
  else if ("unfinishedCall" in step) await answer.addUnfinishedCall(step.unfinishedCall);
  else if ("raw" in step) await writer.write(step.raw);
  else if ("wait" in step) await writer.wait(step.wait);
  else if ("delayMs" in step) await writer.wait(sleep(step.delayMs));
  else {
    await finish(step, writer, answer);
    return true;
  }
  return false;
}

type LastStep = Extract<
  FakeStep,
  { end: unknown } | { refusal: unknown } | { error: unknown } | { cut: unknown } | { status: unknown }
>;

async function finish(step: LastStep, writer: FakeWriter, answer: FakeAnswer): Promise<void> {
  if ("end" in step) await answer.end(step.end);
  else if ("refusal" in step) await answer.refuse(step.refusal);
  else if ("cut" in step) await writer.cut(step.cut);
  else if ("error" in step) await answer.fail({ status: 500, headers: {}, ...step });
  else if (typeof step.body === "string") writer.sendText(step.status, step.body, step.headers);
  else writer.sendJson(step.status, step.body, step.headers);
}

/** The arguments as a model writes them. Those that are text already are sent as they stand, right or wrong. */
export function toArgumentsText(call: ScriptedCall): string {
  if (typeof call.arguments === "string") return call.arguments;
  return "arguments" in call ? JSON.stringify(call.arguments) : "{}";
}

/** Text in the pieces that a model writes it in: a few characters each, and never half a character. */
export function toPieces(text: string): readonly string[] {
  const length = Math.max(8, Math.ceil(text.length / 64));
  return text.match(new RegExp(`[\\s\\S]{1,${length}}`, "gu")) ?? [];
}
