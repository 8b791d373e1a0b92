import { onAbort } from "../calls/on-abort.ts";
import type { ChatModel, CompletionChunk, Message, StreamOptions, ToolCallDelta } from "../chat/model.ts";
import { SwitchboardError } from "../errors.ts";
import { stepsOf, type ScriptedCall, type ScriptedEnd, type ScriptedStep, type Turns } from "./script.ts";

/** What a scripted model was asked. */
export interface ScriptedRequest {
  readonly messages: readonly Message[];
  readonly options: StreamOptions;
}

/** A model without a model: it does what its script says. */
export interface ScriptedModel extends ChatModel {
  /** All that it was asked, in order, with the messages as they were at that moment. */
  readonly requests: readonly ScriptedRequest[];
}

/**
 * A model for tests of tools and loops: each time it is asked, it plays the next turn of its script.
 *
 * @example
 * const model = createScriptedModel([[{ calls: [{ name: "add", arguments: { a: 2, b: 3 } }] }], "It is 5."]);
 */
export function createScriptedModel(
  turns: Turns<ScriptedStep, ScriptedRequest>,
  { provider = "scripted", model = "scripted" }: { provider?: string; model?: string } = {},
): ScriptedModel {
  const requests: ScriptedRequest[] = [];
  let callCount = 0;
  return {
    provider,
    model,
    requests,
    stream(messages, options = {}) {
      const request = { messages: [...messages], options };
      requests.push(request);
      const steps = stepsOf(turns, request, requests.length - 1);
      return playTurn(steps, () => `call_${++callCount}`, options.signal);
    },
  };
}

type Steps = Iterable<ScriptedStep> | AsyncIterable<ScriptedStep>;

async function* playTurn(
  steps: Steps,
  createId: () => string,
  signal: AbortSignal | undefined,
): AsyncGenerator<CompletionChunk, void, undefined> {
  let chunkCount = 0;
  let callCount = 0;
  const toDeltas = (calls: readonly ScriptedCall[]): readonly ToolCallDelta[] =>
    calls.map((call) => ({
      index: callCount++,
      ...(call.id !== null && { id: call.id ?? createId() }),
      name: call.name,
      argumentsDelta: toArgumentsText(call),
    }));

  for await (const step of steps) {
    signal?.throwIfAborted();
    if (typeof step === "string") yield { delta: step, toolCalls: [], isFinal: false };
    else if ("thinking" in step) yield { delta: "", thinking: step.thinking, toolCalls: [], isFinal: false };
    else if ("calls" in step) yield { delta: "", toolCalls: toDeltas(step.calls), isFinal: false };
    else if ("wait" in step) await waitFor(step.wait, signal);
    else if ("error" in step) throw new SwitchboardError("scripted_error", step.error);
    else if ("cut" in step) return;
    else {
      const lastCalls = toDeltas(step.end.calls ?? []);
      yield toFinalChunk(step.end, lastCalls, callCount > 0, chunkCount);
      return;
    }
    chunkCount += 1;
  }
  yield toFinalChunk({}, [], callCount > 0, chunkCount);
}

function toFinalChunk(
  { reason, promptTokens = 0, completionTokens }: ScriptedEnd,
  toolCalls: readonly ToolCallDelta[],
  hasCalls: boolean,
  chunkCount: number,
): CompletionChunk {
  const otherReason = reason === "length" ? "length" : "stop";
  return {
    delta: "",
    toolCalls,
    isFinal: true,
    usage: { promptTokens, completionTokens: completionTokens ?? chunkCount },
    finishReason: hasCalls ? "tool_use" : otherReason,
  };
}

/** Arguments that are text already are what a model wrote, right or wrong. */
function toArgumentsText(call: ScriptedCall): string {
  if (typeof call.arguments === "string") return call.arguments;
  return "arguments" in call ? JSON.stringify(call.arguments) : "{}";
}

async function waitFor(event: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const forget = signal && onAbort(signal, () => aborted.reject(signal.reason));
  try {
    await Promise.race([event, aborted.promise]);
  } finally {
    forget?.();
  }
}
