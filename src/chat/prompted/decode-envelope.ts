import type { CompletionChunk } from "../model.ts";
import { toCallDelta } from "../text-calls/written-calls.ts";
import { EnvelopeDecoder } from "./envelope-decoder.ts";

/**
 * Takes answer and calls out of their envelope, as it arrives: the answer's text is passed on at once, the calls come
 * with the final chunk. An answer is nothing but text, whatever it quotes; what is no envelope is passed on as it is.
 */
export async function* decodeEnvelope(
  chunks: AsyncIterable<CompletionChunk>,
): AsyncGenerator<CompletionChunk, void, undefined> {
  const decoder = new EnvelopeDecoder();
  const withText = (chunk: CompletionChunk, delta: string): CompletionChunk =>
    decoder.isEnvelope && delta !== "" ? { ...chunk, delta, isSorted: true } : { ...chunk, delta };
  /** The first index that none of the provider's own calls has. */
  let freeIndex = 0;
  let hasEnded = false;
  for await (const chunk of chunks) {
    for (const { index } of chunk.toolCalls) freeIndex = Math.max(freeIndex, index + 1);
    const delta = decoder.push(chunk.delta);
    if (chunk.isFinal) {
      hasEnded = true;
      const { text, calls } = decoder.finish();
      const toolCalls = calls.map((call, index) => toCallDelta(call, freeIndex + index));
      yield withCalls(withText(chunk, delta + text), toolCalls);
    } else if (delta !== "" || !isTextOnly(chunk)) {
      yield withText(chunk, delta);
    }
  }
  const rest = hasEnded ? "" : decoder.finish().text;
  if (rest !== "") yield withText({ delta: "", toolCalls: [], isFinal: false }, rest);
}

function withCalls(chunk: CompletionChunk, calls: CompletionChunk["toolCalls"]): CompletionChunk {
  if (calls.length === 0) return chunk;
  return { ...chunk, toolCalls: [...chunk.toolCalls, ...calls], finishReason: "tool_use" };
}

function isTextOnly({ thinking, toolCalls, notice }: CompletionChunk): boolean {
  return !thinking && toolCalls.length === 0 && notice === undefined;
}
