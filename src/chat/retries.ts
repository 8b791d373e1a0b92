import { pause } from "../calls/pause.ts";
import { systemClock, type Clock } from "../clock.ts";
import { SwitchboardError } from "../errors.ts";
import { LateStream, type BegunStream } from "./late-stream.ts";
import type { ChatModel, CompletionChunk, Message, StreamOptions } from "./model.ts";

export interface RetryOptions {
  /** How often a request is repeated: 2. */
  readonly retries?: number;
  /** The pause before the first repetition: 500 ms; it doubles each time, and half of it is left to chance. */
  readonly baseMs?: number;
  /** The longest pause, whatever the server asks for: 30 s. */
  readonly maxMs?: number;
  readonly clock?: Clock;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
}

/** What an error says about itself where a request failed: an HTTP status, and how long the server wants to be left alone. */
interface RequestFailure {
  readonly status?: unknown;
  readonly retryAfterMs?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/**
 * Repeats a request that a server was too busy for or that did not reach it: 429, 5xx, connection refused or reset.
 * Only before the first chunk: what a caller has seen is never said twice. This is the one place that retries.
 */
export function withRetries(model: ChatModel, options: RetryOptions = {}): ChatModel {
  const {
    retries = 2,
    baseMs = 500,
    maxMs = 30_000,
    clock = systemClock,
    random = () => Math.random(),
  } = options;
  // NaN would repeat for ever.
  if (!(retries >= 0)) {
    throw new SwitchboardError("invalid_option", `retries must be 0 or more, got ${String(retries)}`);
  }

  async function begin(
    messages: readonly Message[],
    request: StreamOptions,
  ): Promise<BegunStream<CompletionChunk>> {
    for (let attempt = 0; ; attempt += 1) {
      const iterator = model.stream(messages, request)[Symbol.asyncIterator]();
      try {
        return { iterator, first: await iterator.next() };
      } catch (error) {
        if (attempt >= retries || request.signal?.aborted || !isPassing(error)) throw error;
        const pauseMs = baseMs * 2 ** attempt * (0.5 + random() / 2);
        const asked = (error as RequestFailure).retryAfterMs;
        const askedMs = typeof asked === "number" ? asked : 0;
        if (askedMs > maxMs) throw error;
        // Ends early when the caller aborts; the request that follows then says so in its own words.
        await pause(Math.round(Math.min(Math.max(pauseMs, askedMs), maxMs)), request.signal, clock);
      }
    }
  }

  return {
    provider: model.provider,
    model: model.model,
    wireNameOf: (name, tools) => model.wireNameOf?.(name, tools) ?? name,
    stream: (messages, request = {}) => new LateStream(() => begin(messages, request)),
  };
}

const lostConnections: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
]);

/** Whether the same request may go through a moment later. */
function isPassing(error: unknown): boolean {
  const { status, code } = (error ?? {}) as RequestFailure;
  if (typeof status === "number") return status === 429 || status >= 500;
  // An answer that began and broke off is not repeated: who knows what it has cost.
  return code !== "truncated" && isLostConnection(error);
}

function isLostConnection(error: unknown): boolean {
  let current = error;
  // Bounded: a chain of causes may be a circle.
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth += 1) {
    const { code, cause } = current as RequestFailure;
    if (lostConnections.has(code)) return true;
    current = cause;
  }
  return false;
}
