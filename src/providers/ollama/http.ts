import { OllamaError, toAbortError } from "./errors.ts";
import { Exchange, type HttpRequest } from "./exchange.ts";
import { toResponseError } from "./server-errors.ts";

export type { HttpLimits } from "./exchange.ts";

/** A request, and the model that an error about it names. */
export interface ModelRequest extends HttpRequest {
  readonly model?: string | undefined;
}

/** An error's text is not worth more; the rest is not read. */
const maxErrorBytes = 64 * 1024;

/**
 * The bytes of an answer, split anywhere. The request is sent when the first bytes are asked for; an answer that is no
 * 2xx is thrown. Leaving the `for await` loop closes the connection at once (OLL-8).
 */
export class HttpBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #request: ModelRequest;
  #opening: Promise<Exchange> | undefined;
  /** The same when it is there: waiting for it again would cost every read. */
  #opened: Exchange | undefined;
  #exchange: Exchange | undefined;
  #isLeft = false;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#isLeft) return { done: true, value: undefined };
    this.#opening ??= this.#open();
    const exchange = this.#opened ?? (await this.#opening);
    const bytes = await exchange.read();
    return bytes === undefined ? { done: true, value: undefined } : { done: false, value: bytes };
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#isLeft = true;
    this.#exchange?.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** All that matters was read: what may still come is let go, so that the connection can serve again. */
  release(): void {
    this.#exchange?.release();
  }

  async #open(): Promise<Exchange> {
    const { model, endpoint } = this.#request;
    const exchange = await this.#send();
    const { statusCode: status = 0, headers } = await exchange.started;
    if (status >= 200 && status < 300) return (this.#opened = exchange);
    const body = await readErrorText(exchange);
    throw toResponseError({ status, body, location: headers.location }, { server: endpoint.origin, model });
  }

  /** Sends the request, and once more where a kept connection turned out to be dead. */
  async #send(): Promise<Exchange> {
    const exchange = this.#startExchange();
    try {
      await exchange.started;
      return exchange;
    } catch (error) {
      if (!exchange.wasStale || this.#isLeft) throw error;
      return this.#startExchange();
    }
  }

  #startExchange(): Exchange {
    const { signal } = this.#request;
    if (signal?.aborted) throw toAbortError(signal);
    this.#exchange = new Exchange(this.#request);
    return this.#exchange;
  }
}

/** The text of an answer that has no stream in it. */
export async function readText(body: HttpBody, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of body) {
    pieces.push(bytes);
    length += bytes.length;
    if (length > maxBytes)
      throw new OllamaError("bad_response", `Ollama sent an answer of more than ${maxBytes} bytes.`);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** As much of an error's text as could be read: the status says the more important thing. */
async function readErrorText(exchange: Exchange): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (let bytes = await exchange.read(); bytes !== undefined; bytes = await exchange.read()) {
      pieces.push(bytes);
      length += bytes.length;
      if (length > maxErrorBytes) break;
    }
  } catch {
    // It broke off: what came before stands.
  }
  exchange.close();
  return Buffer.concat(pieces).toString("utf8");
}
