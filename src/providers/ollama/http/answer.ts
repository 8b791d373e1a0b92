import { parseRetryAfter } from "../../model-error.ts";
import { type OllamaError, toAbortError } from "../errors.ts";
import { toResponseError, type ErrorResponse } from "../server-errors.ts";
import type { ByteFeed, ByteSink } from "./byte-feed.ts";
import { Exchange, type ExchangeListener, type HttpRequest } from "./exchange.ts";
import type { ResponseHead } from "./response-head.ts";

/** A request, and the model that an error about it names. */
export interface ModelRequest extends HttpRequest {
  readonly model?: string | undefined;
}

/** An error's text is not worth more; the rest is not read. */
const maxErrorBytes = 64 * 1024;

/** The bytes of an answer. The request is sent when the feed is opened; an answer that is no 2xx is a failure. */
export class Answer implements ByteFeed, ExchangeListener {
  readonly #request: ModelRequest;
  #sink: ByteSink | undefined;
  #exchange: Exchange | undefined;
  #isLeft = false;
  #isRetry = false;
  /** Set where the answer is no 2xx: its head, and its text so far. */
  #refusal: { readonly head: ResponseHead; text: string } | undefined;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  open(sink: ByteSink): void {
    const { signal, pool, route } = this.#request;
    this.#sink = sink;
    if (this.#isLeft) return sink.onEnd();
    if (signal?.aborted) return sink.onEnd(toAbortError(signal));
    this.#exchange = new Exchange(this.#request, pool.take(route), this);
  }

  expect(): void {
    this.#exchange?.expect();
  }

  pause(): void {
    this.#exchange?.pause();
  }

  resume(): void {
    this.#exchange?.resume();
  }

  release(): void {
    this.#exchange?.release();
  }

  close(): void {
    this.#isLeft = true;
    this.#exchange?.close();
  }

  onHead(head: ResponseHead): void {
    if (head.status < 200 || head.status >= 300) this.#refusal = { head, text: "" };
  }

  onBytes(bytes: Uint8Array): void {
    if (this.#refusal === undefined) return this.#sink?.onBytes(bytes);
    // Cut characters do no harm here: it is for people to read.
    this.#refusal.text += Buffer.from(bytes).toString("utf8");
    if (this.#refusal.text.length > maxErrorBytes) this.#exchange?.close();
    else this.#exchange?.expect();
  }

  onEnd(failure: OllamaError | undefined): void {
    if (this.#refusal !== undefined && !this.#isLeft) {
      // Broken off or not: the status says the more important thing.
      const { head, text } = this.#refusal;
      const { route, model } = this.#request;
      return this.#sink?.onEnd(toResponseError(toErrorResponse(head, text), { server: route.origin, model }));
    }
    if (failure !== undefined && this.#canTryAgain(failure)) return this.#tryAgain();
    this.#sink?.onEnd(failure);
  }

  /** Once, where a kept connection turned out to be dead. */
  #canTryAgain({ code }: OllamaError): boolean {
    const wasLost = code === "unreachable" && (this.#exchange?.wasStale ?? false);
    return wasLost && !this.#isRetry && !this.#isLeft;
  }

  #tryAgain(): void {
    this.#isRetry = true;
    const { pool, route } = this.#request;
    this.#exchange = new Exchange(this.#request, pool.open(route), this);
    this.#exchange.expect();
  }
}

function toErrorResponse({ status, headers }: ResponseHead, body: string): ErrorResponse {
  return { status, body, location: headers.get("location"), retryAfterMs: parseRetryAfter(headers) };
}
