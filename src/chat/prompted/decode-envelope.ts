import type { CompletionChunk, ToolCallDelta } from "../model.ts";
import type { WrittenCall } from "../text-calls/written-calls.ts";
import { type Ending, EnvelopeDecoder } from "./envelope-decoder.ts";

/**
 * Takes answer and calls out of their envelope, as it arrives: the answer's text is passed on at once, the calls come
 * with the final chunk. What is no envelope is passed on as it is.
 */
export async function* decodeEnvelope(
  chunks: AsyncIterable<CompletionChunk>,
): AsyncGenerator<CompletionChunk, void, undefined> {
  const decoder = new EnvelopeDecoder();
  let hasEnded = false;
  for await (const chunk of chunks) {
    const delta = decoder.push(chunk.delta);
    if (chunk.isFinal) {
      hasEnded = true;
      yield toFinalChunk(chunk, delta, decoder.finish());
    } else if (delta !== "" || !isTextOnly(chunk)) {
      yield { ...chunk, delta };
    }
  }
  const rest = hasEnded ? "" : decoder.finish().text;
  if (rest !== "") yield { delta: rest, toolCalls: [], isFinal: false };
}

function toFinalChunk(chunk: CompletionChunk, delta: string, { text, calls }: Ending): CompletionChunk {
  const final = { ...chunk, delta: delta + text };
  if (calls.length === 0) return final;
  return { ...final, toolCalls: [...chunk.toolCalls, ...calls.map(toDelta)], finishReason: "tool_use" };
}

function toDelta({ name, args }: WrittenCall, index: number): ToolCallDelta {
  return { index, id: `call_${crypto.randomUUID()}`, name, argumentsDelta: JSON.stringify(args) };
}

function isTextOnly({ thinking, toolCalls, notice }: CompletionChunk): boolean {
  return !thinking && toolCalls.length === 0 && notice === undefined;
}
