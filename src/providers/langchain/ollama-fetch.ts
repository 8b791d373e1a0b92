import { AsyncLocalStorage } from "node:async_hooks";
import type { Message } from "../../chat/model.ts";
import { toConnectionError, toCutError } from "../ollama/connection-errors.ts";
import { toAbortError, type OllamaError } from "../ollama/errors.ts";
import { PulledBytes } from "../ollama/http/pulled-bytes.ts";
import { OllamaServer } from "../ollama/server.ts";
import { toResponseError } from "../ollama/server-errors.ts";
import type { WireNames } from "../wire-names.ts";
import { parseRetryAfter } from "../model-error.ts";
import { CheckedLines, type AnswerBytes } from "./ollama-lines.ts";

/** What one call of the model knows and ChatOllama would lose on its way to the wire (CHAT-10). */
export interface OllamaCall {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly names: WireNames;
  /** Of this call alone: ChatOllama's own abort ends all streams of its instance, and leaves their sockets open. */
  readonly signal: AbortSignal;
  /** Where the ids go that the server gives its calls; ChatOllama makes up new ones. */
  readonly serverCallIds: (string | undefined)[];
}

const currentCall = new AsyncLocalStorage<OllamaCall>();

/** Runs what leads to a request of ChatOllama, so that the fetch at its end knows what it belongs to. */
export function runAsCall<Result>(call: OllamaCall, run: () => Result): Result {
  return currentCall.run(call, run);
}

export type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` for ChatOllama that puts back what is lost. Requests that are not of a call pass through. Where the caller
 * has no fetch of its own, the request goes out as those of the native backend do, at half the cost.
 */
export function createOllamaFetch(fetch: Fetch): Fetch {
  let server: OllamaServer | undefined;

  return async (input, init) => {
    const call = currentCall.getStore();
    if (call === undefined || typeof init?.body !== "string" || typeof input !== "string") {
      return fetch(input, init);
    }
    const body = putBack(init.body, call);
    const { signal, model } = call;
    if (fetch !== globalThis.fetch || !input.endsWith(chatPath)) {
      const { origin } = new URL(input);
      return toResponse(await sendWith(fetch, input, { ...init, body, signal }, call, origin), call, origin);
    }
    const headers = init.headers as Readonly<Record<string, string>>;
    server ??= new OllamaServer({ host: input.slice(0, -chatPath.length), headers });
    const bytes = new PulledBytes(server.send("POST", chatPath, { body, signal, model }));
    return toResponse(bytes, call, server.url.origin);
  };
}

const chatPath = "/api/chat";

/** Only what ollama-js looks at: a real Response with a real stream in it costs as much as the request. */
function toResponse(bytes: AnswerBytes, call: OllamaCall, server: string): Response {
  const response = { ok: true, body: { getReader: () => new CheckedLines(bytes, call, server) } };
  return response as unknown as Response;
}

/** Sends a request with the caller's own fetch; all that goes wrong is an `OllamaError`. */
async function sendWith(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  call: OllamaCall,
  server: string,
): Promise<AnswerBytes> {
  const response = await fetch(url, init).catch((error: unknown) => {
    throw toOllamaError(error, call, server, toConnectionError);
  });
  if (!response.ok || response.body === null) throw await toHttpError(response, call, server);
  const reader = response.body.getReader();
  return {
    next: () =>
      reader.read().catch((error: unknown) => {
        throw toOllamaError(error, call, server, toCutError);
      }),
    release: () => void reader.cancel().catch(() => {}),
  };
}

function toOllamaError(
  error: unknown,
  { signal }: OllamaCall,
  server: string,
  toError: typeof toCutError,
): OllamaError {
  if (signal.aborted) return toAbortError(signal);
  const { cause = error } = error as Error;
  return toError(cause as NodeJS.ErrnoException, server);
}

async function toHttpError(response: Response, { model }: OllamaCall, server: string): Promise<Error> {
  const { status, headers } = response;
  // The status says the more important thing: a text that breaks off is no error of its own.
  const body = await response.text().catch(() => "");
  const location = headers.get("location") ?? undefined;
  const retryAfterMs = parseRetryAfter(headers);
  return toResponseError({ status, body, location, retryAfterMs }, { server, model });
}

interface WireBody {
  readonly messages?: readonly { readonly role?: unknown }[];
}

/** Which result answers which call, and what the model thought before: some templates read it. */
function putBack(body: string, { messages, names }: OllamaCall): string {
  const results = messages.filter(({ role }) => role === "tool").values();
  const turns = messages.filter(({ role }) => role === "assistant").values();
  const request = JSON.parse(body) as WireBody;
  const completed = request.messages?.map((message) => {
    if (message.role === "tool") return { ...message, ...lostOfResult(results.next().value, names) };
    if (message.role === "assistant") return { ...message, ...lostOfTurn(turns.next().value) };
    return message;
  });
  return JSON.stringify({ ...request, messages: completed });
}

function lostOfResult(message: Message | undefined, names: WireNames): object {
  if (message?.role !== "tool") return {};
  return { tool_name: names.toWire(message.toolName), tool_call_id: message.toolCallId };
}

function lostOfTurn(message: Message | undefined): object {
  return message?.role === "assistant" && message.thinking !== undefined
    ? { thinking: message.thinking }
    : {};
}
